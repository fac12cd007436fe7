/**
 * The fewest steps home for every start of a few pieces: plain breadth-first search over all states, backwards from the goals. It shares
 * nothing with the solver it checks, not even the geometry of the board.
 */

const SQUARES = 50;

/** Rank and file of a square index, both from 0. */
const rankOf = (square: number): number => Math.floor(square / 5);
const fileOf = (square: number): number => 2 * (square % 5) + (rankOf(square) % 2);

const touches = (a: number, b: number): boolean =>
  Math.abs(rankOf(a) - rankOf(b)) === 1 && Math.abs(fileOf(a) - fileOf(b)) === 1;

export interface ExhaustiveAnswers {
  /** Fewest steps from these squares (by piece) to the goals, or `null` if there is no way. */
  readonly stepsFrom: (at: readonly number[]) => number | null;
  /** Starts with a way home. */
  readonly count: number;
}

/** Solves all starts of `goals.length` pieces on the squares of `board` (the whole one unless given). */
export function solveExhaustively(
  goals: readonly number[],
  board: readonly number[] = Array.from({ length: SQUARES }, (_, square) => square),
): ExhaustiveAnswers {
  const size = board.length;
  const neighbours = board.map((square) => board.flatMap((other, place) => (touches(square, other) ? [place] : [])));
  const steps = new Int16Array(size ** goals.length).fill(-1);
  const encode = (places: readonly number[]): number => places.reduce((code, place) => code * size + place, 0);
  const decode = (code: number): number[] => {
    const places: number[] = [];
    for (let i = 0, rest = code; i < goals.length; i++, rest = Math.floor(rest / size)) places.unshift(rest % size);
    return places;
  };
  const placesOf = (squares: readonly number[]): number[] => squares.map((square) => board.indexOf(square));

  const home = encode(placesOf(goals));
  steps[home] = 0;
  const queue = [home];
  for (const state of queue) {
    const places = decode(state);
    places.forEach((place, piece) => {
      for (const next of neighbours[place] ?? []) {
        if (places.includes(next)) continue;
        const before = encode(places.with(piece, next));
        if (steps[before] !== -1) continue;
        steps[before] = (steps[state] ?? 0) + 1;
        queue.push(before);
      }
    });
  }
  return {
    count: queue.length,
    stepsFrom: (at) => {
      const found = steps[encode(placesOf(at))] ?? -1;
      return found < 0 ? null : found;
    },
  };
}
