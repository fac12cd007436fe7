import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import type { NotificationListener } from '../database/notification-listener.js';
import { Notifications } from '../database/notifications.js';
import { EventChannel, BATCH } from './event-channel.js';
import { formatPlace } from './event-cursor.js';
import { formatFrame } from './event-frames.js';
import type { EventLog, Place } from './event-row.js';
import { EventStreamAccess, type EventAccess, type Verdict } from './event-stream-access.js';
import { EventStreamLimit } from './event-stream-limit.js';
import { EventStream, type Told } from './event-stream.js';
import { eventView } from './event.view.js';
import { EVENTS_CHANNEL, parseSignal } from './event-signal.js';
import type { EventType } from './event.js';
import { EventsRepository } from './events.repository.js';

export interface EventStreamRequest extends EventAccess {
  readonly from: Place;
  readonly types: readonly EventType[] | null;
  /** Whose quota of streams it counts for. */
  readonly caller: string;
}

const HEARTBEAT_MS = 15_000;
const ACCESS_CHECK_MS = 10_000;
/** Looks that need no notification: one may have been lost. */
const SLOW_LOOK_MS = 10_000;
/** The same while none can arrive. */
const FAST_LOOK_MS = 1_000;

interface OpenStream extends EventAccess {
  readonly stream: EventStream;
}

/** The streams of events that this process has open, and what wakes and ends them. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly open = new Set<OpenStream>();
  private readonly channels = new Map<string, EventChannel>();
  private readonly limit: EventStreamLimit;
  private readonly timers: NodeJS.Timeout[] = [];
  private listener: NotificationListener | null = null;
  private lastLook = 0;
  private look = { running: false, again: false };
  private closed = false;
  private readonly log = new Logger(EventStreams.name);

  constructor(
    private readonly events: EventsRepository,
    private readonly access: EventStreamAccess,
    private readonly notifications: Notifications,
    @Inject(CONFIG) config: Pick<Config, 'eventStreams'>,
  ) {
    this.limit = new EventStreamLimit(config.eventStreams);
  }

  /** A stream of the events after a place, for as long as its reader wants and may. Throws `too-many-streams`. */
  add({ log, credentials, isPrivate, from, types, caller }: EventStreamRequest): EventStream {
    const giveBack = this.limit.take(caller);
    this.start();
    const channel = this.channelOf(log);
    const stream = new EventStream({
      source: { read: (after) => channel.read(after), mayPass: isDatabaseUnavailable },
      from: { place: from, cursor: formatPlace(log, from) },
      types: types && new Set(types),
    });
    const opened: OpenStream = { log, credentials, isPrivate, stream };
    channel.streams.add(stream);
    this.open.add(opened);
    stream.once('close', () => {
      giveBack();
      this.open.delete(opened);
      channel.streams.delete(stream);
      if (channel.streams.size === 0) this.channels.delete(log.id);
    });
    // Learns when the token expires.
    void this.check([opened]);
    return stream;
  }

  /** Ends all streams, so that the process can end. */
  endAll(): void {
    for (const { stream } of this.open) stream.finish('the service is shutting down');
  }

  onModuleDestroy(): void {
    this.closed = true;
    for (const timer of this.timers) clearInterval(timer);
    for (const { stream } of this.open) stream.destroy();
  }

  private channelOf(log: EventLog): EventChannel {
    let channel = this.channels.get(log.id);
    if (!channel) {
      channel = new EventChannel(log, (of, after) => this.readBatch(of, after));
      this.channels.set(log.id, channel);
    }
    return channel;
  }

  private async readBatch(log: EventLog, after: Place): Promise<Told[]> {
    const rows = await this.events.read(log, after, BATCH, null);
    return rows.map((row) => {
      const view = eventView(log, row);
      const { cursor, type } = view;
      return {
        ...{ place: row.place, cursor, type },
        frame: formatFrame({ id: cursor, event: type, data: JSON.stringify(view) }),
      };
    });
  }

  /** Begins to listen when the first stream is opened. */
  private start(): void {
    if (this.listener) return;
    this.listener = this.notifications.listen(EVENTS_CHANNEL, {
      onNotification: (payload) => this.wake(parseSignal(payload)),
      onListening: () => void this.lookAround(),
    });
    const beat = () => {
      for (const { stream } of this.open) stream.beat();
    };
    this.timers.push(
      setInterval(beat, HEARTBEAT_MS),
      setInterval(() => void this.check([...this.open]), ACCESS_CHECK_MS),
      setInterval(() => this.lookWhenDue(), FAST_LOOK_MS),
    );
  }

  private wake(concerned: ReadonlySet<string> | null): void {
    if (concerned === null) void this.lookAround();
    else for (const id of concerned) this.channels.get(id)?.wake();
  }

  private lookWhenDue(): void {
    const wait = this.listener?.isListening ? SLOW_LOOK_MS : FAST_LOOK_MS;
    if (performance.now() - this.lastLook >= wait - FAST_LOOK_MS / 2) void this.lookAround();
  }

  /** Looks which logs have got on, and wakes the streams that are behind. */
  private async lookAround(): Promise<void> {
    this.lastLook = performance.now();
    // What happens after a look has begun may not be seen by it.
    this.look.again = true;
    if (this.look.running) return;
    this.look.running = true;
    while (this.look.again && this.channels.size > 0) {
      this.look.again = false;
      await this.unlessAway(async () => {
        const heads = await this.events.heads([...this.channels.values()].map(({ log }) => log));
        for (const [id, head] of heads) this.channels.get(id)?.wakeBehind(head);
      });
    }
    this.look.running = false;
  }

  /** Ends the streams whose readers may not read on. */
  private async check(opened: readonly OpenStream[]): Promise<void> {
    await this.unlessAway(async () => {
      for (const [one, verdict] of await this.access.judge(opened)) this.apply(one, verdict);
    });
  }

  /** Does something that is done again soon. While the database is away there is nothing to read either. */
  private async unlessAway(work: () => Promise<void>): Promise<void> {
    try {
      if (!this.closed) await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !this.isClosed()) this.log.error(error);
    }
  }

  /** A method, since it changes while something is awaited. */
  private isClosed(): boolean {
    return this.closed;
  }

  private apply(opened: OpenStream, verdict: Verdict): void {
    if (!verdict.holds) {
      opened.stream.finish(verdict.reason);
      return;
    }
    // Later ends are found by the checks in between.
    if (verdict.expiresInMs === null || verdict.expiresInMs > ACCESS_CHECK_MS) return;
    const timer = setTimeout(() => void this.check([opened]), Math.max(verdict.expiresInMs, 0) + 20);
    opened.stream.once('close', () => clearTimeout(timer));
  }
}
