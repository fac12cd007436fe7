import { Injectable } from '@nestjs/common';
import { awardOf, bySide, goalSquares, hasMovesNeeded, scoreSide } from '../salta/index.js';
import type { BySide, Ending, MovesNeeded, Position, RuleSet, Score } from '../salta/index.js';
import { SolverPool, type Purpose } from './solver-pool.js';

/** Scores of positions; the searches run in worker threads. */
@Injectable()
export class ScoringService {
  constructor(private readonly solver: SolverPool) {}

  /** The score of a position, final where `ending` is given. Throws `service-unavailable` when too many questions wait. */
  async score(
    rules: RuleSet,
    position: Position,
    ending: Ending | null,
    purpose: Purpose = 'question',
  ): Promise<Score> {
    const solved = hasMovesNeeded(rules.options) ? await this.solveBoth(rules, position, purpose) : null;
    const sides = bySide((side) => {
      const answer = solved?.[side];
      return scoreSide(rules, position.squares[side], side, answer && (() => answer));
    });
    return { method: rules.options.scoring, award: awardOf(rules.options, sides, ending), sides };
  }

  private async solveBoth(rules: RuleSet, { squares }: Position, purpose: Purpose): Promise<BySide<MovesNeeded>> {
    const goals = goalSquares(rules.options);
    const [light, dark] = await Promise.all([
      this.solver.solve(squares.light, goals.light, purpose),
      this.solver.solve(squares.dark, goals.dark, purpose),
    ]);
    return { light, dark };
  }
}
