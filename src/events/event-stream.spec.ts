import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { BATCH, EventChannel } from './event-channel.js';
import type { Place } from './event-row.js';
import { EventStream, type EventSource, type Told } from './event-stream.js';
import type { EventType } from './event.js';

const told = (number: number, type: EventType = 'move.played'): Told => ({
  place: [number],
  cursor: `c${String(number)}`,
  type,
  frame: `id: c${String(number)}\nevent: ${type}\ndata: ${'x'.repeat(1000)}\n\n`,
});

const LOG = { kind: 'player', id: 'somebody' } as const;

/** A log that grows, read in batches through a channel; `reads` holds the places that were asked for. */
function growingLog() {
  const events: Told[] = [];
  const reads: Place[] = [];
  const channel = new EventChannel(LOG, async (_log, after) => {
    reads.push(after);
    await turn();
    return events.filter(({ place }) => place[0] > after[0]).slice(0, BATCH);
  });
  const source: EventSource = { read: (after) => channel.read(after), mayPass: () => false };
  const open = (types: readonly EventType[] | null = null) => {
    const from = { place: [0], cursor: 'c0' } as const;
    const stream = new EventStream({ source, from, types: types && new Set(types) });
    channel.streams.add(stream);
    return stream;
  };
  const add = (count: number, type?: EventType) => {
    for (let index = 0; index < count; index++) events.push(told(events.length + 1, type));
    channel.wake();
  };
  return { channel, reads, open, add };
}

/** The ids of what was read. */
const idsIn = (text: string): string[] => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '');
const numbered = (count: number): string[] => Array.from({ length: count + 1 }, (_, index) => `c${String(index)}`);

function collect(stream: EventStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition() && performance.now() < deadline) await turn();
  expect(condition()).toBe(true);
}

describe('a stream of events', () => {
  it('tells first when to come back and where it begins', async () => {
    const { open } = growingLog();
    const text = collect(open());
    await until(() => text() !== '');
    expect(text()).toBe('retry: 2000\nid: c0\n\n');
  });

  it('gives each event once and in order, however they come about', async () => {
    const { open, add } = growingLog();
    const text = collect(open());
    for (const count of [1, 0, 250, 100, 1, 1]) {
      add(count);
      if (count % 2 === 0) await turn();
    }
    await until(() => idsIn(text()).length === 354);
    expect(idsIn(text())).toEqual(numbered(353));
  });

  it('does not read on for a reader that does not read', async () => {
    const { open, add, reads } = growingLog();
    const stream = open();
    let arrived = 0;
    const stuck: (() => void)[] = [];
    const reader = new Writable({
      highWaterMark: 16_384,
      write(chunk: Buffer, _encoding, done) {
        arrived += chunk.length;
        stuck.push(done);
      },
    });
    stream.pipe(reader);
    for (let round = 0; round < 200; round++) {
      add(BATCH);
      await turn();
    }
    // Two pages fill all that may wait, of two hundred.
    expect(reads.length).toBeLessThanOrEqual(3);
    expect(arrived).toBeLessThan(300_000);
    expect(stream.readableLength).toBeLessThan(300_000);
    // It still gets them all once it reads.
    await until(() => {
      for (const done of stuck.splice(0)) done();
      return stream.place[0] === 200 * BATCH;
    });
    stream.destroy();
  });

  it('gives up a reader that has not read for several heartbeats, and no other', async () => {
    const { open, add } = growingLog();
    const [stuck, idle] = [open(), open()];
    stuck.pipe(new Writable({ highWaterMark: 1, write: () => undefined }));
    const text = collect(idle);
    add(2 * BATCH);
    await until(() => idle.place[0] === 2 * BATCH);
    for (let beats = 0; beats < 10; beats++) {
      for (const stream of [stuck, idle]) stream.beat();
      await turn();
    }
    expect({ stuck: stuck.destroyed, idle: idle.destroyed }).toEqual({ stuck: true, idle: false });
    expect(text().endsWith('\n\n:\n\n:\n\n')).toBe(true);
  });

  it('leaves out types that are not wanted, and moves past them', async () => {
    const { open, add } = growingLog();
    const text = collect(open(['game.finished']));
    add(3, 'move.played');
    await until(() => idsIn(text()).length === 2);
    add(1, 'game.finished');
    await until(() => idsIn(text()).length === 3);
    add(2, 'game.created');
    await until(() => idsIn(text()).length === 4);
    expect(idsIn(text())).toEqual(['c0', 'c3', 'c4', 'c6']);
    expect(text().match(/^event: .*$/gm)).toEqual(['event: game.finished']);
  });

  it('ends with the reason, and reads no more', async () => {
    const { open, add, reads } = growingLog();
    const stream = open();
    const text = collect(stream);
    await until(() => text() !== '');
    const ended = once(stream, 'end');
    stream.finish('enough');
    stream.finish('again');
    add(5);
    await ended;
    expect(text().endsWith('\n: enough\n\n')).toBe(true);
    expect(text()).not.toContain('again');
    expect(reads).toHaveLength(1);
  });

  it('waits where an error may pass, and breaks where not', async () => {
    let passes = true;
    let failing = true;
    const source: EventSource = {
      read: () =>
        failing ? Promise.reject(new Error('away')) : Promise.resolve({ events: [told(1)], complete: true }),
      mayPass: () => passes,
    };
    const open = () => new EventStream({ source, from: { place: [0], cursor: 'c0' }, types: null });
    const waiting = open();
    const text = collect(waiting);
    await until(() => text() !== '');
    failing = false;
    waiting.wake();
    await until(() => idsIn(text()).length === 2);
    [passes, failing] = [false, true];
    const breaking = open();
    breaking.resume();
    expect(await once(breaking, 'error')).toMatchObject([{ message: 'away' }]);
  });
});

describe('streams of one log', () => {
  it('read together where they are at the same place', async () => {
    const { open, add, reads } = growingLog();
    const texts = Array.from({ length: 500 }, () => collect(open()));
    await until(() => texts.every((text) => text() !== ''));
    const before = reads.length;
    for (let event = 1; event <= 5; event++) {
      add(1);
      await until(() => texts.every((text) => idsIn(text()).length === event + 1));
    }
    expect(before).toBe(1);
    expect(reads.length - before).toBe(5);
  });

  it('are woken only when they are behind', async () => {
    const { channel, open, add, reads } = growingLog();
    const text = collect(open());
    add(3);
    await until(() => idsIn(text()).length === 4);
    const before = reads.length;
    channel.wakeBehind(3);
    await turn();
    expect(reads.length).toBe(before);
    channel.wakeBehind(4);
    await until(() => reads.length === before + 1);
  });
});
