import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { checkVersion } from '../http/entity-tag.js';
import { PlayersService } from '../players/players.service.js';
import { scoreView } from '../rules/views/index.js';
import { opponentOf, outcomeOf, parsePosition, SIDES, unwrap, type Ending, type Side } from '../salta/index.js';
import { ScoringService } from '../scoring/scoring.service.js';
import { sideOf, type Game, type Participant } from './game.js';
import type { GameCommand } from './game-command.js';
import { alreadyRematched, refusalOf } from './game-errors.js';
import type { GameView } from './game.view.js';
import { GamesRepository } from './games.repository.js';
import { GamesService, type OwnGame } from './games.service.js';
import { beforeLast } from './history.js';
import { takebackPlies, type Command } from './lifecycle.js';
import { DEFAULT_OPEN_FOR_MS } from './open-for.js';

/** Writes what a command does, against the version that was judged; false when another command came first. */
type Act = (game: Game, playerId: string) => Promise<boolean>;
/** The same for those who play in the game. */
type PlayerAct = (game: Game, side: Side) => Promise<boolean>;

/** Each time another command was faster. */
const TRIES = 5;

/** Everything that players do with a game besides playing on its board. */
@Injectable()
export class LifecycleService {
  constructor(
    private readonly games: GamesService,
    private readonly repository: GamesRepository,
    private readonly scoring: ScoringService,
    private readonly players: PlayersService,
  ) {}

  /** Takes the free seat of an open game, or accepts a challenge; the game starts. */
  async join(id: string, command: GameCommand): Promise<GameView> {
    return this.command(id, 'join', command, (game, playerId) => this.seat(game, playerId));
  }

  async decline(id: string, command: GameCommand, reason: string | null): Promise<GameView> {
    return this.command(id, 'decline', command, (game, playerId) =>
      this.repository.cancel(game, 'declined', playerId, reason),
    );
  }

  async cancel(id: string, command: GameCommand): Promise<GameView> {
    return this.command(id, 'cancel', command, (game, playerId) =>
      this.repository.cancel(game, 'cancelled', playerId, null),
    );
  }

  /** Ends the game for the opponent. */
  async resign(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'resign', command, (game, side) =>
      this.end(game, { reason: 'resignation', winner: opponentOf(side) }),
    );
  }

  async offerDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'offer-draw', command, (game, side) => this.repository.setDrawOffer(game, side));
  }

  async acceptDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'accept-draw', command, (game) => this.end(game, { reason: 'agreement', winner: null }));
  }

  async declineDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'decline-draw', command, (game) => this.repository.setDrawOffer(game, null));
  }

  async withdrawDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'withdraw-draw', command, (game) => this.repository.setDrawOffer(game, null));
  }

  async requestTakeback(id: string, command: GameCommand): Promise<GameView> {
    // Not tried again: after another move it would ask for something else.
    return this.asPlayer(
      id,
      'request-takeback',
      command,
      (game, side) => this.repository.setTakebackRequest(game, side),
      1,
    );
  }

  async acceptTakeback(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'accept-takeback', command, async (game, side) => {
      const before = beforeLast(game.rules, await this.games.history(game), takebackPlies(game, opponentOf(side)));
      return before !== null && (await this.repository.takeBack(game, before));
    });
  }

  async declineTakeback(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'decline-takeback', command, (game) => this.repository.setTakebackRequest(game, null));
  }

  async withdrawTakeback(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'withdraw-takeback', command, (game) => this.repository.setTakebackRequest(game, null));
  }

  /**
   * Offers a finished game again with exchanged sides, or accepts that where the opponent has offered it already. Throws
   * `player-not-found` when the opponent has deleted the account.
   */
  async rematch(id: string, command: GameCommand): Promise<GameView> {
    const { game, playerId } = await this.judge(id, 'rematch', command);
    for (let tries = 1; tries <= TRIES; tries++) {
      const made = await this.offerRematch(game, seatOf(game, playerId));
      if (made !== null) return this.games.get(made, command.credentials);
      const offeredId = await this.repository.findRematch(id);
      // Either the rematch was cancelled in between, or there is nobody to play it with.
      if (offeredId === null) {
        await this.players.find(idOf(game.players[opponentOf(seatOf(game, playerId))]));
        continue;
      }
      const { game: offered } = await this.games.open(offeredId, command.credentials);
      if (offered.status === 'cancelled') continue; // nobody accepted it in time
      if (offered.status !== 'open' || offered.creator.id === playerId) throw alreadyRematched(offered);
      if (await this.seat(offered, playerId)) return this.games.get(offeredId, command.credentials);
    }
    throw await this.games.lostRace(id, command.credentials);
  }

  /**
   * Ends or leaves every game that a player has not finished: challenges are declined, open games and those that have
   * hardly begun cancelled, all others resigned.
   */
  async leaveAll(playerId: string): Promise<void> {
    for (const id of await this.repository.findUnfinished(playerId)) while (!(await this.leave(id, playerId)));
  }

  /** False when another command came first. */
  private async leave(id: string, playerId: string): Promise<boolean> {
    const { game } = await this.repository.findForCaller(id, null);
    if (!game) return true;
    const may = (command: Command) => refusalOf(command, game, playerId) === null;
    if (may('decline')) return this.repository.cancel(game, 'declined', playerId, null);
    if (may('cancel')) return this.repository.cancel(game, 'cancelled', playerId, null);
    if (!may('resign')) return true;
    return this.end(game, { reason: 'resignation', winner: opponentOf(seatOf(game, playerId)) });
  }

  /** The new game's id; `null` when a rematch is there already, or one of the players is not any more. */
  private async offerRematch(game: Game, side: Side): Promise<string | null> {
    const { rules, rated, visibility, timeControl, players } = game;
    const { startPosition } = await this.games.history(game);
    const id = uuidv7();
    const added = await this.repository.add({
      ...{ id, rules, rated, visibility, timeControl, start: unwrap(parsePosition(startPosition)) },
      creatorId: idOf(players[side]),
      creatorSide: opponentOf(side),
      opponentId: idOf(players[opponentOf(side)]),
      openForMs: DEFAULT_OPEN_FOR_MS,
      rematchOf: game.id,
    });
    return added ? id : null;
  }

  private async seat(game: Game, playerId: string): Promise<boolean> {
    const creatorSide = game.creatorSide === 'random' ? SIDES[randomInt(2) as 0 | 1] : game.creatorSide;
    return this.repository.start(game, { light: playerId, dark: playerId, [creatorSide]: game.creator.id });
  }

  private async end(game: Game, ending: Ending): Promise<boolean> {
    const score = await this.scoring.score(game.rules, game.position, ending, 'command');
    return this.repository.finish(game, outcomeOf(ending, score.award), scoreView(score));
  }

  /**
   * Has a command judged and done. When another command comes in between, it is judged again by what the game has become:
   * whoever loses a race learns why its command no longer stands, unless it was meant for the version before.
   */
  private async command(id: string, name: Command, command: GameCommand, act: Act, tries = TRIES): Promise<GameView> {
    while (tries-- > 0) {
      const { game, playerId } = await this.judge(id, name, command);
      if (await act(game, playerId)) return this.games.get(id, command.credentials);
    }
    throw await this.games.lostRace(id, command.credentials);
  }

  private asPlayer(id: string, name: Command, command: GameCommand, act: PlayerAct, tries?: number): Promise<GameView> {
    return this.command(id, name, command, (game, playerId) => act(game, seatOf(game, playerId)), tries);
  }

  private async judge(id: string, name: Command, { credentials, accepted }: GameCommand): Promise<OwnGame> {
    const own = await this.games.openToAct(id, credentials);
    const refusal = refusalOf(name, own.game, own.playerId);
    if (refusal) throw refusal;
    checkVersion(accepted, own.game.version);
    return own;
  }
}

/** The seat of a player whom the table has let through. */
function seatOf(game: Game, playerId: string): Side {
  const side = sideOf(game, playerId);
  if (side === null) throw new Error(`player ${playerId} has no seat in game ${game.id}`);
  return side;
}

function idOf(player: Participant | null): string {
  if (!player) throw new Error('a finished game has a free seat');
  return player.id;
}
