/**
 * `npm run bench:score`: the solver of `movesNeeded` on the sets of scripts/score-sets. For each set it prints the share proven, the
 * largest gap between line and bound in moves, times and nodes. Times are processor time of one call, which other work on the machine
 * disturbs less than the clock; `floor` is the time that the tables of one goal set take in the same run, and the ratio is to that. Every
 * line is replayed and every bound checked on the way: a fault ends the run with an error.
 *
 *   npm run bench:score -- --set games --set scattered    only these sets
 *   npm run bench:score -- --limit 100                    only the first positions of each
 *   npm run bench:score -- --budget 100000                another budget than the default
 *   npm run bench:score -- --open                         also every position that is not proven
 */
import { parseArgs } from 'node:util';
import { DEFAULT_BUDGET, distanceBetween, solveMovesNeeded, type MovesNeeded } from '../src/salta/index.js';
import { makeGoalTables } from '../src/salta/moves-needed/goal-tables.js';
import { BOARD } from '../src/salta/moves-needed/graph.js';
import { SCORE_SETS, type ScorePosition, type ScoreSet } from '../scripts/score-sets/sets.js';
import { faultOf } from '../test/support/line-check.js';

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', multiple: true },
    limit: { type: 'string' },
    budget: { type: 'string' },
    open: { type: 'boolean', default: false },
  },
});
const BUDGET = flags.budget === undefined ? DEFAULT_BUDGET : Number(flags.budget);
const LIMIT = flags.limit === undefined ? Infinity : Number(flags.limit);

interface Measured {
  readonly position: ScorePosition;
  readonly distance: number;
  readonly answer: MovesNeeded;
  readonly milliseconds: number;
}

function measure<T>(work: () => T): { result: T; milliseconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, milliseconds: (user + system) / 1000 };
}

const distanceOf = ({ at, goals }: ScorePosition): number =>
  at.reduce((sum, square, piece) => sum + distanceBetween(square, goals[piece] ?? square), 0);

function check({ position, distance, answer }: Measured): void {
  const { line, movesNeeded, lowerBound, exact } = answer;
  const fault = faultOf(line, position.at, position.goals);
  const parities = [movesNeeded, lowerBound].every((number) => (number - distance) % 2 === 0);
  const bounds = distance <= lowerBound && lowerBound <= movesNeeded && movesNeeded === line.length;
  if (fault !== null || !parities || !bounds || exact !== (lowerBound === movesNeeded)) {
    throw new Error(`${fault ?? 'bounds'}: ${JSON.stringify({ position, distance, movesNeeded, lowerBound, exact })}`);
  }
}

function solveAll(positions: readonly ScorePosition[]): Measured[] {
  return positions.map((position) => {
    const { result, milliseconds } = measure(() => solveMovesNeeded(position.at, position.goals, { budget: BUDGET }));
    const measured = { position, distance: distanceOf(position), answer: result, milliseconds };
    check(measured);
    return measured;
  });
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** Processor time of the tables of one goal set, in milliseconds. */
function floor(): number {
  const goals = SCORE_SETS[0]?.make()[0]?.goals ?? [];
  return quantile(
    Array.from({ length: 15 }, () => measure(() => makeGoalTables(BOARD, goals)).milliseconds),
    0.5,
  );
}

function report(set: ScoreSet, measured: readonly Measured[], unit: number): void {
  const times = measured.map(({ milliseconds }) => milliseconds);
  const nodes = measured.map(({ answer }) => answer.nodes);
  const gaps = measured.map(({ answer }) => answer.movesNeeded - answer.lowerBound);
  const proven = gaps.filter((gap) => gap === 0).length;
  const ms = (share: number): string => `${quantile(times, share).toFixed(1)} ms`;
  const ratio = (share: number): string => (quantile(times, share) / unit).toFixed(2);
  console.log(`${set.name}: ${set.about}`);
  console.log(
    `  proven ${String(proven)} of ${String(measured.length)} (${((100 * proven) / measured.length).toFixed(2)} %), largest gap ${String(Math.max(...gaps))}`,
  );
  console.log(
    `  time   p50 ${ms(0.5)}, p99 ${ms(0.99)}, worst ${ms(1)}; to the floor p50 ${ratio(0.5)}, p99 ${ratio(0.99)}`,
  );
  console.log(
    `  nodes  p50 ${String(quantile(nodes, 0.5))}, p99 ${String(quantile(nodes, 0.99))}, most ${String(quantile(nodes, 1))}`,
  );
  if (!flags.open) return;
  for (const [index, { position, distance, answer }] of measured.entries()) {
    if (answer.exact) continue;
    console.log(
      `  open   ${String(index)} ${position.preset} ${position.side}: ${String(answer.lowerBound)}-${String(answer.movesNeeded)}, distance ${String(distance)}, at ${position.at.join(' ')}`,
    );
  }
}

function chosenSets(): readonly ScoreSet[] {
  const names = flags.set;
  if (names === undefined) return SCORE_SETS;
  const unknown = names.find((name) => !SCORE_SETS.some((set) => set.name === name));
  if (unknown !== undefined)
    throw new Error(`no set ${unknown}; sets are ${SCORE_SETS.map(({ name }) => name).join(', ')}`);
  return SCORE_SETS.filter(({ name }) => names.includes(name));
}

const sets = chosenSets();
const [first] = SCORE_SETS[0]?.make() ?? [];
if (first !== undefined) {
  const cold = measure(() => solveMovesNeeded(first.at, first.goals));
  console.log(`cold: the first call of the process, on a start position, ${cold.milliseconds.toFixed(1)} ms`);
}
// The rest is measured warm: compiled, and with the tables of the presets made.
for (const set of SCORE_SETS) if (set.name === 'walk-60') solveAll(set.make().slice(0, 300));
const unit = floor();
console.log(`floor: the tables of one goal set, ${unit.toFixed(1)} ms; budget ${String(BUDGET)} nodes`);
for (const set of sets) report(set, solveAll(set.make().slice(0, LIMIT)), unit);
