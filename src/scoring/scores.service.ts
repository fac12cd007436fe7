import { Injectable } from '@nestjs/common';
import { GamesService } from '../games/games.service.js';
import type { Credentials } from '../players/credentials.js';
import type { PositionBody } from '../rules/positions.dto.js';
import { RulesService } from '../rules/rules.service.js';
import { rewriteSquares, scoreView, type ScoreView } from '../rules/views/index.js';
import type { SquareNotation } from '../salta/index.js';
import { ScoringService } from './scoring.service.js';

@Injectable()
export class ScoresService {
  constructor(
    private readonly games: GamesService,
    private readonly rules: RulesService,
    private readonly scoring: ScoringService,
  ) {}

  /** The score of any position; final where the position ends the game. */
  async ofPosition(body: PositionBody, notation: SquareNotation): Promise<ScoreView> {
    const rules = this.rules.ruleSet(body.rules);
    const { position, ending } = this.rules.play(rules, this.rules.position(rules, body.position));
    return scoreView(await this.scoring.score(rules, position, ending), notation);
  }

  /** The score of a game's position: the one stored when it ended, or what it would be if it ended now. */
  async ofGame(id: string, notation: SquareNotation, credentials: Credentials): Promise<ScoreView> {
    const { game } = await this.games.open(id, credentials);
    if (game.outcome) return rewriteSquares(await this.games.finalScore(game), notation);
    return scoreView(await this.scoring.score(game.rules, game.position, null), notation);
  }
}
