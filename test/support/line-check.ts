/** Replays a line of steps square by square, with a geometry of its own. */

interface Step {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

const rankOf = (square: number): number => Math.floor(square / 5);
const fileOf = (square: number): number => 2 * (square % 5) + (rankOf(square) % 2);

/** What is wrong with a line that should bring the pieces from `at` to `goals` (squares by piece), or `null`. */
export function faultOf(line: readonly Step[], at: readonly number[], goals: readonly number[]): string | null {
  const now = [...at];
  for (const [index, { piece, from, to }] of line.entries()) {
    if (now[piece] !== from) return `step ${index}: piece ${piece} is not on ${from}`;
    if (to < 0 || to > 49 || Math.abs(rankOf(from) - rankOf(to)) !== 1 || Math.abs(fileOf(from) - fileOf(to)) !== 1) {
      return `step ${index}: ${from} to ${to} is not one diagonal step`;
    }
    if (now.includes(to)) return `step ${index}: ${to} is occupied`;
    now[piece] = to;
  }
  const lost = now.findIndex((square, piece) => square !== goals[piece]);
  return lost < 0 ? null : `piece ${lost} ends on ${now[lost] ?? 'nothing'}`;
}
