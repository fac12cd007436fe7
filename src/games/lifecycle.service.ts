import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { advanceClock, type ClockEvent } from '../clocks/correspondence-clock.js';
import { DAY } from '../clocks/duration.js';
import { Transactions } from '../database/transactions.js';
import { DomainError } from '../domain-error.js';
import type { NewEvent } from '../events/event.js';
import { checkVersion } from '../http/entity-tag.js';
import { PlayersService } from '../players/players.service.js';
import { formatPosition, opponentOf, parsePosition, SIDES, unwrap, type Side } from '../salta/index.js';
import { sideOf, type Game, type Participant } from './game.js';
import type { GameCommand } from './game-command.js';
import { alreadyRematched, refusalOf } from './game-errors.js';
import type { GameView } from './game.view.js';
import { GameTimeService } from './game-time.service.js';
import { GamesRepository, type GameCancellation } from './games.repository.js';
import { GamesService, type OwnGame } from './games.service.js';
import { beforeLast } from './history.js';
import { takebackPlies, type Command } from './lifecycle.js';
import { DEFAULT_OPEN_FOR_MS } from './open-for.js';

/** Writes what a command does, against the version that was judged; false when another command came first. */
type Act = (game: Game, playerId: string) => Promise<boolean>;
/** The same for those who play in the game. */
type PlayerAct = (game: Game, side: Side) => Promise<boolean>;

const MAX_PAUSE_MS = 366 * DAY;

/** Each time another command was faster. */
const TRIES = 5;

/** Everything that players do with a game besides playing on its board. */
@Injectable()
export class LifecycleService {
  constructor(
    private readonly games: GamesService,
    private readonly repository: GamesRepository,
    private readonly time: GameTimeService,
    private readonly players: PlayersService,
    private readonly transactions: Transactions,
  ) {}

  /** Takes the free seat of an open game, or accepts a challenge; the game starts. */
  async join(id: string, command: GameCommand): Promise<GameView> {
    return this.command(id, 'join', command, (game, playerId) => this.seat(game, playerId));
  }

  async decline(id: string, command: GameCommand, reason: string | null): Promise<GameView> {
    return this.command(id, 'decline', command, (game, playerId) =>
      this.repository.cancel(game, { kind: 'declined', playerId, reason, clock: null }),
    );
  }

  async cancel(id: string, command: GameCommand): Promise<GameView> {
    return this.command(id, 'cancel', command, (game, playerId) =>
      this.repository.cancel(game, cancellation(game, playerId)),
    );
  }

  /** Ends the game for the opponent. */
  async resign(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'resign', command, (game, side) =>
      this.time.end(game, { reason: 'resignation', winner: opponentOf(side) }),
    );
  }

  async offerDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'offer-draw', command, (game, side) =>
      this.repository.setDrawOffer(game, side, { type: 'draw.offered', data: { by: side } }),
    );
  }

  async acceptDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'accept-draw', command, (game) =>
      this.time.end(game, { reason: 'agreement', winner: null }),
    );
  }

  async declineDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'decline-draw', command, (game, side) =>
      this.repository.setDrawOffer(game, null, { type: 'draw.declined', data: { by: side } }),
    );
  }

  async withdrawDraw(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'withdraw-draw', command, (game, side) =>
      this.repository.setDrawOffer(game, null, { type: 'draw.withdrawn', data: { by: side } }),
    );
  }

  async requestTakeback(id: string, command: GameCommand): Promise<GameView> {
    // Not tried again: after another move it would ask for something else.
    return this.asPlayer(
      id,
      'request-takeback',
      command,
      (game, side) =>
        this.repository.setTakebackRequest(game, side, {
          type: 'takeback.requested',
          data: { by: side, plies: takebackPlies(game, side) },
        }),
      1,
    );
  }

  async acceptTakeback(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'accept-takeback', command, async (game, side) => {
      const plies = takebackPlies(game, opponentOf(side));
      const before = beforeLast(game.rules, await this.games.history(game), plies);
      if (!before) return false;
      const clock = game.clock && advanceClock(game.clock, { type: 'takeback', plies }, game.readAt.getTime());
      const { position } = before;
      const data = { by: side, plies, ply: position.ply, position: formatPosition(position) };
      return this.repository.takeBack(game, before, clock, { type: 'takeback.accepted', data });
    });
  }

  async declineTakeback(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'decline-takeback', command, (game, side) =>
      this.repository.setTakebackRequest(game, null, { type: 'takeback.declined', data: { by: side } }),
    );
  }

  async withdrawTakeback(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'withdraw-takeback', command, (game, side) =>
      this.repository.setTakebackRequest(game, null, { type: 'takeback.withdrawn', data: { by: side } }),
    );
  }

  /**
   * Offers a finished game again with exchanged sides, or accepts that where the opponent has offered it already. Throws
   * `player-not-found` when the opponent has deleted the account.
   */
  async rematch(id: string, command: GameCommand): Promise<GameView> {
    const { game, playerId } = await this.judge(id, 'rematch', command);
    return this.transactions.run(async () => {
      // Of two who ask at once, the second one finds the game of the first: it must not lock their players before that.
      await this.repository.hold(id);
      for (let tries = 1; tries <= TRIES; tries++) {
        const offeredId = await this.repository.findRematch(id);
        if (offeredId === null) {
          const made = await this.offerRematch(game, seatOf(game, playerId));
          if (made !== null) return this.games.get(made, command.credentials);
          await this.players.find(idOf(game.players[opponentOf(seatOf(game, playerId))]));
          continue;
        }
        const { game: offered } = await this.games.open(offeredId, command.credentials);
        if (offered.status === 'cancelled') continue; // nobody accepted it in time
        if (offered.status !== 'open' || offered.creator.id === playerId) throw alreadyRematched(offered);
        if (await this.seat(offered, playerId)) return this.games.get(offeredId, command.credentials);
      }
      throw await this.games.lostRace(id, command.credentials);
    });
  }

  async offerPause(id: string, command: GameCommand, until: Date | null): Promise<GameView> {
    return this.asPlayer(id, 'offer-pause', command, (game, side) => {
      checkPauseEnd(until, game.readAt);
      return this.repository.setPauseOffer(game, { by: side, until }, pauseEvent('pause.offered', side, until));
    });
  }

  async acceptPause(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'accept-pause', command, (game, side) => {
      const until = game.pauseOffer?.until ?? null;
      const event = { type: 'pause', until: until?.getTime() ?? null } as const;
      return this.turnClock(game, event, pauseEvent('pause.started', side, until), 'pause');
    });
  }

  async declinePause(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'decline-pause', command, (game, side) =>
      this.repository.setPauseOffer(game, null, { type: 'pause.declined', data: { by: side } }),
    );
  }

  async withdrawPause(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'withdraw-pause', command, (game, side) =>
      this.repository.setPauseOffer(game, null, { type: 'pause.withdrawn', data: { by: side } }),
    );
  }

  /** Ends a pause, as either player may. */
  async resume(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'resume', command, (game, side) =>
      this.turnClock(game, { type: 'resume' }, { type: 'pause.ended', data: { by: side } }),
    );
  }

  /** Proposes that weekends no longer count, or count again where they do not. */
  async offerWeekends(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'offer-weekends', command, (game, side) =>
      this.repository.setWeekendsOffer(game, side, {
        type: 'weekends.offered',
        data: { by: side, count: !weekendsCount(game) },
      }),
    );
  }

  async acceptWeekends(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'accept-weekends', command, (game, side) => {
      const count = !weekendsCount(game);
      const changed = { type: 'weekends.changed', data: { by: side, count } } as const;
      return this.turnClock(game, { type: 'weekends', count }, changed, 'weekends');
    });
  }

  async declineWeekends(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'decline-weekends', command, (game, side) =>
      this.repository.setWeekendsOffer(game, null, { type: 'weekends.declined', data: { by: side } }),
    );
  }

  async withdrawWeekends(id: string, command: GameCommand): Promise<GameView> {
    return this.asPlayer(id, 'withdraw-weekends', command, (game, side) =>
      this.repository.setWeekendsOffer(game, null, { type: 'weekends.withdrawn', data: { by: side } }),
    );
  }

  private async turnClock(
    game: Game,
    event: ClockEvent,
    told: NewEvent,
    settled?: 'pause' | 'weekends',
  ): Promise<boolean> {
    if (!game.clock) throw new Error(`game ${game.id} has no clock`);
    return this.repository.setClock(game, advanceClock(game.clock, event, game.readAt.getTime()), [told], settled);
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
    // What its clock asks for comes first, as for everybody.
    const { game, settled } = await this.time.findSettled(id, null);
    if (!game) return true;
    if (!settled) return false;
    const may = (command: Command) => refusalOf(command, game, playerId) === null;
    if (may('decline')) return this.repository.cancel(game, { kind: 'declined', playerId, reason: null, clock: null });
    if (may('cancel')) return this.repository.cancel(game, cancellation(game, playerId));
    if (!may('resign')) return true;
    return this.time.end(game, { reason: 'resignation', winner: opponentOf(seatOf(game, playerId)) });
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
    const seats = { light: playerId, dark: playerId, [creatorSide]: game.creator.id };
    return this.repository.start(game, seats, (start) => this.time.startClock(game, seats, start));
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

const cancellation = ({ clock, readAt }: Game, playerId: string): GameCancellation => ({
  kind: 'cancelled',
  playerId,
  reason: null,
  clock: clock && advanceClock(clock, { type: 'end' }, readAt.getTime()),
});

const pauseEvent = (type: 'pause.offered' | 'pause.started', by: Side, until: Date | null): NewEvent => ({
  type,
  data: { by, until: until?.toISOString() ?? null },
});

const weekendsCount = ({ clock }: Game): boolean => clock?.weekendsCount ?? true;

/** Throws `invalid-request` for a pause that would be over before it begins, or is longer than a year. */
function checkPauseEnd(until: Date | null, now: Date): void {
  if (until === null) return;
  const length = until.getTime() - now.getTime();
  if (length <= 0 || length > MAX_PAUSE_MS)
    throw new DomainError('invalid-request', 'The pause cannot last so long.', {
      errors: [{ pointer: '/until', detail: 'must lie in the future, at most a year ahead' }],
    });
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
