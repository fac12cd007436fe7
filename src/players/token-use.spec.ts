import { setImmediate as turn } from 'node:timers/promises';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TokenUse } from './token-use.js';
import type { TokensRepository } from './tokens/tokens.repository.js';

const MINUTE = 60_000;
const hash = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);

describe('TokenUse', () => {
  let batches: number[][];
  let finish: (() => void)[];
  let fails: boolean;
  let use: TokenUse;

  beforeEach(() => {
    [batches, finish, fails] = [[], [], false];
    Logger.overrideLogger(false);
    const markUsed = async (hashes: readonly Uint8Array[]) => {
      batches.push(hashes.map(([byte]) => byte ?? -1));
      await new Promise<void>((done) => finish.push(done));
      if (fails) throw new Error('the database is away');
    };
    use = new TokenUse({ markUsed } as unknown as TokensRepository);
  });

  afterEach(() => {
    jest.useRealTimers();
    Logger.overrideLogger(new ConsoleLogger());
  });

  it('writes nothing while the request is being answered', () => {
    use.note(hash(1));
    expect(batches).toEqual([]);
  });

  it('writes a token once a minute', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
    jest.advanceTimersByTime(1);
    for (let times = 0; times < 100; times++) use.note(hash(1));
    await turn();
    expect(batches).toEqual([[1]]);
    finish.shift()?.();
    await turn();
    jest.advanceTimersByTime(MINUTE);
    use.note(hash(1));
    await turn();
    expect(batches).toEqual([[1]]);
    jest.advanceTimersByTime(1);
    use.note(hash(1));
    await turn();
    expect(batches).toEqual([[1], [1]]);
  });

  it('has one statement at a time, with all that came meanwhile in the next', async () => {
    use.note(hash(1));
    await turn();
    for (const byte of [2, 3, 1, 2]) use.note(hash(byte));
    await turn();
    expect(batches).toEqual([[1]]);
    finish.shift()?.();
    await turn();
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('goes on after a failure', async () => {
    fails = true;
    use.note(hash(1));
    await turn();
    finish.shift()?.();
    await turn();
    fails = false;
    use.note(hash(2));
    await turn();
    expect(batches).toEqual([[1], [2]]);
  });

  it('is through with everything before the service ends', async () => {
    use.note(hash(1));
    await turn();
    use.note(hash(2));
    let ended = false;
    const end = use.onModuleDestroy().then(() => (ended = true));
    finish.shift()?.();
    await turn();
    expect(ended).toBe(false);
    finish.shift()?.();
    await end;
    expect(batches).toEqual([[1], [2]]);
  });
});
