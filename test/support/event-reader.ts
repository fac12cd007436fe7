/** Reads Server-Sent Events as a browser does (WHATWG HTML, section 9.2.6), and lets a test look at what it has read. */
import type { Sender } from './players.js';
import { waitFor } from './wait-for.js';

export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  readonly data: EventBody;
}

/** An event as the API shows it. */
export interface EventBody {
  readonly id: string;
  readonly cursor: string;
  readonly gameId: string;
  readonly version: number;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ReaderOptions {
  readonly by?: Sender;
  readonly lastEventId?: string;
}

/** The headers of a request for a stream. */
export const streamHeaders = ({ by, lastEventId }: ReaderOptions): Record<string, string> => ({
  accept: 'text/event-stream',
  ...(by && { authorization: `Bearer ${by.token}` }),
  ...(by?.actingFor !== undefined && { 'salta-player': by.actingFor }),
  ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
});

export class EventReader {
  readonly events: ReadEvent[] = [];
  readonly comments: string[] = [];
  /** What a reader that comes back sends. */
  lastEventId: string;
  retry: number | null = null;
  /** How the connection came to its end; null while it lasts. */
  end: 'ended' | 'broken' | null = null;
  private readonly abort = new AbortController();
  private lines = '';

  private constructor(
    readonly response: Response,
    abort: AbortController,
    lastEventId: string,
  ) {
    this.abort = abort;
    this.lastEventId = lastEventId;
    void this.read();
  }

  /** Opens a stream; throws when it is refused. It has told where it begins when this returns. */
  static async open(url: string, options: ReaderOptions = {}): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(url, { headers: streamHeaders(options), signal: abort.signal });
    if (response.status !== 200) throw new Error(`${String(response.status)}: ${await response.text()}`);
    const reader = new EventReader(response, abort, options.lastEventId ?? '');
    await reader.until('the stream to begin', () => reader.retry !== null && reader.lastEventId !== '');
    return reader;
  }

  /** Waits until so many events have come, and gives all. */
  async upTo(count: number, timeoutMs?: number): Promise<readonly ReadEvent[]> {
    await this.until(`${String(count)} events`, () => this.events.length >= count, timeoutMs);
    return this.events;
  }

  async until(what: string, condition: () => boolean, timeoutMs?: number): Promise<void> {
    await waitFor(what, () => Promise.resolve(condition()), timeoutMs);
  }

  /** Cuts the connection. */
  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    try {
      if (!this.response.body) throw new Error('there is no body');
      for await (const chunk of this.response.body) {
        this.lines += decoder.decode(chunk as Uint8Array, { stream: true });
        this.take();
      }
      this.end = 'ended';
    } catch {
      this.end = 'broken';
    }
  }

  /** Takes every block that is complete, as far as this service writes them: lines end in line feeds. */
  private take(): void {
    const blocks = this.lines.split('\n\n');
    this.lines = blocks.pop() ?? '';
    for (const block of blocks) this.takeBlock(block);
  }

  private takeBlock(block: string): void {
    const data: string[] = [];
    let event = 'message';
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name === '' && line !== '') this.comments.push(value);
      else if (name === 'id') this.lastEventId = value;
      else if (name === 'retry') this.retry = Number(value);
      else if (name === 'event') event = value;
      else if (name === 'data') data.push(value);
    }
    if (data.length > 0)
      this.events.push({ id: this.lastEventId, event, data: JSON.parse(data.join('\n')) as EventBody });
  }
}
