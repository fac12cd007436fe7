/** Progress for a person: one line that fills up on a terminal, a line at every quarter elsewhere. */

export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR = 30;
const CLEAR_LINE = '\r\u001b[2K';

export class Progress {
  private quarters = 0;

  constructor(
    private readonly total: number,
    private readonly output: ProgressOutput,
  ) {}

  /** Shows that `done` of the total are done; `note` says what the last one was. */
  show(done: number, note: string): void {
    const count = `${String(done).padStart(String(this.total).length)}/${this.total}`;
    if (this.output.isTTY === true) {
      const filled = Math.round((BAR * done) / this.total);
      const line = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${count}  ${note}`;
      this.output.write(`${CLEAR_LINE}${line.slice(0, (this.output.columns ?? 80) - 1)}`);
      return;
    }
    const quarters = Math.floor((4 * done) / this.total);
    if (quarters === this.quarters) return;
    this.quarters = quarters;
    this.output.write(`${count} moves, the last one ${note}\n`);
  }

  /** Leaves the line, so that what follows starts on a new one. */
  end(): void {
    if (this.output.isTTY === true) this.output.write('\n');
  }
}
