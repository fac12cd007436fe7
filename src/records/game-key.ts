/** The key by which a game is recognised, from wherever it comes. */
import { createHash } from 'node:crypto';
import { encodeEntries } from '../games/history.js';
import { formatPosition } from '../salta/index.js';
import type { GameRecord, RuleSet } from '../salta/index.js';
import { nameKey } from '../players/name-key.js';
import { knownHeader } from './headers.js';

/** Stands in every key: another way to make them is another number. */
const VERSION = 1;

/** Every option with its value, whatever preset they come from. */
const foldRules = ({ options }: RuleSet): [string, unknown][] =>
  Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));

/** What makes it the same game. */
export interface GameIdentity {
  readonly rules: RuleSet;
  /** Position text before the first entry. */
  readonly startPosition: string;
  /** The players' names, empty where they are not known. */
  readonly light: string;
  readonly dark: string;
  /** As they are stored. */
  readonly moves: Uint8Array;
}

/**
 * SHA-256, 32 bytes, over rules, start position, players, moves and calls. Two records with one key are the same game: one
 * of them is kept. Date, event, comments and what is said of the result do not count.
 */
export function identityKey({ rules, startPosition, light, dark, moves }: GameIdentity): Buffer {
  const entries = Buffer.from(moves.buffer, moves.byteOffset, moves.byteLength).toString('base64');
  const canonical = [VERSION, foldRules(rules), startPosition, nameKey(light), nameKey(dark), entries];
  return createHash('sha256').update(JSON.stringify(canonical)).digest();
}

/** The {@link identityKey} of a record. */
export const gameKey = ({
  tags,
  rules,
  start,
  entries,
}: Pick<GameRecord, 'tags' | 'rules' | 'start' | 'entries'>): Buffer =>
  identityKey({
    rules,
    startPosition: formatPosition(start),
    light: knownHeader(tags, 'Light') ?? '',
    dark: knownHeader(tags, 'Dark') ?? '',
    moves: encodeEntries(entries),
  });
