/**
 * Encryption of stored answers, which may show the secret of a token: AES-256-GCM under HKDF-SHA-256 of the
 * `Idempotency-Key`. The table holds only a hash of that, so that nobody can open an answer who does not know its key.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const PURPOSE = 'salta idempotent answer';

/** Key and nonce: both are used once, since each answer has a salt of its own. */
function derive(key: string, salt: Uint8Array): { key: Buffer; nonce: Buffer } {
  const derived = Buffer.from(hkdfSync('sha256', key, salt, PURPOSE, KEY_BYTES + NONCE_BYTES));
  return { key: derived.subarray(0, KEY_BYTES), nonce: derived.subarray(KEY_BYTES) };
}

/** Salt, ciphertext and tag. `row` is bound to it: a sealed text opens in its own row only. */
export function seal(text: string, key: string, row: Uint8Array): Uint8Array<ArrayBuffer> {
  const salt = randomBytes(SALT_BYTES);
  const derived = derive(key, salt);
  const cipher = createCipheriv(CIPHER, derived.key, derived.nonce).setAAD(row);
  return new Uint8Array(Buffer.concat([salt, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]));
}

/** Throws when the key or the row is another one, or a byte has changed. */
export function unseal(sealed: Uint8Array, key: string, row: Uint8Array): string {
  const derived = derive(key, sealed.subarray(0, SALT_BYTES));
  const decipher = createDecipheriv(CIPHER, derived.key, derived.nonce, { authTagLength: TAG_BYTES }).setAAD(row);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(SALT_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
