/** The result that a text record states, held against the game on the board. */
import { END_REASONS, type Ending, type EndReason } from './ending.js';
import type { Play } from './play.js';
import { resultToken, RESULTS, type ResultToken } from './record.js';
import { RecordRefusal, type Place } from './record-scanner.js';
import { accept, type Tag, type Tags } from './record-tags.js';
import { fail, succeed, type Result } from './errors.js';
import type { Side } from './piece.js';
import { outcomeOf, scorePosition, type Outcome, type Solve } from './score.js';

export interface StatedEnd {
  readonly play: Play;
  readonly result: ResultToken;
  readonly place: Place;
}

/** The outcome of a record, `null` for a game that goes on. Refuses what contradicts the board. */
export function readOutcome(tags: Tags, end: StatedEnd, solve: Solve | undefined): Outcome | null {
  const header = tags.get('Result');
  if (header && header.value !== end.result)
    throw new RecordRefusal(end.place, `the moves end with ${end.result}, but header Result says ${header.value}`);
  const ending = readEnding(tags, end);
  if (!ending) {
    for (const name of ['Points', 'Exact', 'Reason'])
      refuseTag(tags.get(name), `header ${name} belongs to a finished game`);
    return null;
  }
  const { rules, position } = end.play;
  const outcome = outcomeOf(ending, scorePosition(rules, position, ending, solve).award);
  return checkStated(tags, end, outcome);
}

function refuseTag(tag: Tag | undefined, message: string): void {
  if (tag) throw new RecordRefusal(tag, message);
}

function readEnding(tags: Tags, { play, result, place }: StatedEnd): Ending | null {
  const tag = tags.get('Reason');
  const reason = tag ? accept(parseReason(tag.value), tag) : null;
  if (play.ending) {
    if (result === RESULTS.unfinished)
      throw new RecordRefusal(place, `the game is over on the board (${play.ending.reason})`);
    if (tag && reason !== play.ending.reason)
      throw new RecordRefusal(tag, `the game ended by ${play.ending.reason} on the board, not by ${tag.value}`);
    return play.ending;
  }
  if (result === RESULTS.unfinished) return null;
  if (!tag || (reason !== 'resignation' && reason !== 'timeout' && reason !== 'agreement'))
    throw new RecordRefusal(
      tag ?? place,
      'the game is not over on the board: Reason must be resignation, timeout or agreement',
    );
  const winner = winnerOf(result);
  if ((reason === 'agreement') !== (winner === null))
    throw new RecordRefusal(tag, `${reason} does not go with ${result}`);
  return { reason, winner };
}

const winnerOf = (result: ResultToken): Side | null =>
  result === RESULTS.light ? 'light' : result === RESULTS.dark ? 'dark' : null;

function parseReason(text: string): Result<EndReason> {
  const reason = END_REASONS.find((name) => name === text);
  return reason ? succeed(reason) : fail('bad-record', `Reason is one of ${END_REASONS.join(', ')}`);
}

/**
 * The outcome as stated where the numbers are not proven, else as computed; a difference that can be
 * proven is refused.
 */
function checkStated(tags: Tags, { result, place }: StatedEnd, computed: Outcome): Outcome {
  const points = tags.get('Points');
  if (points && !/^(0|[1-9]\d{0,4})$/.test(points.value)) throw new RecordRefusal(points, 'Points is a whole number');
  const exact = tags.get('Exact');
  if (exact && exact.value !== 'false') throw new RecordRefusal(exact, 'Exact is "false" or left out');
  if (!computed.exact)
    return { ...computed, winner: winnerOf(result), points: points ? Number(points.value) : computed.points };
  if (resultToken(computed) !== result)
    throw new RecordRefusal(place, `the result is ${resultToken(computed)} on the board, not ${result}`);
  if (points && Number(points.value) !== computed.points)
    throw new RecordRefusal(points, `the game is worth ${computed.points} points, not ${points.value}`);
  return computed;
}
