/** The text record of a game, in the spirit of PGN. Its grammar stands in docs/record.md. */
import type { Entry } from './replay.js';
import { CALL_WORD, formatMove } from './notation.js';
import type { Side } from './piece.js';
import { formatPosition, startPosition, type Position } from './position.js';
import type { RuleOverrides, RuleSet } from './rule-set.js';
import type { Outcome } from './score.js';
import type { SquareNotation } from './square.js';

/** Headers with a place of their own; the rest follow in the order in which they are given. */
export const ROSTER = ['Event', 'Site', 'Date', 'Round', 'Light', 'Dark'] as const;
/** Headers that say what the fields of a `GameRecord` say; never among its `tags`. */
export const GAME_TAGS = ['Rules', 'Overrides', 'Position', 'Result', 'Points', 'Exact', 'Reason'] as const;

export const RESULTS = { light: '1-0', dark: '0-1', draw: '1/2-1/2', unfinished: '*' } as const;
export type ResultToken = (typeof RESULTS)[keyof typeof RESULTS];

export interface Comment {
  /** Entries before it: 0 stands before the first. */
  readonly after: number;
  /** Trimmed, without control characters but line feeds. */
  readonly text: string;
}

export interface GameRecord {
  /** Event, Site, Date (`1901.??.??` where it is partly known), Round, Light, Dark, and others. */
  readonly tags: ReadonlyMap<string, string>;
  readonly rules: RuleSet;
  readonly start: Position;
  readonly entries: readonly Entry[];
  readonly comments: readonly Comment[];
  /** `null` for a game that goes on. */
  readonly outcome: Outcome | null;
}

/** A record whose moves have been written: all that its text says. */
export interface WrittenRecord extends Omit<GameRecord, 'start' | 'entries'> {
  /** Position text. */
  readonly startPosition: string;
  /** Every move as it was made, and the word of every call. */
  readonly moves: readonly string[];
}

export const writeMoves = ({ start, entries, ...rest }: GameRecord, notation: SquareNotation): WrittenRecord => ({
  ...rest,
  startPosition: formatPosition(start),
  moves: entries.map((entry) => (entry.kind === 'call' ? CALL_WORD : formatMove(entry.move, notation))),
});

/** Whether a header may have this name. */
export const isTagName = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]*$/.test(name);

const LINE_WIDTH = 80;

export const resultToken = (outcome: { readonly winner: Side | null } | null): ResultToken =>
  outcome === null ? RESULTS.unfinished : RESULTS[outcome.winner ?? 'draw'];

/** `moveLimit=60 tempo=none` */
export const formatOverrides = (overrides: RuleOverrides): string =>
  Object.entries(overrides)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');

/** `12.` before a move at an even ply, `12...` before one at an odd ply. */
export const formatMoveNumber = (ply: number): string => `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '...'}`;

const formatTag = (name: string, value: string): string =>
  `[${name} "${value.replace(/["\\]/g, (character) => `\\${character}`)}"]`;

/** A line of a comment never begins with `[`, so that wherever a line does, a header stands. */
const formatComment = (text: string): string => {
  const escaped = text.replace(/[}\\]/g, (character) => `\\${character}`);
  return `{${escaped.replace(/\n([^\S\n]*)\[/g, '\n$1\\[')}}`;
};

const usualStarts = new WeakMap<RuleSet, string>();

/** The position text that a game under this rule set starts from. */
export function startText(rules: RuleSet): string {
  let text = usualStarts.get(rules);
  if (text === undefined) usualStarts.set(rules, (text = formatPosition(startPosition(rules))));
  return text;
}

function formatTags({ tags, rules, startPosition: position, outcome }: WrittenRecord): string[] {
  const lines = ROSTER.flatMap((name) => {
    const value = tags.get(name);
    return value === undefined ? [] : [formatTag(name, value)];
  });
  lines.push(formatTag('Rules', rules.preset));
  if (Object.keys(rules.overrides).length > 0) lines.push(formatTag('Overrides', formatOverrides(rules.overrides)));
  if (position !== startText(rules)) lines.push(formatTag('Position', position));
  lines.push(formatTag('Result', resultToken(outcome)));
  if (outcome) {
    lines.push(formatTag('Points', String(outcome.points)));
    if (!outcome.exact) lines.push(formatTag('Exact', 'false'));
    lines.push(formatTag('Reason', outcome.reason));
  }
  for (const [name, value] of tags)
    if (!(ROSTER as readonly string[]).includes(name)) lines.push(formatTag(name, value));
  return lines;
}

function* moveTokens({ startPosition: start, moves, comments, outcome }: WrittenRecord): Generator<string> {
  const commentTokens = (after: number) =>
    comments.filter((comment) => comment.after === after).map(({ text }) => formatComment(text));
  yield* commentTokens(0);
  let ply = Number(start.split(' ')[2]);
  let interrupted = true;
  for (const [index, move] of moves.entries()) {
    if (move === CALL_WORD) {
      ply--;
      yield CALL_WORD;
    } else {
      if (ply % 2 === 0 || interrupted) yield formatMoveNumber(ply);
      yield move;
      ply++;
    }
    interrupted = false;
    if (comments.length === 0) continue;
    for (const token of commentTokens(index + 1)) {
      interrupted = true;
      yield token;
    }
  }
  yield resultToken(outcome);
}

/** Fills lines up to 80 characters; a longer token has a line of its own. */
function wrap(tokens: Iterable<string>): string[] {
  const lines: string[] = [];
  let line = '';
  for (const token of tokens) {
    if (line !== '' && line.length + 1 + token.length > LINE_WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? token : `${line} ${token}`;
  }
  return [...lines, line];
}

/** Writes a record that `parseRecord` reads back as the same game. */
export const formatRecord = (record: GameRecord, notation: SquareNotation = 'algebraic'): string =>
  formatWritten(writeMoves(record, notation));

/** The text of a record whose moves have been written. */
export const formatWritten = (record: WrittenRecord): string =>
  [...formatTags(record), '', ...wrap(moveTokens(record)), ''].join('\n');
