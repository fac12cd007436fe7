/** Reads the text record of a game: every header checked, every move replayed. */
import { succeed, type Result } from './errors.js';
import { Play } from './play.js';
import { formatMoveNumber, RESULTS, type Comment, type GameRecord, type ResultToken } from './record.js';
import { readOutcome } from './record-outcome.js';
import { RecordRefusal, RecordScanner, type Place, type RecordToken } from './record-scanner.js';
import { accept, isGameTag, readRules, readStart, type Tag } from './record-tags.js';
import { markRetracted, parseAction, perform, type Entry } from './replay.js';
import type { Solve } from './score.js';

const TOKENS: readonly string[] = Object.values(RESULTS);
const MOVE_NUMBER = /^\d+\.+$/;

/**
 * Reads one record. Refuses with `bad-record`, `line` and `column` (from 1) and, for a move, its
 * `reason`. A stated result must be the one that the game on the board has.
 */
export function parseRecord(text: string, solve?: Solve): Result<GameRecord> {
  try {
    return succeed(readRecord(new RecordScanner(text), solve));
  } catch (error) {
    if (error instanceof RecordRefusal) return error.toResult();
    throw error;
  }
}

function readRecord(scanner: RecordScanner, solve: Solve | undefined): GameRecord {
  const tags = new Map<string, Tag>();
  let token = scanner.next();
  for (; token.kind === 'tag'; token = scanner.next()) {
    if (tags.has(token.name)) throw new RecordRefusal(token, `header ${token.name} stands twice`);
    tags.set(token.name, { value: token.value, line: token.line, column: token.column });
  }
  if (tags.size === 0 && token.kind === 'comment') throw new RecordRefusal(token, 'the headers come first');
  const rules = readRules(tags, token);
  const start = readStart(tags, rules);
  const game = readMoves(scanner, token, new Play(rules, start));
  const outcome = readOutcome(tags, game, solve);
  return {
    tags: new Map([...tags].filter(([name]) => !isGameTag(name)).map(([name, { value }]) => [name, value])),
    rules,
    start,
    entries: game.entries,
    comments: game.comments,
    outcome,
  };
}

interface MoveText {
  readonly play: Play;
  readonly entries: readonly Entry[];
  readonly comments: readonly Comment[];
  readonly result: ResultToken;
  readonly place: Place;
}

function readMoves(scanner: RecordScanner, first: RecordToken, play: Play): MoveText {
  const entries: Entry[] = [];
  const comments: Comment[] = [];
  for (let token = first; ; token = scanner.next()) {
    if (token.kind === 'end') throw new RecordRefusal(token, `the record ends without a result (${TOKENS.join(', ')})`);
    if (token.kind === 'tag') throw new RecordRefusal(token, 'a header stands among the moves');
    if (token.kind === 'comment') {
      comments.push({ after: entries.length, text: token.text });
    } else if (TOKENS.includes(token.text)) {
      readEnd(scanner, comments, entries.length);
      return { play, entries, comments, result: token.text as ResultToken, place: token };
    } else if (MOVE_NUMBER.test(token.text)) {
      const expected = formatMoveNumber(play.position.ply);
      if (token.text !== expected) throw new RecordRefusal(token, `${token.text} stands where ${expected} is expected`);
    } else {
      const entry = readEntry(play, token, entries.length);
      if (entry.kind === 'call') markRetracted(entries);
      entries.push(entry);
    }
  }
}

/** After the result only comments may follow. */
function readEnd(scanner: RecordScanner, comments: Comment[], after: number): void {
  for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next()) {
    if (token.kind !== 'comment') throw new RecordRefusal(token, 'the record goes on after its result');
    comments.push({ after, text: token.text });
  }
}

function readEntry(play: Play, token: Place & { readonly text: string }, index: number): Entry {
  const entry = perform(play, accept(parseAction(token.text), token));
  if (entry.ok) return entry.value;
  const { message, reason } = entry.error;
  throw new RecordRefusal(token, message, { index, ...(reason && { reason }) });
}
