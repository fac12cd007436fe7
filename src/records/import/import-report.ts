/** What a person sees of an import from the shell: each refusal, how far it has come, and the sum. */
import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { Tally } from './import-answer.js';
import type { ImportRefusal } from '../refusal.js';

/** A stream that may be a terminal. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const SHOWN_EVERY_MS = 100;
const MEGABYTE = 1_000_000;
const COUNTS = '{games} games | {rate} games/s | {refused} refused';
const FORMAT = `{bar} {percentage} % | {read} of {size} MB | ${COUNTS}`;

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

/** What a record says must not tell the terminal what to do. */
const shown = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, '\uFFFD');

export class ImportReport {
  private readonly bars: MultiBar | null;
  private bar: SingleBar | null = null;
  private readonly startedAt = performance.now();
  private shownAt = 0;
  private read = 0;

  /** `size` is that of all files in bytes; null where it is not known. The progress goes to `errors` if that is a terminal. */
  constructor(
    private readonly tally: Tally,
    private readonly size: number | null,
    private readonly output: Output,
    errors: Output & Partial<NodeJS.WritableStream>,
  ) {
    const options = { format: size === null ? COUNTS : FORMAT, stream: errors as NodeJS.WritableStream };
    this.bars =
      errors.isTTY === true
        ? new MultiBar({ ...options, clearOnComplete: true, hideCursor: true }, Presets.shades_classic)
        : null;
    this.bar = this.bars?.create(size ?? 1, 0, this.counts()) ?? null;
  }

  /** Takes note of bytes that have been read. */
  add(bytes: number): void {
    this.read += bytes;
    if (performance.now() - this.shownAt < SHOWN_EVERY_MS) return;
    this.shownAt = performance.now();
    this.bar?.update(Math.min(this.read, this.size ?? 0), this.counts());
  }

  refuse(file: string, { line, column, code, detail, pointer }: ImportRefusal): void {
    const at = [file, line, ...(column === undefined ? [] : [column])].join(':');
    const part = pointer === undefined || pointer === '' ? '' : ` (${pointer})`;
    this.say(`${shown(`${at}: ${code}: ${detail}${part}`)}\n`);
  }

  /** Takes the progress off the terminal and says what has become of all games. */
  end(): void {
    this.bars?.stop();
    this.bar = null;
    const { stored, alreadyThere, refused } = this.tally;
    const counts = [`${whole.format(stored)} stored`, `${whole.format(alreadyThere)} there already`];
    const seconds = (performance.now() - this.startedAt) / 1000;
    this.output.write(
      `${counts.join(', ')}, ${whole.format(refused)} refused in ${seconds.toFixed(1)} s (${this.rate()} games/s)\n`,
    );
  }

  /** A line between the progress; where both are on one terminal, above it. */
  private say(line: string): void {
    if (this.bars && this.bar && this.output.isTTY === true) this.bars.log(line);
    else this.output.write(line);
  }

  private rate(): string {
    return whole.format((1000 * this.tally.games) / Math.max(1, performance.now() - this.startedAt));
  }

  private counts(): Record<string, string> {
    return {
      games: whole.format(this.tally.games),
      refused: whole.format(this.tally.refused),
      rate: this.rate(),
      read: megabytes(this.read),
      size: megabytes(this.size ?? 0),
    };
  }
}
