/** The board as a graph for the solver: who borders on whom, and how far apart two squares are. */
import { fileOf, rankOf, SQUARE_COUNT, squareAt, type Square } from '../square.js';

/** The most steps a square can have. */
export const MAX_DEGREE = 4;

/** A distance that no two joined squares have. */
export const UNREACHABLE = 255;

export interface Graph {
  /** `degree[s]` neighbours of square s, at `neighbours[s * MAX_DEGREE + i]`, ascending. */
  readonly neighbours: Int32Array;
  readonly degree: Int32Array;
  /** Steps from a to b at `distance[a * SQUARE_COUNT + b]`, or `UNREACHABLE`. */
  readonly distance: Uint8Array;
}

/** The 50 squares without the ones left out, which is how tests cut small boards out of the large one. */
export function makeGraph(leftOut: readonly Square[] = []): Graph {
  const closed = new Set(leftOut);
  const neighbours = new Int32Array(SQUARE_COUNT * MAX_DEGREE).fill(-1);
  const degree = new Int32Array(SQUARE_COUNT);
  for (let square = 0; square < SQUARE_COUNT; square++) {
    if (closed.has(square)) continue;
    for (const [files, ranks] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const) {
      const next = squareAt(fileOf(square) + files, rankOf(square) + ranks);
      if (next === null || closed.has(next)) continue;
      neighbours[square * MAX_DEGREE + degree[square]!] = next;
      degree[square]!++;
    }
  }
  return { neighbours, degree, distance: allDistances(neighbours, degree) };
}

function allDistances(neighbours: Int32Array, degree: Int32Array): Uint8Array {
  const distance = new Uint8Array(SQUARE_COUNT * SQUARE_COUNT).fill(UNREACHABLE);
  const queue = new Int32Array(SQUARE_COUNT);
  for (let source = 0; source < SQUARE_COUNT; source++) {
    const row = source * SQUARE_COUNT;
    distance[row + source] = 0;
    queue[0] = source;
    for (let head = 0, tail = 1; head < tail; head++) {
      const square = queue[head]!;
      for (let i = 0; i < degree[square]!; i++) {
        const next = neighbours[square * MAX_DEGREE + i]!;
        if (distance[row + next] !== UNREACHABLE) continue;
        distance[row + next] = distance[row + square]! + 1;
        queue[tail++] = next;
      }
    }
  }
  return distance;
}

/** The whole board. */
export const BOARD: Graph = makeGraph();
