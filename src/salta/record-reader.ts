/** Reads the text record of a game: every header checked, every move replayed. */
import { END_REASONS } from './ending.js';
import type { RecordFault, Result, SaltaError } from './errors.js';
import { CALL_WORD, OneNotation } from './notation.js';
import { Play } from './play.js';
import { formatMoveNumber, RESULTS, type Comment, type GameRecord, type ResultToken } from './record.js';
import { openRecord, parseEndReason, type StatedOutcome, type UnsettledRecord } from './record-outcome.js';
import { RecordRefusal, RecordScanner, type Place, type RecordToken } from './record-scanner.js';
import { isGameTag, readRules, readStart, type Tag, type Tags } from './record-tags.js';
import { markRetracted, parseAction, perform, type Entry } from './replay.js';
import type { Solve } from './score.js';

const TOKENS: readonly string[] = Object.values(RESULTS);
const MOVE_NUMBER = /^\d+\.+$/;

/**
 * Reads one record. Refuses with `bad-record`, its `fault`, `line` and `column` (from 1) and, for a move, its `index`,
 * `ply` and `reason`. A stated result must be the one that the game on the board has.
 */
export function parseRecord(text: string, solve?: Solve): Result<GameRecord> {
  const read = readRecord(text);
  return read.ok ? read.value.settle(solve) : read;
}

export interface ReadingOptions {
  /** Whether all moves must name their squares in one notation. */
  readonly oneNotation?: boolean;
  /** The most moves and calls that the record may have, retracted ones included. */
  readonly maxEntries?: number;
}

/** Reads one record but for its points, as `parseRecord` does. */
export function readRecord(text: string, options: ReadingOptions = {}): Result<UnsettledRecord<SaltaError>> {
  try {
    return readTokens(new RecordScanner(text), options);
  } catch (error) {
    if (error instanceof RecordRefusal) return error.toResult();
    throw error;
  }
}

function readTokens(scanner: RecordScanner, options: ReadingOptions): Result<UnsettledRecord<SaltaError>> {
  const tags = new Map<string, Tag>();
  let token = scanner.next();
  for (; token.kind === 'tag'; token = scanner.next()) {
    if (tags.has(token.name)) throw new RecordRefusal(token, 'bad-header', `header ${token.name} stands twice`);
    tags.set(token.name, { value: token.value, line: token.line, column: token.column });
  }
  if (tags.size === 0 && token.kind === 'comment')
    throw new RecordRefusal(token, 'bad-header', 'the headers come first');
  const rules = readRules(tags, token);
  const start = readStart(tags, rules);
  const { play, entries, comments, result, place } = readMoves(scanner, token, new Play(rules, start), options);
  const record = {
    tags: new Map([...tags].filter(([name]) => !isGameTag(name)).map(([name, { value }]) => [name, value])),
    rules,
    start,
    entries,
    comments,
  };
  return openRecord(record, play, readStated(tags, result, place), ({ part, message }) => {
    const at = part === 'Result' ? place : (tags.get(part) ?? place);
    return new RecordRefusal(at, 'wrong-result', message).toResult().error;
  });
}

function readStated(tags: Tags, result: ResultToken, place: Place): StatedOutcome {
  const refuse = (at: Place, message: string): never => {
    throw new RecordRefusal(at, 'wrong-result', message);
  };
  const [header, points, exact, reason] = (['Result', 'Points', 'Exact', 'Reason'] as const).map((name) =>
    tags.get(name),
  );
  if (header && header.value !== result)
    refuse(place, `the moves end with ${result}, but header Result says ${header.value}`);
  if (points && !/^(0|[1-9]\d{0,4})$/.test(points.value)) refuse(points, 'Points is a whole number');
  if (exact && exact.value !== 'false') refuse(exact, 'Exact is "false" or left out');
  const known = reason ? parseEndReason(reason.value) : null;
  if (reason && known === null) refuse(reason, `Reason is one of ${END_REASONS.join(', ')}`);
  return { result, reason: known, points: points ? Number(points.value) : null, exact: !exact };
}

interface MoveText {
  readonly play: Play;
  readonly entries: readonly Entry[];
  readonly comments: readonly Comment[];
  readonly result: ResultToken;
  readonly place: Place;
}

function readMoves(scanner: RecordScanner, first: RecordToken, play: Play, options: ReadingOptions): MoveText {
  const entries: Entry[] = [];
  const comments: Comment[] = [];
  const notations = options.oneNotation ? new OneNotation() : null;
  for (let token = first; ; token = scanner.next()) {
    if (token.kind === 'end')
      throw new RecordRefusal(token, 'truncated', `the record ends without a result (${TOKENS.join(', ')})`);
    if (token.kind === 'tag') throw new RecordRefusal(token, 'bad-syntax', 'a header stands among the moves');
    if (token.kind === 'comment') {
      comments.push({ after: entries.length, text: token.text });
    } else if (TOKENS.includes(token.text)) {
      readEnd(scanner, comments, entries.length);
      return { play, entries, comments, result: token.text as ResultToken, place: token };
    } else if (token.text.endsWith('.') && MOVE_NUMBER.test(token.text)) {
      const expected = formatMoveNumber(play.ply);
      if (token.text !== expected)
        throw new RecordRefusal(token, 'wrong-number', `${token.text} stands where ${expected} is expected`);
    } else {
      if (entries.length >= (options.maxEntries ?? Infinity))
        throw new RecordRefusal(token, 'too-long', `a record has at most ${options.maxEntries} moves and calls`);
      if (notations?.admits(token.text) === false) throw mixedNotations(token, entries.length, play.ply + 1);
      const entry = readEntry(play, token, entries.length);
      if (entry.kind === 'call') markRetracted(entries);
      entries.push(entry);
    }
  }
}

/** After the result only comments may follow. */
function readEnd(scanner: RecordScanner, comments: Comment[], after: number): void {
  for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next()) {
    if (token.kind !== 'comment') throw new RecordRefusal(token, 'bad-syntax', 'the record goes on after its result');
    comments.push({ after, text: token.text });
  }
}

type Word = Place & { readonly text: string };

const mixedNotations = (token: Word, index: number, ply: number): RecordRefusal =>
  new RecordRefusal(token, 'mixed-notations', `${token.text} is not in the notation of the moves before`, {
    index,
    ply,
  });

function readEntry(play: Play, token: Word, index: number): Entry {
  const action = parseAction(token.text);
  const { ply } = play;
  if (!action.ok) throw new RecordRefusal(token, 'bad-notation', action.error.message, { index, ply: ply + 1 });
  const entry = perform(play, action.value);
  if (entry.ok) return entry.value;
  const { message, reason } = entry.error;
  const called = action.value === CALL_WORD;
  const fault: RecordFault = called ? 'illegal-call' : 'illegal-move';
  throw new RecordRefusal(token, fault, message, { index, ply: called ? ply : ply + 1, ...(reason && { reason }) });
}
