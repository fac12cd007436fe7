/** The headers of a record that is kept: their order, and what may be in them. */
import { isInvalidText } from '../http/invalid-text.js';
import { GAME_TAGS, isTagName, parsePartialDate, ROSTER } from '../salta/index.js';

export type Headers = ReadonlyMap<string, string>;

/** Headers with a column of their own, by which records are found; the others may be longer. */
export const MAX_HEADERS = 64;
export const MAX_NAME_LENGTH = 64;
export const MAX_ROSTER_LENGTH = 255;
export const MAX_VALUE_LENGTH = 4000;

const CONTROL = /[\u0000-\u001f\u007f]/;
const isRoster = (name: string): boolean => (ROSTER as readonly string[]).includes(name);

export interface HeaderFault {
  /** `null` for the headers as a whole. */
  readonly name: string | null;
  readonly detail: string;
}

/** What keeps headers from being kept; `null` where nothing does. */
export function findHeaderFault(headers: Headers): HeaderFault | null {
  if (headers.size > MAX_HEADERS) return { name: null, detail: `a record has at most ${MAX_HEADERS} headers` };
  for (const [name, value] of headers) {
    const detail = whyNotKept(name, value);
    if (detail) return { name, detail };
  }
  return null;
}

function whyNotKept(name: string, value: string): string | null {
  if (!isTagName(name)) return 'the name of a header is a letter, then letters, digits and _';
  if (name.length > MAX_NAME_LENGTH) return `the name of a header has at most ${MAX_NAME_LENGTH} characters`;
  if ((GAME_TAGS as readonly string[]).includes(name))
    return `header ${name} says what another part of the record says`;
  const longest = isRoster(name) ? MAX_ROSTER_LENGTH : MAX_VALUE_LENGTH;
  if (value.length > longest) return `header ${name} has at most ${longest} characters`;
  if (CONTROL.test(value)) return `header ${name} has a control character`;
  if (isInvalidText(value)) return `header ${name} has half of a surrogate pair`;
  const date = name === 'Date' ? parsePartialDate(value) : null;
  return date && !date.ok ? date.error.message : null;
}

/** The order in which text records have them: Event, Site, Date, Round, Light, Dark, then the rest as they came. */
export function orderHeaders(headers: Headers): Headers {
  const first = ROSTER.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Map([...first, ...[...headers].filter(([name]) => !isRoster(name))]);
}

/** The value of a header, `null` where it is missing or says that it is not known. */
export function knownHeader(headers: Headers, name: string): string | null {
  const value = headers.get(name)?.trim() ?? '';
  return value === '' || value === '?' ? null : value;
}
