import { Injectable } from '@nestjs/common';
import { deadlineOf, type Clock } from '../clocks/clock.js';
import { advanceClock, startClock } from '../clocks/correspondence-clock.js';
import { formatInstant } from '../clocks/instant.js';
import { reminderAt } from '../clocks/reminder.js';
import { isOnVacation } from '../clocks/vacation.js';
import { Transactions } from '../database/transactions.js';
import type { NewEvent } from '../events/event.js';
import type { Credentials } from '../players/credentials.js';
import { bySide, opponentOf, type BySide, type Ending, type Side } from '../salta/index.js';
import { ScoringService } from '../scoring/scoring.service.js';
import { nextAlarm } from './alarm.js';
import { endedGame } from './ended-game.js';
import { EndedGamesService } from './ended-games.service.js';
import type { Game } from './game.js';
import { GamesRepository, type GameForCaller } from './games.repository.js';
import { VacationsService } from './vacations.service.js';

/** More things than can be due in a game at once: a vacation, a reminder, the end. */
export const MAX_LOOKS = 5;

/** What the clocks of games ask for, whoever notices first: the mover, a reader or the sweeper. */
@Injectable()
export class GameTimeService {
  constructor(
    private readonly games: GamesRepository,
    private readonly vacations: VacationsService,
    private readonly scoring: ScoringService,
    private readonly ended: EndedGamesService,
    private readonly transactions: Transactions,
  ) {}

  /** The clock of a game that starts with these players at a moment; `null` without a time control. */
  async startClock(game: Game, seats: BySide<string>, start: Date): Promise<Clock | null> {
    const { timeControl, position } = game;
    if (timeControl.type === 'none') return null;
    const accounts = await this.vacations.accountsOf([seats.light, seats.dark]);
    const now = start.getTime();
    const until = bySide((side) => {
      const account = accounts.get(seats[side])?.account;
      return account && isOnVacation(account, now) ? (account.current?.until ?? null) : null;
    });
    return startClock(timeControl, position.sideToMove, now, until);
  }

  /** Ends a game that is under way, now or at a moment that has passed. False when another command came first. */
  async end(game: Game, ending: Ending, at: Date | null = null): Promise<boolean> {
    const { clock, readAt } = game;
    const final = await this.scoring.final(game.rules, game.position, ending);
    return this.transactions.run(async () => {
      const endedClock = clock && advanceClock(clock, { type: 'end' }, (at ?? readAt).getTime());
      if (!(await this.games.finish(game, { ...final, clock: endedClock, at }))) return false;
      await this.ended.note(endedGame(game, final.outcome, at ?? readAt));
      return true;
    });
  }

  /**
   * Does what a clock has asked for by the time at which its game was read: a vacation that begins by itself, the end of
   * a game whose time is up, a reminder. True when the game has changed, by this or by another command.
   */
  async settle(game: Game): Promise<boolean> {
    const { clock, readAt } = game;
    if (!clock || game.status !== 'active') return false;
    const now = readAt.getTime();
    if (await this.takeVacation(game, clock, now)) return true;
    const { end } = advanceClock(clock, { type: 'check' }, now);
    if (end) {
      await this.end(game, { reason: 'timeout', winner: opponentOf(clock.toMove) }, new Date(end.at));
      return true;
    }
    const due = game.reminded ? null : reminderAt(clock);
    if (due !== null && due <= now) {
      await this.games.remind(game, clock, { type: 'clock.reminder', data: reminder(clock) });
      return true;
    }
    await this.games.quieten(game, nextAlarm(clock, game.reminded, now));
    return false;
  }

  /**
   * Lets a running clock have no deadline before a moment, after an outage. `again` when the game has changed by something
   * else: it has to be read again.
   */
  async extend(game: Game, until: Date): Promise<'extended' | 'enough' | 'again'> {
    const { clock, readAt } = game;
    if (!clock || game.status !== 'active') return 'enough';
    const now = readAt.getTime();
    // A vacation that was due in the outage begins when it was due: whoever is on it needs no grace.
    if (await this.takeVacation(game, clock, now)) return 'again';
    const extended = advanceClock(clock, { type: 'grace', until: until.getTime() }, now);
    if (extended === clock || extended.end) return 'enough';
    const event: NewEvent = { type: 'clock.extended', data: reminder(extended) };
    return (await this.games.setClock(game, extended, [event])) ? 'extended' : 'again';
  }

  /**
   * A game whose clock asks for nothing any more: whoever looks at a game first does what is due in it. `settled` is false
   * for a clock that goes on asking however often it gets what it has asked for.
   */
  async findSettled(id: string, credentials: Credentials): Promise<GameForCaller & { readonly settled: boolean }> {
    for (let looks = 1; ; looks++) {
      const found = await this.games.findForCaller(id, credentials);
      if (!found.game?.alarmed) return { ...found, settled: true };
      if (looks > MAX_LOOKS) return { ...found, settled: false };
      if (!(await this.settle(found.game))) return { ...found, settled: true };
    }
  }

  /** Whether the side to move has gone on vacation by itself. */
  private async takeVacation(game: Game, clock: Clock, now: number): Promise<boolean> {
    const playerId = game.players[clock.toMove]?.id;
    if (playerId === undefined || !clock.control.vacation) return false;
    const found = (await this.vacations.accountsOf([playerId])).get(playerId);
    const at = found && this.vacations.automaticAt(clock, found);
    return typeof at === 'number' && at <= now && (await this.vacations.beginByItself(playerId));
  }
}

function reminder(clock: Clock): { readonly side: Side; readonly deadline: string | null } {
  const deadline = deadlineOf(clock);
  return { side: clock.toMove, deadline: deadline === null ? null : formatInstant(deadline) };
}
