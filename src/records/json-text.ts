/** JSON from strangers: refused before it is parsed where that would be too deep, after it where a member is named twice. */
import type { Result } from '../salta/index.js';

/** A record needs four levels. */
export const MAX_JSON_DEPTH = 8;

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"?/g;

/** The value of a JSON text, or a sentence on what is wrong with it. */
export function parseJson(text: string): Result<unknown, string> {
  const structure = text.replace(STRING, '');
  let depth = 0;
  let members = 0;
  for (const character of structure) {
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    else if (character === ':') members++;
    if (depth > MAX_JSON_DEPTH) return { ok: false, error: `it is nested more than ${MAX_JSON_DEPTH} levels deep` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, error: `it is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  return countMembers(value) === members ? { ok: true, value } : { ok: false, error: 'an object names a member twice' };
}

/** Every member of an object is one colon of its text, unless a second one took its place. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Object.values(value);
  return values.reduce<number>((sum, item) => sum + countMembers(item), Array.isArray(value) ? 0 : values.length);
}
