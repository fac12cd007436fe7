import { Injectable } from '@nestjs/common';
import { scoreView, type ScoreView } from '../rules/views/index.js';
import { awardOf, bySide, goalSquares, hasMovesNeeded, outcomeOf, scoreSide } from '../salta/index.js';
import type { BySide, Ending, MovesNeeded, Outcome, Position, RuleSet, Score } from '../salta/index.js';
import { SolverPool, type Purpose } from './solver-pool.js';

export interface FinalScore {
  readonly outcome: Outcome;
  readonly finalScore: ScoreView;
}

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

  /** How a game ends in a position, with the score as the API shows it; never put off, since somebody waits for the end. */
  async final(rules: RuleSet, position: Position, ending: Ending): Promise<FinalScore> {
    const score = await this.score(rules, position, ending, 'command');
    return { outcome: outcomeOf(ending, score.award), finalScore: scoreView(score) };
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
