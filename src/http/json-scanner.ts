import { DomainError } from '../domain-error.js';
import { escapePointer } from './json-pointer.js';
import { RequestError } from './request-error.js';

export const MAX_DEPTH = 32;

/** An object or array that is open where the scanner stands; `names` are those of an object's members so far. */
interface Level {
  readonly names: Set<string> | null;
  name: string;
  index: number;
}

/** Where a string that begins with the quote at `start` ends: the offset after its closing quote. */
function endOfString(text: string, start: number): number {
  let offset = start + 1;
  while (offset < text.length) {
    const char = text.charAt(offset);
    if (char === '"') return offset + 1;
    offset += char === '\\' ? 2 : 1;
  }
  return text.length;
}

function unquote(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

const pointerTo = (levels: readonly Level[]): string =>
  levels.map(({ names, name, index }) => `/${names ? escapePointer(name) : index}`).join('');

/** Names that every object inherits: as members they would be taken for something that is known. */
const isInherited = (name: string): boolean => name in Object.prototype;

function checkName(levels: readonly Level[], level: Level): void {
  const { names, name } = level;
  const refuse = (code: 'malformed-json' | 'invalid-request', sentence: string, detail: string): never => {
    throw refusal(code, sentence, [{ pointer: pointerTo(levels), detail }]);
  };
  if (name === '__proto__') refuse('malformed-json', 'The body has a member called __proto__.', 'is not allowed');
  if (names?.has(name)) refuse('malformed-json', 'The body names a member twice.', 'is given twice');
  if (isInherited(name)) refuse('invalid-request', 'The body does not fit the schema.', 'there is no such field');
  names?.add(name);
}

function refusal(
  code: 'malformed-json' | 'invalid-request',
  sentence: string,
  errors: { pointer: string; detail: string }[],
): Error {
  return code === 'invalid-request'
    ? new DomainError(code, sentence, { errors })
    : new RequestError(code, sentence, { errors });
}

/**
 * Goes once over JSON text, without recursion, before it is parsed: `too-deep` beyond {@link MAX_DEPTH} levels,
 * `malformed-json` for a member named twice. Whether the text is JSON at all is for `JSON.parse` to say.
 */
export function scanJson(text: string): void {
  const levels: Level[] = [];
  let offset = 0;
  while (offset < text.length) {
    const level = levels.at(-1);
    switch (text.charAt(offset)) {
      case '{':
      case '[':
        if (levels.length === MAX_DEPTH)
          throw new RequestError('too-deep', `The body is nested more than ${MAX_DEPTH} levels deep.`);
        levels.push({ names: text.charAt(offset) === '{' ? new Set() : null, name: '', index: 0 });
        offset++;
        break;
      case '}':
      case ']':
        levels.pop();
        offset++;
        break;
      case ',':
        if (level) level.index++;
        offset++;
        break;
      case '"': {
        const end = endOfString(text, offset);
        if (level?.names && isFollowedByColon(text, end)) {
          level.name = unquote(text.slice(offset, end));
          checkName(levels, level);
        }
        offset = end;
        break;
      }
      default:
        offset++;
    }
  }
}

function isFollowedByColon(text: string, offset: number): boolean {
  while (/\s/.test(text.charAt(offset))) offset++;
  return text.charAt(offset) === ':';
}
