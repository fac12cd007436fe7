/** The result that a record states, held against the game on the board. */
import { END_REASONS, isScored, type Ending, type EndReason } from './ending.js';
import type { Result } from './errors.js';
import { succeed } from './errors.js';
import type { Play } from './play.js';
import type { Side } from './piece.js';
import type { Position } from './position.js';
import { resultToken, RESULTS, type GameRecord, type ResultToken } from './record.js';
import type { RuleSet } from './rule-set.js';
import { restsOnSearch, settleEnding, type Outcome, type Solve } from './score.js';
import { distanceBetween } from './square.js';
import { judgePoints } from './stated-points.js';

/** What a record says of its end; `null` for what it does not say. */
export interface StatedOutcome {
  readonly result: ResultToken;
  readonly reason: EndReason | null;
  readonly points: number | null;
  /** False where the record says that its points rest on a number that is not proven. */
  readonly exact: boolean;
}

export type StatedPart = 'Result' | 'Reason' | 'Points' | 'Exact';

/** What is wrong with a stated outcome, and with which part of it. */
export interface Contradiction {
  readonly part: StatedPart;
  readonly message: string;
}

/** A record whose moves have been replayed and whose points have not been worked out yet, which may take a search. */
export interface UnsettledRecord<E> {
  readonly record: Omit<GameRecord, 'outcome'>;
  /** The game after its last entry. */
  readonly position: Position;
  readonly rules: RuleSet;
  /** `null` for a game that goes on. */
  readonly ending: Ending | null;
  /** Whether `settle` searches for `movesNeeded`: then both sides may be solved elsewhere before. */
  readonly needsSearch: boolean;
  /** The record with its outcome; refuses points and results that contradict the board. */
  settle(solve?: Solve): Result<GameRecord, E>;
  /**
   * The record with the points that it states, held against nothing but how far the pieces are from their goals: in an
   * instant, where a search may take long. `null` where only a search will do: it states none, or unlikely ones.
   */
  settleAsStated(): Result<GameRecord, E> | null;
}

const refuse = (part: StatedPart, message: string): { readonly ok: false; readonly error: Contradiction } => ({
  ok: false,
  error: { part, message },
});

const winnerOf = (result: ResultToken): Side | null =>
  result === RESULTS.light ? 'light' : result === RESULTS.dark ? 'dark' : null;

/**
 * Holds what is stated against the board, as far as no search is needed for it. `toError` makes a contradiction what the
 * reader of the record refuses with.
 */
export function openRecord<E>(
  record: Omit<GameRecord, 'outcome'>,
  play: Play,
  stated: StatedOutcome,
  toError: (contradiction: Contradiction) => E,
): Result<UnsettledRecord<E>, E> {
  const { rules, position } = play;
  const found = statedEnding(play.ending, stated);
  if (!found.ok) return { ok: false, error: toError(found.error) };
  const ending = found.value;
  const needsSearch = ending !== null && !isTakenAsStated(ending, stated) && restsOnSearch(rules.options, ending);
  const settled = (outcome: Result<Outcome, Contradiction>): Result<GameRecord, E> =>
    outcome.ok ? succeed({ ...record, outcome: outcome.value }) : { ok: false, error: toError(outcome.error) };
  return succeed({
    record,
    position,
    rules,
    ending,
    needsSearch,
    settle(solve) {
      if (ending === null) return succeed({ ...record, outcome: null });
      return settled(settleStated(rules, position, ending, stated, solve));
    },
    settleAsStated() {
      if (ending === null || !needsSearch) return this.settle();
      const { points, exact } = stated;
      if (points === null) return null;
      const outcome = settleStated(rules, position, ending, stated, distanceOnly);
      if (!outcome.ok || ending.reason === 'adjudication') return settled(outcome);
      const { winner } = outcome.value;
      const verdict = judgePoints(rules, position, ending, winner, points);
      if (verdict === 'unlikely') return null;
      const detail = `as far as the pieces are from their goals, the game is not worth ${points} points`;
      return settled(
        verdict === 'wrong' ? refuse('Points', detail) : succeed({ ...outcome.value, winner, points, exact }),
      );
    },
  });
}

/** The same record, with its refusals said otherwise. */
export function mapRefusals<E, F>(unsettled: UnsettledRecord<E>, toError: (error: E) => F): UnsettledRecord<F> {
  const mapped = (result: Result<GameRecord, E>): Result<GameRecord, F> =>
    result.ok ? result : { ok: false, error: toError(result.error) };
  return {
    ...unsettled,
    settle: (solve) => mapped(unsettled.settle(solve)),
    settleAsStated: () => {
      const settled = unsettled.settleAsStated();
      return settled && mapped(settled);
    },
  };
}

/** No answer but the least that can be. */
const distanceOnly: Solve = (at, goals) => {
  const distance = at.reduce((sum, square, piece) => sum + distanceBetween(square, goals[piece]!), 0);
  return { movesNeeded: distance, lowerBound: distance, exact: false, line: [], nodes: 0 };
};

/** How the game ended: on the board, or as the record says; `null` while it goes on. */
function statedEnding(onBoard: Ending | null, stated: StatedOutcome): Result<Ending | null, Contradiction> {
  const { result, reason } = stated;
  if (result === RESULTS.unfinished) {
    if (onBoard) return refuse('Result', `the game is over on the board (${onBoard.reason})`);
    if (stated.points !== null) return refuse('Points', 'header Points belongs to a finished game');
    if (!stated.exact) return refuse('Exact', 'header Exact belongs to a finished game');
    return reason === null ? succeed(null) : refuse('Reason', 'header Reason belongs to a finished game');
  }
  const winner = winnerOf(result);
  if (reason === 'adjudication') return succeed({ reason, winner });
  if (onBoard)
    return reason === null || reason === onBoard.reason
      ? succeed(onBoard)
      : refuse('Reason', `the game ended by ${onBoard.reason} on the board, not by ${reason}`);
  if (reason !== 'resignation' && reason !== 'timeout' && reason !== 'agreement')
    return refuse(
      'Reason',
      'the game is not over on the board: Reason must be resignation, timeout, agreement or adjudication',
    );
  if ((reason === 'agreement') !== (winner === null)) return refuse('Reason', `${reason} does not go with ${result}`);
  return succeed({ reason, winner });
}

/** An adjudicator's points are nobody's to work out. */
const isTakenAsStated = ({ reason, winner }: Ending, { points }: StatedOutcome): boolean =>
  reason === 'adjudication' && (points !== null || winner === null);

/**
 * The outcome as stated where the numbers are not proven or the game was adjudicated, else as computed; a difference that
 * can be proven is refused.
 */
function settleStated(
  rules: RuleSet,
  position: Position,
  ending: Ending,
  stated: StatedOutcome,
  solve: Solve | undefined,
): Result<Outcome, Contradiction> {
  const { result, points } = stated;
  if (isTakenAsStated(ending, stated)) return adjudicated(ending, points ?? 0);
  const computed = settleEnding(rules, position, ending, solve);
  if (ending.reason === 'adjudication') return adjudicated(ending, computed.points);
  if (!computed.exact) return unproven(rules, ending, computed, stated);
  if (resultToken(computed) !== result)
    return refuse('Result', `the result is ${resultToken(computed)} on the board, not ${result}`);
  if (points !== null && points !== computed.points)
    return refuse('Points', `the game is worth ${computed.points} points, not ${points}`);
  return succeed(computed);
}

/** Nothing proves the points of a win that was adjudicated. */
const adjudicated = ({ reason, winner }: Ending, points: number): Result<Outcome, Contradiction> =>
  winner === null && points > 0
    ? refuse('Points', 'a drawn game is worth 0 points')
    : succeed({ reason, winner, points, exact: winner === null });

/** Points, and a winner whom only the numbers name, are taken as stated. */
function unproven(
  { options }: RuleSet,
  ending: Ending,
  computed: Outcome,
  { result, points }: StatedOutcome,
): Result<Outcome, Contradiction> {
  const winner = winnerOf(result);
  const drawnByHandicap =
    winner === null &&
    ending.reason === 'goal' &&
    options.tempo === 'one-point' &&
    ending.winner === options.firstPlayer;
  if (!isScored(ending) && winner !== ending.winner && !drawnByHandicap)
    return refuse('Result', `the result is ${resultToken(ending)} on the board, not ${result}`);
  return winner === null && points !== null && points > 0
    ? refuse('Points', 'a drawn game is worth 0 points')
    : succeed({ ...computed, winner, points: points ?? (winner === null ? 0 : computed.points) });
}

/** Reads the value of `Reason`. */
export const parseEndReason = (text: string): EndReason | null => END_REASONS.find((name) => name === text) ?? null;
