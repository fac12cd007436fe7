import { Injectable } from '@nestjs/common';
import { formatPosition, outcomeOf } from '../salta/index.js';
import type { Outcome, Play, Square, SquareNotation } from '../salta/index.js';
import { ScoringService } from '../scoring/scoring.service.js';
import { renderBoard } from './board-svg.js';
import type { BoardQuery, LegalMovesView, PlayBody, PlayView, PositionBody } from './positions.dto.js';
import { readRuleSetText } from './rule-set-text.js';
import { RulesService } from './rules.service.js';
import { moveView, outcomeView, playedMoveView, type OutcomeView } from './views/index.js';

const inQuery = (name: string) => ({ in: 'query', pointer: `/${name}` }) as const;

/** Rules as a service: positions that nothing is kept of. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly rules: RulesService,
    private readonly scoring: ScoringService,
  ) {}

  async legalMoves(body: PositionBody, notation: SquareNotation): Promise<LegalMovesView> {
    const rules = this.rules.ruleSet(body.rules);
    return this.legalMovesOf(this.rules.play(rules, this.rules.position(rules, body.position)), notation);
  }

  /** The same for a position that is known already; with `outcome`, of a game that has ended in it. */
  async legalMovesOf(play: Play, notation: SquareNotation, outcome: Outcome | null = null): Promise<LegalMovesView> {
    const { position } = play;
    return {
      position: formatPosition(position),
      sideToMove: position.sideToMove,
      ply: position.ply,
      jumpObligatory: outcome === null && play.jumpObligatory,
      legalMoves: outcome ? [] : play.legalMoves().map((move) => moveView(move, notation)),
      outcome: outcome ? outcomeView(outcome) : await this.outcome(play),
    };
  }

  async play(body: PlayBody, notation: SquareNotation): Promise<PlayView> {
    const rules = this.rules.ruleSet(body.rules);
    const start = this.rules.position(rules, body.position);
    const actions = body.moves.map((text, index) => this.rules.parseAction(text, `/moves/${index}`));
    const { entries, play } = this.rules.replay(rules, start, actions, notation);
    return {
      position: formatPosition(play.position),
      moves: entries.flatMap((entry) =>
        entry.kind === 'move' ? [playedMoveView(entry.move, entry.retracted, notation)] : [],
      ),
      outcome: await this.outcome(play),
    };
  }

  /** The picture of a position, as SVG. */
  board(query: BoardQuery): string {
    const rules = this.rules.ruleSet(readRuleSetText(query.rules), inQuery('rules'));
    const position =
      query.position === undefined
        ? this.rules.startPosition(rules)
        : this.rules.position(rules, query.position, inQuery('position'));
    return renderBoard({ position, rules, flip: query.flip, lastMove: this.markedMove(query.lastMove) });
  }

  private markedMove(text: string | undefined): { from: Square; path: readonly Square[] } | null {
    if (text === undefined) return null;
    const [from, ...path] = this.rules.parseMove(text, inQuery('lastMove'));
    return { from, path };
  }

  private async outcome(play: Play): Promise<OutcomeView | null> {
    const { ending, rules, position } = play;
    if (ending === null) return null;
    const { award } = await this.scoring.score(rules, position, ending);
    return outcomeView(outcomeOf(ending, award));
  }
}
