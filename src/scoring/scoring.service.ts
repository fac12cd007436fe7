import { Injectable } from '@nestjs/common';
import { awardOf, bySide, goalSquares, hasMovesNeeded, scoreSide } from '../salta/index.js';
import type { BySide, Ending, MovesNeeded, Position, RuleSet, Score } from '../salta/index.js';
import { SolverPool } from './solver-pool.js';

/** Scores of positions; the searches run in worker threads. */
@Injectable()
export class ScoringService {
  constructor(private readonly solver: SolverPool) {}

  /** The score of a position, final where `ending` is given. Throws `service-unavailable` when too many searches wait. */
  async score(rules: RuleSet, position: Position, ending: Ending | null): Promise<Score> {
    const solved = hasMovesNeeded(rules.options) ? await this.solveBoth(rules, position) : null;
    const sides = bySide((side) => {
      const answer = solved?.[side];
      return scoreSide(rules, position.squares[side], side, answer && (() => answer));
    });
    return { method: rules.options.scoring, award: awardOf(rules.options, sides, ending), sides };
  }

  private async solveBoth(rules: RuleSet, { squares }: Position): Promise<BySide<MovesNeeded>> {
    const goals = goalSquares(rules.options);
    const [light, dark] = await Promise.all([
      this.solver.solve(squares.light, goals.light),
      this.solver.solve(squares.dark, goals.dark),
    ]);
    return { light, dark };
  }
}
