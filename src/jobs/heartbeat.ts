/**
 * Does something again and again while the process lives, one at a time. A timer of our own on purpose, and the only one:
 * the job queue cannot tell of a process that it is alive, nor look after itself when it has stopped.
 */
export class Heartbeat {
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> = Promise.resolve();
  private stopped = false;

  /** `beat` must not reject. */
  constructor(
    private readonly beat: () => Promise<void>,
    private readonly everyMs: number,
  ) {}

  /** Resolves after the first beat. */
  async start(): Promise<void> {
    this.beating = this.beat();
    await this.beating;
    if (!this.stopped) this.timer = setTimeout(() => void this.start(), this.everyMs);
  }

  /** Resolves when nothing is being done any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.beating;
  }
}
