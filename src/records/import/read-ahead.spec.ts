import { describe, expect, it } from '@jest/globals';
import { collect } from '../../../test/support/streams.js';
import { readAhead } from './read-ahead.js';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) {
    await Promise.resolve();
    yield number;
  }
}

const isDone = (value: number | null): value is number => value !== null;

describe('reading ahead', () => {
  it('gives what comes of each task in order, whichever is done first, and has no more than so many under way', async () => {
    let underWay = 0;
    let mostUnderWay = 0;
    const done = await collect(
      readAhead(numbers(50), 4, async (number) => {
        mostUnderWay = Math.max(mostUnderWay, ++underWay);
        for (let turn = 0; turn < (number * 7) % 5; turn++) await new Promise(setImmediate);
        underWay--;
        return 2 * number;
      }),
    );
    expect(done.filter(isDone)).toEqual(Array.from({ length: 50 }, (_, number) => 2 * number));
    expect(mostUnderWay).toBe(4);
  });

  it('takes no more tasks than it is asked for', async () => {
    let taken = 0;
    async function* counted(): AsyncGenerator<number> {
      for await (const number of numbers(1000)) {
        taken++;
        yield number;
      }
    }
    for await (const done of readAhead(counted(), 4, (number) => Promise.resolve(number))) if (done === 10) break;
    expect(taken).toBeLessThan(20);
  });

  it('says so when all is done and the source gives nothing', async () => {
    let give: () => void = () => undefined;
    async function* stalling(): AsyncGenerator<number> {
      yield 1;
      await new Promise<void>((resolve) => (give = resolve));
      yield 2;
    }
    const seen: (number | null)[] = [];
    for await (const done of readAhead(stalling(), 4, (number) => Promise.resolve(number))) {
      seen.push(done);
      if (done === null && seen.includes(1)) give();
    }
    expect(seen.filter(isDone)).toEqual([1, 2]);
    expect(seen.slice(seen.indexOf(1))).toEqual([1, null, 2]);
  });

  it('throws the error of a task when its turn comes, and that of the source', async () => {
    const seen: number[] = [];
    const failing = async (): Promise<void> => {
      for await (const done of readAhead(numbers(5), 4, (number) =>
        number === 2 ? Promise.reject(new Error('two')) : Promise.resolve(number),
      ))
        if (done !== null) seen.push(done);
    };
    await expect(failing()).rejects.toThrow('two');
    expect(seen).toEqual([0, 1]);
    async function* broken(): AsyncGenerator<number> {
      await Promise.resolve();
      throw new Error('source');
    }
    await expect(collect(readAhead(broken(), 4, () => Promise.resolve(1)))).rejects.toThrow('source');
  });
});
