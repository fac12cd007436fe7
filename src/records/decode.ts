/** Bytes of a record to text, strictly. */
import { isUtf8 } from 'node:buffer';
import type { Result } from '../salta/index.js';
import { MAX_RECORD_BYTES, type RawRecord } from './raw-record.js';
import type { LocalRefusal } from './refusal.js';

const LOOSE = new TextDecoder('utf-8', { ignoreBOM: true });
const REPLACEMENT = '\uFFFD';

const refuse = (refusal: LocalRefusal): Result<never, LocalRefusal> => ({ ok: false, error: refusal });

/** The text of a record: `too-large`, or `bad-encoding` with the place of the first byte that is not UTF-8 or is NUL. */
export function decodeRecord({ bytes }: RawRecord, limit = MAX_RECORD_BYTES): Result<string, LocalRefusal> {
  if (!bytes) return refuse({ code: 'too-large', detail: `a record has at most ${limit} bytes` });
  if (isWide(bytes))
    return refuse({ code: 'bad-encoding', detail: 'the record is in UTF-16; only UTF-8 is read', column: 1 });
  const nul = bytes.indexOf(0);
  if (nul >= 0) return refuse({ code: 'bad-encoding', detail: 'the record holds U+0000', ...placeOf(bytes, nul) });
  if (!isUtf8(bytes)) {
    const at = invalidOffset(bytes);
    const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0');
    return refuse({ code: 'bad-encoding', detail: `the byte 0x${byte} is not UTF-8 here`, ...placeOf(bytes, at) });
  }
  return { ok: true, value: LOOSE.decode(bytes) };
}

/** UTF-16 by its mark, or by the NULs that every second byte of plain letters is. */
function isWide(bytes: Buffer): boolean {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const sample = bytes.subarray(0, 64);
  return sample.length >= 4 && sample.filter((byte) => byte === 0).length >= sample.length / 3;
}

/** The first byte that no reading as UTF-8 explains. */
function invalidOffset(bytes: Buffer): number {
  const text = LOOSE.decode(bytes);
  let offset = 0;
  for (let from = 0; ;) {
    const at = text.indexOf(REPLACEMENT, from);
    offset += Buffer.byteLength(text.slice(from, at < 0 ? undefined : at));
    if (at < 0 || bytes.toString('hex', offset, offset + 3) !== 'efbfbd') return offset;
    offset += 3;
    from = at + 1;
  }
}

function placeOf(bytes: Buffer, offset: number): { line: number; column: number } {
  const lines = LOOSE.decode(bytes.subarray(0, offset)).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
