import { afterEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '../../test/support/wait-for.js';
import type { NotificationHandler, NotificationListener } from '../database/notification-listener.js';
import type { Notifications } from '../database/notifications.js';
import type { EventRow, Place } from './event-row.js';
import type { EventAccess, EventStreamAccess, Verdict } from './event-stream-access.js';
import type { EventStream } from './event-stream.js';
import { EventStreams } from './event-streams.service.js';
import type { EventsRepository } from './events.repository.js';

const PLAYER = '019ad0c9-0b3e-7c55-9a1d-3f0e6c1d2a44';
const LOG = { kind: 'player', id: PLAYER } as const;

/** Everything around the streams of one player: a log that grows, and a listener that hears or does not. */
function surroundings() {
  const rows: EventRow[] = [];
  const counts = { reads: 0, heads: 0 };
  let failing: Error | null = null;
  let handler: NotificationHandler | null = null;
  const listener = { isListening: true };
  const answer = <T>(value: T): Promise<T> => (failing ? Promise.reject(failing) : Promise.resolve(value));
  const events = {
    read: (_log: unknown, [after]: Place, limit: number) => {
      counts.reads++;
      return answer(rows.filter(({ place }) => place[0] > after).slice(0, limit));
    },
    heads: () => {
      counts.heads++;
      return answer(new Map([[PLAYER, rows.length]]));
    },
  };
  const verdicts: { now: Verdict } = { now: { holds: true, expiresInMs: null } };
  const access = {
    judge: (all: readonly EventAccess[]) => answer(new Map(all.map((one) => [one, verdicts.now]))),
  };
  const notifications = {
    listen: (_channel: string, given: NotificationHandler) => {
      handler = given;
      return listener as NotificationListener;
    },
  };
  const streams = new EventStreams(
    events as unknown as EventsRepository,
    access as unknown as EventStreamAccess,
    notifications as Notifications,
    { eventStreams: 2 },
  );
  const add = () => {
    const number = rows.length + 1;
    const data = { by: 'light' };
    const place = [number] as const;
    rows.push({ place, gameId: PLAYER, version: number, ordinal: 0, type: 'draw.offered', data, at: new Date(0) });
  };
  const open = (caller = 'one') =>
    streams.add({ log: LOG, credentials: null, isPrivate: false, from: [0], types: null, caller });
  return {
    ...{ streams, listener, counts, verdicts, add, open },
    notify: (payload: string) => handler?.onNotification(payload),
    listening: () => handler?.onListening(),
    fail: (error: Error | null) => (failing = error),
  };
}

let opened: EventStreams | null = null;
afterEach(() => opened?.onModuleDestroy());

function setUp() {
  const around = surroundings();
  opened = around.streams;
  return around;
}

async function upTo(stream: EventStream, number: number, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  stream.resume();
  while (stream.place[0] < number) {
    if (performance.now() > deadline) throw new Error(`event ${String(number)} did not come in ${String(withinMs)} ms`);
    await new Promise((done) => setImmediate(done));
  }
}

/** Waits until a stream has looked for events once, and found none. */
async function reading(stream: EventStream, counts: { readonly reads: number }): Promise<void> {
  stream.resume();
  await waitFor('the first read', () => Promise.resolve(counts.reads === 1));
}

describe('streams of a process', () => {
  it('are woken by a notification that names their log, and not by another', async () => {
    const { open, add, notify, counts } = setUp();
    const stream = open();
    await reading(stream, counts);
    add();
    notify('019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21');
    await new Promise((done) => setImmediate(done));
    expect(counts.reads).toBe(1);
    notify(`019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21,${PLAYER}`);
    await upTo(stream, 1, 500);
  });

  it.each(['a notification for everybody', 'a new connection that listens'])('look when there is %s', async (what) => {
    const { open, add, notify, listening, counts } = setUp();
    const stream = open();
    await reading(stream, counts);
    add();
    if (what.startsWith('a notification')) notify('');
    else listening();
    await upTo(stream, 1, 500);
  });

  it('look every second or so while nothing can be heard', async () => {
    const { open, add, listener, counts } = setUp();
    listener.isListening = false;
    const stream = open();
    await reading(stream, counts);
    add();
    await upTo(stream, 1, 2_500);
    // One statement for the heads, and none for a stream that has come as far.
    const { reads, heads } = counts;
    await new Promise((done) => setTimeout(done, 1_500));
    expect(counts.heads).toBeGreaterThan(heads);
    expect(counts.reads).toBe(reads);
  });

  it('stay open while the database is away, and go on when it is back', async () => {
    const { open, add, fail, notify, counts } = setUp();
    const stream = open();
    await reading(stream, counts);
    fail(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    add();
    notify(PLAYER);
    notify('');
    await new Promise((done) => setImmediate(done));
    expect(stream.destroyed).toBe(false);
    fail(null);
    notify('');
    await upTo(stream, 1, 500);
  });

  it('are limited for each caller, and free their place when they close', async () => {
    const { open } = setUp();
    const [first] = [open(), open()];
    expect(() => open()).toThrow('2 streams');
    open('another');
    first.destroy();
    await new Promise((done) => first.once('close', done));
    open();
    expect(() => open()).toThrow('2 streams');
  });

  it('end when the right to read ends, at the moment when the token does', async () => {
    const { open, verdicts } = setUp();
    verdicts.now = { holds: true, expiresInMs: 50 };
    const stream = open();
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await new Promise((done) => setImmediate(done));
    verdicts.now = { holds: false, reason: 'The token has expired.' };
    await new Promise((done) => stream.once('end', done));
    expect(text).toMatch(/\n: The token has expired\.\n\n$/);
  });
});
