/** Reads a player's stream of events on and on: when the connection breaks it comes back with the last id that it has read. */
import { EventReader } from './event-reader.js';
import type { Fleet } from './fleet.js';
import type { Sender } from './players.js';
import { waitFor } from './wait-for.js';

export class CampaignReader {
  /** Ids of events, in the order in which they came. */
  readonly ids: string[] = [];
  connections = 0;
  private reader: EventReader | null = null;
  private taken = 0;
  private stopped = false;

  constructor(
    private readonly fleet: Fleet,
    readonly by: Sender,
  ) {}

  /** Opens the stream; it is read until {@link stop}. */
  async start(): Promise<void> {
    await this.connect();
    void this.follow();
  }

  stop(): void {
    this.stopped = true;
    this.reader?.close();
  }

  /** Takes what has come since. */
  take(): number {
    const { events } = this.reader ?? { events: [] };
    for (; this.taken < events.length; this.taken++) this.ids.push(String(events[this.taken]?.data.id));
    return this.ids.length;
  }

  private async connect(): Promise<void> {
    if (this.stopped) return;
    const lastEventId = this.reader?.lastEventId;
    this.reader = await waitFor(
      'a stream',
      () => EventReader.open(`${this.fleet.url()}/v1/events`, { by: this.by, ...(lastEventId && { lastEventId }) }),
      60_000,
    );
    this.taken = 0;
    this.connections += 1;
  }

  private async follow(): Promise<void> {
    while (!this.stopped) {
      await waitFor('the end of a stream', () => Promise.resolve(this.stopped || this.reader?.end !== null), 3_600_000);
      this.take();
      await this.connect();
    }
  }
}
