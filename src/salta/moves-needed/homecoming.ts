/**
 * A way home that always exists, however long: the line of last resort when the search ends without one.
 *
 * Every placement can be brought into one fixed formation, piece by piece, and steps can be walked back. So the way home is the way
 * from the start into the formation, followed by the way from the goals into the formation, reversed.
 */
import { SQUARE_COUNT, type Square } from '../square.js';
import { BOARD, MAX_DEGREE } from './graph.js';

/** One step of a line: piece and both squares. */
export interface LineStep {
  readonly piece: number;
  readonly from: Square;
  readonly to: Square;
}

/**
 * The squares of the formation, in the order they are taken: the corner j10, whose only neighbour is i9, the rest of rank 10, then
 * ranks 9 and 8. The squares not yet taken always hang together.
 */
const FORMATION: readonly Square[] = [49, 45, 46, 47, 48, 40, 41, 42, 43, 44, 35, 36, 37, 38, 39];

const NOWHERE = -1;
const FAR = 99;

const NEIGHBOURS: readonly (readonly Square[])[] = Array.from(BOARD.degree, (degree, square) =>
  Array.from(BOARD.neighbours.subarray(square * MAX_DEGREE, square * MAX_DEGREE + degree)),
);

/** A line from `at` to `goals` on the whole board, for at most 15 pieces. */
export function bringHome(at: ArrayLike<Square>, goals: ArrayLike<Square>): LineStep[] {
  const back = intoFormation(goals).reverse();
  return [...intoFormation(at), ...back.map(({ piece, from, to }) => ({ piece, from: to, to: from }))];
}

function intoFormation(at: ArrayLike<Square>): LineStep[] {
  const walk = new Walk(at);
  for (let piece = 0; piece < at.length; piece++) walk.bring(piece, FORMATION[piece]!);
  return walk.line;
}

class Walk {
  readonly line: LineStep[] = [];
  private readonly squares: Square[];
  private readonly pieces = new Int32Array(SQUARE_COUNT).fill(NOWHERE);
  private readonly taken = new Uint8Array(SQUARE_COUNT);

  constructor(at: ArrayLike<Square>) {
    this.squares = Array.from(at);
    this.squares.forEach((square, piece) => (this.pieces[square] = piece));
  }

  /** Brings the piece to its place in the formation and keeps it there. */
  bring(piece: number, target: Square): void {
    if (this.pieces[target] !== NOWHERE && this.pieces[target] !== piece) this.clear(target);
    for (let here = this.squares[piece]!; here !== target; here = this.squares[piece]!) {
      const { steps } = this.explore(target);
      const nearer = steps[here]! - 1;
      // An occupied square in a pocket (between here and the target) cannot be cleared; then there is another as near.
      const next = NEIGHBOURS[here]!.find((near) => steps[near] === nearer && this.clear(near, [here, target]));
      if (next === undefined) throw new Error(`no way from square ${here} to ${target}`);
      this.step(piece, next);
    }
    this.taken[target] = 1;
  }

  /**
   * Vacates a square by moving up everybody between it and the nearest vacancy, by way of none of `closed`. Says whether it could.
   */
  private clear(square: Square, closed: readonly Square[] = []): boolean {
    const { order, cameFrom } = this.explore(square, closed);
    const vacancy = order.find((found) => this.pieces[found] === NOWHERE);
    if (vacancy === undefined) return false;
    for (let to = vacancy; to !== square; to = cameFrom[to]!) this.step(this.pieces[cameFrom[to]!]!, to);
    return true;
  }

  /** Breadth-first over the squares that are not taken, `closed` left out. `steps` is `FAR` where it does not come. */
  private explore(
    source: Square,
    closed: readonly Square[] = [],
  ): { order: Square[]; steps: Int32Array; cameFrom: Int32Array } {
    const steps = new Int32Array(SQUARE_COUNT).fill(FAR);
    const cameFrom = new Int32Array(SQUARE_COUNT).fill(NOWHERE);
    const order = [source];
    steps[source] = 0;
    for (const square of order) {
      for (const next of NEIGHBOURS[square]!) {
        if (closed.includes(next) || this.taken[next] === 1 || steps[next] !== FAR) continue;
        steps[next] = steps[square]! + 1;
        cameFrom[next] = square;
        order.push(next);
      }
    }
    return { order, steps, cameFrom };
  }

  private step(piece: number, to: Square): void {
    const from = this.squares[piece]!;
    this.line.push({ piece, from, to });
    this.squares[piece] = to;
    this.pieces[from] = NOWHERE;
    this.pieces[to] = piece;
  }
}
