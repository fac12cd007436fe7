import { createPrivateKey, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** A certificate and its key, both PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate for `names` that nobody else has signed, valid from an hour ago to `until` (default: in an hour). */
export function selfSignedCertificate(names: readonly string[], until = new Date(Date.now() + 3_600_000)): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(set(sequence(COMMON_NAME, tlv(0x0c, Buffer.from('test receiver')))));
  const from = new Date(Math.min(Date.now(), until.getTime()) - 3_600_000);
  const alternatives = sequence(...names.map((name) => tlv(0x82, Buffer.from(name))));
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    SIGNATURE_ALGORITHM,
    subject,
    sequence(utcTime(from), utcTime(until)),
    subject,
    publicKey.export({ format: 'der', type: 'spki' }),
    tlv(0xa3, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, tlv(0x04, alternatives)))),
  );
  return { cert: pem(sequence(body, SIGNATURE_ALGORITHM, bitString(sign(body, privateKey)))), key: keyPem(privateKey) };
}

/** X.509 (RFC 5280) in DER: what it needs of both, and no more. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const size = value.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, ...parts);
}
function set(...parts: readonly Buffer[]): Buffer {
  return tlv(0x31, ...parts);
}
function integer(bytes: Buffer): Buffer {
  return tlv(0x02, bytes);
}
function objectIdentifier(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}
function bitString(bytes: Buffer): Buffer {
  return tlv(0x03, Buffer.from([0]), bytes);
}
function utcTime(date: Date): Buffer {
  return tlv(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}

const COMMON_NAME = objectIdentifier('550403');
const SUBJECT_ALTERNATIVE_NAME = objectIdentifier('551d11');
/** ecdsa-with-SHA256 */
const SIGNATURE_ALGORITHM = sequence(objectIdentifier('2a8648ce3d040302'));

function sign(body: Buffer, key: KeyObject): Buffer {
  return createSign('sha256').update(body).sign(key);
}
function keyPem(key: KeyObject): string {
  return createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' }))
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}
function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
