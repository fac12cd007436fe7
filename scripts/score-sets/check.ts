/**
 * Compares the solver of `movesNeeded` with a plain breadth-first search over all states, on thousands of small positions: up to three
 * pieces anywhere and up to five in a corner, with the usual schedule and with one that hurries every stage. Any difference is an error.
 *
 *   tsx scripts/score-sets/check.ts                   about 20,000 positions
 *   tsx scripts/score-sets/check.ts --rounds 10       ten times as many, each round from seeds of its own
 */
import { parseArgs } from 'node:util';
import { compareSolvers, HURRIED, SMALL_CASES } from '../../test/support/small-positions.js';

const GOAL_SETS = 20;
const STARTS = 100;

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } });
const rounds = Number(flags.rounds);

let total = 0;
let faults = 0;
for (const small of SMALL_CASES) {
  for (const [manner, schedule] of [
    ['patient', undefined],
    ['hurried', HURRIED],
  ] as const) {
    let compared = 0;
    let withRetreats = 0;
    for (let round = 0; round < rounds; round++) {
      const seed = 1_000 * round + (schedule === undefined ? 1 : 2);
      const comparison = compareSolvers(small, { goalSets: GOAL_SETS, starts: STARTS, seed }, schedule);
      compared += comparison.compared;
      withRetreats += comparison.withRetreats;
      faults += comparison.faults.length;
      for (const fault of comparison.faults) console.error(`${small.name}: ${fault}`);
    }
    console.log(`${small.name}, ${manner}: ${String(compared)} compared, ${String(withRetreats)} with retreats`);
    total += compared;
  }
}
console.log(`${String(total)} positions compared, ${String(faults)} differ`);
if (faults > 0 || total === 0) process.exitCode = 1;
