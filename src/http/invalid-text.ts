import type { FieldError } from '../domain-error.js';
import { escapePointer } from './json-pointer.js';

/** U+0000, which PostgreSQL cannot store, and halves of surrogate pairs, which are no text. */
const INVALID = /[\u0000\p{Cs}]/u;

export const isInvalidText = (text: string): boolean => INVALID.test(text);

/** Every text in a parsed JSON value (names of members included) that cannot be stored. */
export function findInvalidText(value: unknown, pointer = ''): FieldError[] {
  if (typeof value === 'string')
    return isInvalidText(value) ? [{ pointer, detail: 'holds U+0000 or half of a surrogate pair' }] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findInvalidText(item, `${pointer}/${index}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    isInvalidText(name)
      ? [{ pointer, detail: 'has a field whose name holds U+0000 or half of a surrogate pair' }]
      : findInvalidText(item, `${pointer}/${escapePointer(name)}`),
  );
}
