import { Inject, Injectable } from '@nestjs/common';
import { advanceClock, type ClockEvent } from '../clocks/correspondence-clock.js';
import { automaticVacationAt } from '../clocks/automatic-vacation.js';
import { deadlineOf, type Clock } from '../clocks/clock.js';
import { formatDuration } from '../clocks/duration.js';
import { formatInstant, type Instant } from '../clocks/instant.js';
import {
  beginVacation,
  endVacation,
  endedByItself,
  vacationLeft,
  type VacationAccount,
  type VacationPolicy,
  type VacationRefusal,
} from '../clocks/vacation.js';
import { CONFIG, type Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import { DomainError } from '../domain-error.js';
import type { NewEvent } from '../events/event.js';
import { requirePlayer, type Credentials } from '../players/credentials.js';
import { PlayersService } from '../players/players.service.js';
import { succeed, type Result, type Side } from '../salta/index.js';
import { sideOf, type Game } from './game.js';
import { GamesRepository } from './games.repository.js';
import type { VacationView } from './vacation.view.js';
import { VacationsRepository, type PlayerVacation } from './vacations.repository.js';

type Apply = (account: VacationAccount, now: Instant) => Result<VacationAccount, VacationRefusal>;

const REFUSALS: Readonly<Record<VacationRefusal, string>> = {
  'on-vacation': 'You are on vacation already.',
  'not-on-vacation': 'You are not on vacation.',
  'no-days-left': 'Your vacation days of this year are used up.',
};

/** Days off: each player has some in a year, and they stop its time in every game that knows vacations. */
@Injectable()
export class VacationsService {
  readonly policy: VacationPolicy;

  constructor(
    private readonly vacations: VacationsRepository,
    private readonly games: GamesRepository,
    private readonly players: PlayersService,
    private readonly transactions: Transactions,
    @Inject(CONFIG) config: Pick<Config, 'vacationDays'>,
  ) {
    this.policy = { daysPerYear: config.vacationDays };
  }

  /** The accounts of players, by their ids. */
  async accountsOf(playerIds: readonly string[]): Promise<ReadonlyMap<string, PlayerVacation>> {
    return this.vacations.find(playerIds);
  }

  async get(credentials: Credentials): Promise<VacationView> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'read');
    return this.view(playerId);
  }

  /** Goes on vacation now. Throws `on-vacation`, `no-days-left`. */
  async begin(credentials: Credentials): Promise<VacationView> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'play');
    await this.change(playerId, (account, now) => beginVacation(account, now, this.policy));
    return this.view(playerId);
  }

  /** Comes back now. Throws `not-on-vacation`. */
  async end(credentials: Credentials): Promise<VacationView> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'play');
    await this.change(playerId, endVacation);
    return this.view(playerId);
  }

  /** Says whether a vacation shall begin by itself before a deadline is missed: at once, where it should have already. */
  async setAutomatic(automatic: boolean, credentials: Credentials): Promise<VacationView> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'play');
    await this.beginByItself(playerId); // what was said before holds up to now
    await this.vacations.setAutomatic(playerId, automatic);
    await this.beginByItself(playerId);
    return this.view(playerId);
  }

  /** When the vacation of the side to move begins by itself; `null` when it does not. */
  automaticAt(clock: Clock, { account, automaticSince }: PlayerVacation): Instant | null {
    if (automaticSince === null) return null;
    const due = automaticVacationAt(clock, account, this.policy);
    const deadline = deadlineOf(clock);
    if (due === null || deadline === null) return null;
    // Whoever asks for it late has what is left then.
    const at = Math.max(due, automaticSince);
    return at < deadline ? at : null;
  }

  /** Begins the vacation that was to begin by itself by now, as of that moment; false when there is none. */
  async beginByItself(playerId: string): Promise<boolean> {
    if ((await this.vacations.get(playerId)).automaticSince === null) return false;
    return this.change(playerId, null);
  }

  /**
   * Changes an account and, in the same transaction, the clocks of all games that know vacations. What was to begin by
   * itself before comes first, as of its own moment, so that it makes no difference who notices. Says whether a vacation
   * has begun by itself.
   */
  private async change(playerId: string, apply: Apply | null): Promise<boolean> {
    const { begun, refusal } = await this.transactions.run(async () => {
      // Games before players, each in the order of their ids: nobody who locks them so waits for this in a circle.
      await this.games.lockVacations([playerId]);
      const games = await this.games.lockVacationGames(playerId);
      await this.games.lockPlayers([...new Set([playerId, ...games.flatMap(seatedIn)])]);
      const before = await this.vacations.get(playerId);
      const turned = games.map((game) => new TurnedClock(game, playerId));
      const automatic = this.withAutomatic(before, turned);
      const changed = apply?.(automatic, before.now) ?? succeed(automatic);
      if (changed.ok && apply) turned.forEach((clock) => clock.turn(changed.value, before.now));
      const account = changed.ok ? changed.value : automatic;
      if (account !== before.account) await this.vacations.save(playerId, account);
      for (const clock of turned) await clock.save(this.games, before.now);
      return { begun: automatic !== before.account, refusal: changed.ok ? null : changed.error };
    });
    if (refusal !== null) throw new DomainError(refusal, REFUSALS[refusal]);
    return begun;
  }

  /** The account with the vacations that were to begin by themselves: each at the first moment that a game asks for. */
  private withAutomatic(found: PlayerVacation, games: readonly TurnedClock[]): VacationAccount {
    let { account } = found;
    // Each leaves one game or more with no such moment.
    for (let left = games.length; left > 0; left--) {
      const moments = games
        .map(({ waiting }) => waiting && this.automaticAt(waiting, { ...found, account }))
        .filter((at) => at !== null && at <= found.now);
      if (moments.length === 0) return account;
      const at = Math.min(...(moments as number[]));
      const begun = beginVacation(account, at, this.policy);
      if (!begun.ok) return account;
      account = begun.value;
      for (const game of games) game.turn(account, at);
    }
    return account;
  }

  private async view(playerId: string): Promise<VacationView> {
    const { account, automaticSince, now } = await this.vacations.get(playerId);
    const { current } = endedByItself(account, now);
    return {
      daysPerYear: this.policy.daysPerYear,
      left: formatDuration(vacationLeft(account, now, this.policy)),
      automatic: automaticSince !== null,
      current: current && { since: formatInstant(current.since), until: formatInstant(current.until) },
    };
  }
}

const seatedIn = ({ players }: Game): string[] =>
  [players.light?.id, players.dark?.id].filter((id) => id !== undefined);

/** The clock of a game whose player goes on vacation or comes back. */
class TurnedClock {
  private readonly side: Side | null;
  private clock: Clock | null;
  private readonly events: NewEvent[] = [];

  constructor(
    private readonly game: Game,
    playerId: string,
  ) {
    this.side = sideOf(game, playerId);
    this.clock = game.clock;
  }

  /** The clock, while the time of the player runs. */
  get waiting(): Clock | null {
    return this.clock?.toMove === this.side ? this.clock : null;
  }

  turn({ current }: VacationAccount, at: Instant): void {
    const { clock, side } = this;
    if (!clock || side === null) return;
    const event: ClockEvent = current
      ? { type: 'vacation-start', side, until: current.until }
      : { type: 'vacation-end', side };
    const turned = advanceClock(clock, event, at);
    // Whoever's time was up before is not saved by a vacation: the sweeper ends that game.
    if (turned.end || turned.vacationUntil[side] === clock.vacationUntil[side]) return;
    this.clock = turned;
    this.events.push(told(side, current));
  }

  async save(games: GamesRepository, now: Instant): Promise<void> {
    // The time of the change is that at which all locks were there: nobody has changed the game since it was read.
    if (this.clock && this.events.length > 0)
      await games.setClock({ ...this.game, readAt: new Date(now) }, this.clock, this.events);
  }
}

const told = (side: Side, current: VacationAccount['current']): NewEvent =>
  current
    ? { type: 'vacation.started', data: { side, until: formatInstant(current.until) } }
    : { type: 'vacation.ended', data: { side } };
