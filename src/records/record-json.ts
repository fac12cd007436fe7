/** A record as a JSON object: what `GET /v1/games/{id}/record` answers, with the comments besides. */
import { isInvalidText } from '../http/invalid-text.js';
import { outcomeView, ruleSetView } from '../rules/views/index.js';
import {
  admitPosition,
  createRuleSet,
  END_REASONS,
  markRetracted,
  OneNotation,
  openRecord,
  parseAction,
  parsePosition,
  perform,
  Play,
  RESULTS,
  startPosition,
  writeMoves,
} from '../salta/index.js';
import type {
  Comment,
  Contradiction,
  Entry,
  GameRecord,
  Position,
  Result,
  RuleSet,
  SaltaError,
  SquareNotation,
  StatedOutcome,
  UnsettledRecord,
  WrittenRecord,
} from '../salta/index.js';
import { findHeaderFault } from './headers.js';
import { findStorageFault, MAX_ENTRIES } from './imported-record.js';
import { parseJson } from './json-text.js';
import { Json, JsonRefusal } from './json-value.js';
import type { LocalRefusal } from './refusal.js';

/** Writes a record that `readJsonRecord` reads back as the same. */
export const recordJson = (record: GameRecord, notation: SquareNotation = 'algebraic') =>
  writtenJson(writeMoves(record, notation));

export function writtenJson({ tags, rules, startPosition: start, moves, comments, outcome }: WrittenRecord) {
  return {
    headers: Object.fromEntries(tags),
    rules: ruleSetView(rules),
    startPosition: start,
    moves,
    comments: comments.map(({ after, text }) => ({ after, text })),
    outcome: outcome && outcomeView(outcome),
  };
}

/** One line of NDJSON. */
export const writeJsonRecord = (record: GameRecord, notation: SquareNotation = 'algebraic'): string =>
  writeJsonLine(writeMoves(record, notation));

export const writeJsonLine = (record: WrittenRecord): string => `${JSON.stringify(writtenJson(record))}\n`;

/** Reads a record but for its points. Refusals name the part at fault by its JSON pointer. */
export function readJsonRecord(text: string): Result<UnsettledRecord<LocalRefusal>, LocalRefusal> {
  const parsed = parseJson(text);
  if (!parsed.ok) return { ok: false, error: { code: 'bad-json', detail: parsed.error } };
  try {
    return readObject(new Json(parsed.value));
  } catch (error) {
    if (error instanceof JsonRefusal) return { ok: false, error: error.refusal };
    throw error;
  }
}

function readObject(json: Json): Result<UnsettledRecord<LocalRefusal>, LocalRefusal> {
  json.allow('headers', 'rules', 'startPosition', 'moves', 'comments', 'outcome');
  const tags = readHeaders(json.at('headers'));
  const rules = readRules(json.at('rules'));
  const start = readStart(json.at('startPosition'), rules);
  const play = new Play(rules, start);
  const entries = readMoves(json.at('moves'), play);
  const comments = readComments(json.at('comments'), entries.length);
  const stated = readOutcome(json.at('outcome'));
  const fault = findStorageFault({ tags, comments });
  if (fault) return { ok: false, error: fault };
  return openRecord({ tags, rules, start, entries, comments }, play, stated, (contradiction) =>
    refuseOutcome(contradiction, stated),
  );
}

function readHeaders(json: Json): Map<string, string> {
  const tags = new Map(json.isAbsent ? [] : json.members().map(([name, value]) => [name, value.text()]));
  const fault = findHeaderFault(tags);
  if (fault) throw (fault.name === null ? json : json.at(fault.name)).refusal('bad-header', fault.detail);
  return tags;
}

function accept<T>(result: Result<T>, json: Json, code: LocalRefusal['code']): T {
  if (result.ok) return result.value;
  throw json.refusal(code, result.error.message);
}

function readRules(json: Json): RuleSet {
  json.allow('preset', 'overrides', 'options');
  const overrides = json.at('overrides');
  const given = Object.fromEntries(
    overrides.isAbsent ? [] : overrides.members().map(([name, { value }]) => [name, value]),
  );
  const rules = accept(createRuleSet(json.at('preset').text(), given), json, 'bad-rules');
  const options = json.at('options');
  if (options.isAbsent) return rules;
  const expected = new Map<string, unknown>(Object.entries(rules.options));
  for (const [name, option] of options.members())
    if (expected.get(name) !== option.value)
      throw option.refusal('bad-rules', 'it is not what preset and overrides give');
  return rules;
}

function readStart(json: Json, rules: RuleSet): Position {
  if (json.isAbsent) return startPosition(rules);
  const position = accept(parsePosition(json.text()), json, 'bad-position');
  const start = accept(admitPosition(rules, position), json, 'bad-position');
  if (new Play(rules, start).ending)
    throw json.refusal('bad-position', 'the game is over in the position it starts from');
  return start;
}

function readMoves(json: Json, play: Play): Entry[] {
  const entries: Entry[] = [];
  const notations = new OneNotation();
  const { length } = json.list();
  if (length > MAX_ENTRIES) throw json.refusal('too-long', `a record has at most ${MAX_ENTRIES} moves and calls`);
  for (let index = 0; index < length; index++) {
    const text = json.textAt(index);
    const { ply } = play;
    const refuse = (code: LocalRefusal['code'], detail: string): JsonRefusal =>
      json.item(index).refusal(code, detail, { entry: index, ply: ply + 1 });
    if (!notations.admits(text)) throw refuse('mixed-notations', `${text} is not in the notation of the moves before`);
    const action = parseAction(text);
    if (!action.ok) throw refuse('bad-notation', action.error.message);
    const entry = perform(play, action.value);
    if (!entry.ok) throw refuseEntry(json.item(index), entry.error, index, ply);
    if (entry.value.kind === 'call') markRetracted(entries);
    entries.push(entry.value);
  }
  return entries;
}

function refuseEntry(item: Json, { message, reason }: SaltaError, entry: number, ply: number): JsonRefusal {
  return reason
    ? item.refusal('illegal-move', message, { entry, ply: ply + 1, reason })
    : item.refusal('illegal-call', message, { entry, ply });
}

function readComments(json: Json, entries: number): Comment[] {
  let last = 0;
  return (json.isAbsent ? [] : json.items()).map((item) => {
    item.allow('after', 'text');
    const after = item.at('after').integer(last, entries);
    const text = item.at('text').text().replace(/\r\n?/g, '\n').trim();
    last = after;
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) || isInvalidText(text))
      throw item.at('text').refusal('bad-json', 'a comment has a control character or half of a surrogate pair');
    return { after, text };
  });
}

function readOutcome(json: Json): StatedOutcome {
  if (json.value === null) return { result: RESULTS.unfinished, reason: null, points: null, exact: true };
  json.allow('winner', 'reason', 'points', 'exact');
  const winner = json.at('winner').oneOf(['light', 'dark', null]);
  const [reason, points, exact] = [json.at('reason'), json.at('points'), json.at('exact')];
  return {
    result: RESULTS[winner ?? 'draw'],
    reason: reason.isAbsent ? null : reason.oneOf(END_REASONS),
    points: points.isAbsent ? null : points.integer(0, 99_999),
    exact: exact.isAbsent || exact.oneOf([true, false]),
  };
}

const POINTERS = { Result: 'winner', Reason: 'reason', Points: 'points', Exact: 'exact' } as const;

const refuseOutcome = ({ part, message }: Contradiction, { result }: StatedOutcome): LocalRefusal => ({
  code: 'wrong-result',
  detail: message,
  pointer: result === RESULTS.unfinished ? '/outcome' : `/outcome/${POINTERS[part]}`,
});
