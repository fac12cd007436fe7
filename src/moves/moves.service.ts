import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { checkVersion } from '../http/entity-tag.js';
import { decodeCursor, encodeCursor, foreignCursor, pageOf, type Page } from '../http/page.js';
import type { Game, Offers } from '../games/game.js';
import { currentState, refusalOf } from '../games/game-errors.js';
import { gameView } from '../games/game.view.js';
import type { GameCommand } from '../games/game-command.js';
import { GamesService, type OwnGame } from '../games/games.service.js';
import { CALL_ENTRY, encodeMove, readEntries } from '../games/history.js';
import type { Command } from '../games/lifecycle.js';
import type { Credentials } from '../players/credentials.js';
import { PositionsService } from '../rules/positions.service.js';
import { RulesService } from '../rules/rules.service.js';
import { recordedMoveView, scoreView, type RecordedMoveView } from '../rules/views/index.js';
import { formatMove, outcomeOf, type Play, type SquareNotation } from '../salta/index.js';
import { ScoringService } from '../scoring/scoring.service.js';
import type { MoveBody, MovesQuery } from './moves.dto.js';
import type { AcceptedMoveView, GameLegalMovesView, SaltaCallResultView } from './moves.view.js';
import { MovesRepository, type NewEntry } from './moves.repository.js';
import { RecentGames } from './recent-games.js';

const LIST = 'moves';

/** A command on the board of a game, and how squares are written in its answer. */
export interface BoardCommand extends GameCommand {
  readonly name: Extract<Command, 'move' | 'salta-call'>;
  readonly notation: SquareNotation;
  readonly body?: MoveBody;
}

export interface MoveCommand extends BoardCommand {
  readonly name: 'move';
  readonly body: MoveBody;
}

export interface CallCommand extends BoardCommand {
  readonly name: 'salta-call';
}

/** What is done on the board, and how it is stored. */
type Perform<Entry> = (play: Play) => { readonly entry: Entry; readonly bytes: NewEntry['bytes'] };

interface Acted<Entry> {
  readonly entry: Entry;
  readonly game: Game;
  readonly at: Date;
}

@Injectable()
export class MovesService {
  constructor(
    private readonly moves: MovesRepository,
    private readonly games: GamesService,
    private readonly rules: RulesService,
    private readonly positions: PositionsService,
    private readonly scoring: ScoringService,
    private readonly recent: RecentGames,
  ) {}

  /** What the side to move can play; nothing in a game that is finished. */
  async legalMoves(id: string, notation: SquareNotation, credentials: Credentials): Promise<GameLegalMovesView> {
    const { game } = await this.games.open(id, credentials);
    const play = this.rules.play(game.rules, game.position);
    return { gameId: game.id, ...(await this.positions.legalMovesOf(play, notation, game.outcome)) };
  }

  /** Every move of the game in order, those included that a call took back. */
  async list(id: string, query: MovesQuery, credentials: Credentials): Promise<Page<RecordedMoveView>> {
    const { game } = await this.games.open(id, credentials);
    const entries = readEntries(game.rules, await this.games.history(game));
    const from = query.cursor === undefined ? 0 : readPlace(query.cursor);
    const rows = entries.flatMap(({ entry, at }, index) =>
      index >= from && entry.kind === 'move' ? [{ ...entry, at, index }] : [],
    );
    const { limit, notation } = query;
    return pageOf(
      rows.slice(0, limit + 1),
      limit,
      ({ index }) => encodeCursor(LIST, [index + 1]),
      ({ move, retracted, at }) => recordedMoveView(move, retracted, at, notation),
    );
  }

  /**
   * Plays a move. Throws what opening a game throws, `game-over`, `game-not-active`, `stale-ply`, `not-your-turn`,
   * `invalid-notation`, `illegal-move`, and `stale-version` for the loser of a race.
   */
  async play(id: string, command: MoveCommand): Promise<AcceptedMoveView> {
    const { body, notation } = command;
    const {
      entry: move,
      game,
      at,
    } = await this.act(id, command, (play) => {
      const played = this.rules.move(play, this.rules.parseMove(body.move), notation);
      return { entry: played, bytes: encodeMove(played) };
    });
    return { move: recordedMoveView(move, false, at, notation), game: gameView(game) };
  }

  /** Calls "Salta!" on the last step. Throws what `play` throws, `illegal-call` instead of `illegal-move`. */
  async callSalta(id: string, command: CallCommand): Promise<SaltaCallResultView> {
    const {
      entry: call,
      game,
      at,
    } = await this.act(id, command, (play) => ({
      entry: this.rules.call(play),
      bytes: CALL_ENTRY,
    }));
    const step = { from: call.retracted.from, path: [call.retracted.to], jump: false };
    return {
      call: { by: call.by, retracted: formatMove(step, command.notation), calledAt: at.toISOString() },
      game: gameView(game),
    };
  }

  /**
   * Has the caller act in a game. What this process remembers of the game is tried first, which saves a look at the
   * database; where that leads to no accepted entry, for whatever reason, the game is read and the answer is about that.
   */
  private async act<Entry>(id: string, command: BoardCommand, perform: Perform<Entry>): Promise<Acted<Entry>> {
    const remembered = this.recent.recall(id, command.credentials);
    if (remembered) {
      const acted = await this.attempt(remembered, command, perform).catch(unlessFailure);
      if (acted) return acted;
      this.recent.forget(id);
    }
    return this.attempt(await this.games.openToAct(id, command.credentials), command, perform);
  }

  private async attempt<Entry>(own: OwnGame, command: BoardCommand, perform: Perform<Entry>): Promise<Acted<Entry>> {
    const { game, playerId, credentials } = own;
    const refusal = refusalOf(command.name, game, playerId);
    // Whoever's move has been made already learns more from its ply than from whose turn it is.
    if (refusal?.code === 'not-your-turn') checkPly(game, command.body?.ply);
    if (refusal) throw refusal;
    checkVersion(command.accepted, game.version);
    checkPly(game, command.body?.ply);
    const play = this.rules.play(game.rules, game.position);
    const { entry, bytes } = perform(play);
    const stored = await this.append(own, bytes, play);
    this.recent.remember({ game: stored.game, playerId, credentials });
    return { ...stored, entry };
  }

  /** Stores an entry with what it leads to; gives the game as it then is. */
  private async append(own: OwnGame, bytes: NewEntry['bytes'], play: Play): Promise<{ game: Game; at: Date }> {
    const { game, credentials } = own;
    const { position } = play;
    const end = await this.endOf(play);
    const at = await this.moves.append(game, { bytes, position, end }, own);
    if (at === null) throw await this.games.lostRace(game.id, credentials);
    const ended = end && ({ status: 'finished', outcome: end.outcome, finishedAt: at } as const);
    const { callState } = game.position;
    const calledStep = position.callState === 'called' && callState !== 'called' ? callState : null;
    const version = game.version + 1;
    const offers = { drawOffers: withdrawn(game.drawOffers), takebacks: withdrawn(game.takebacks) };
    return { game: { ...game, version, position, calledStep, ...offers, ...ended }, at };
  }

  private async endOf({ rules, position, ending }: Play): Promise<NewEntry['end']> {
    if (!ending) return null;
    const score = await this.scoring.score(rules, position, ending, 'command');
    return { outcome: outcomeOf(ending, score.award), finalScore: scoreView(score) };
  }
}

/** The place in the history at which a page begins. */
function readPlace(cursor: string): number {
  const place = Number(decodeCursor(LIST, ['number'], cursor)[0]);
  if (!Number.isSafeInteger(place) || place < 0) throw foreignCursor();
  return place;
}

function checkPly(game: Game, ply: number | undefined): void {
  const next = game.position.ply + 1;
  if (ply !== undefined && ply !== next)
    throw new DomainError(
      'stale-ply',
      `The move is meant for ply ${String(ply)}, the next one is ply ${String(next)}.`,
      currentState(game),
    );
}

/** What a move leaves of an offer: nothing that stands. */
const withdrawn = ({ last }: Offers): Offers => ({ standing: null, last });

/** A refusal that rests on what was remembered is none yet; a failure is one in any case. */
function unlessFailure(error: unknown): null {
  if (error instanceof DomainError && error.code !== 'service-unavailable') return null;
  throw error;
}
