/**
 * A clock that is worked out hour by hour, with the calendar of `Date` and the list of the moves that stand: slow, plain,
 * and sharing nothing with the one that it checks. All times must be whole hours.
 */
import type { ClockEvent } from '../../src/clocks/correspondence-clock.js';
import type { TimedControl } from '../../src/clocks/time-control.js';
import { opponentOf, type Side } from '../../src/salta/index.js';

const HOUR = 3_600_000;

export class HourlyClock {
  readonly remaining: Record<Side, number>;
  flag: { side: Side; at: number } | null = null;
  private readonly line: Side[] = [];
  private readonly paid = new Set<string>();
  private pausedUntil = -Infinity;
  private readonly away: Record<Side, number> = { light: -Infinity, dark: -Infinity };
  private weekendsCount = true;

  constructor(
    private readonly control: TimedControl,
    public toMove: Side,
    private now: number,
  ) {
    const time = control.type === 'per-move' ? control.perMove : control.initial;
    this.remaining = { light: time, dark: time };
  }

  /** How many moves could be taken back. */
  get length(): number {
    return this.line.length;
  }

  happen(event: ClockEvent, now: number): void {
    for (; this.now < now && !this.flag; this.now += HOUR) this.passHour();
    if (!this.flag) this.apply(event);
  }

  private passHour(): void {
    const day = new Date(this.now).getUTCDay();
    if (this.pausedUntil > this.now || this.away[this.toMove] > this.now) return;
    if (!this.weekendsCount && (day === 0 || day === 6)) return;
    this.remaining[this.toMove] -= HOUR;
    if (this.remaining[this.toMove] === 0) this.flag = { side: this.toMove, at: this.now + HOUR };
  }

  private apply(event: ClockEvent): void {
    if (event.type === 'move') this.move();
    if (event.type === 'call') this.takeBack(1);
    if (event.type === 'takeback') this.takeBack(event.plies);
    if (event.type === 'pause' && (event.until ?? Infinity) > this.now) this.pausedUntil = event.until ?? Infinity;
    if (event.type === 'resume') this.pausedUntil = -Infinity;
    if (event.type === 'vacation-start' && this.control.vacation && event.until > this.now)
      this.away[event.side] = event.until;
    if (event.type === 'vacation-end') this.away[event.side] = -Infinity;
    if (event.type === 'weekends') this.weekendsCount = event.count;
  }

  private move(): void {
    this.line.push(this.toMove);
    const key = `${this.toMove} ${String(this.line.filter((side) => side === this.toMove).length)}`;
    if (this.control.type === 'fischer' && !this.paid.has(key))
      this.remaining[this.toMove] = Math.min(this.control.max, this.remaining[this.toMove] + this.control.increment);
    this.paid.add(key);
    this.turnTo(opponentOf(this.toMove));
  }

  private takeBack(plies: number): void {
    for (let ply = 0; ply < plies; ply++) {
      this.line.pop();
      this.turnTo(opponentOf(this.toMove));
    }
  }

  private turnTo(side: Side): void {
    this.toMove = side;
    if (this.control.type === 'per-move') this.remaining.light = this.remaining.dark = this.control.perMove;
  }
}
