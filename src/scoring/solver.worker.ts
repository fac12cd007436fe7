/** Runs in a worker thread: the search for `movesNeeded`, off the thread that answers requests. */
import { solveMovesNeeded, type MovesNeeded, type Squares } from '../salta/index.js';

export interface SolverTask {
  readonly at: Squares;
  readonly goals: Squares;
}

export const solve = ({ at, goals }: SolverTask): MovesNeeded => solveMovesNeeded(at, goals);
