import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Transactions } from '../database/transactions.js';
import { DomainError } from '../domain-error.js';
import type { PlayersService } from '../players/players.service.js';
import type { Answer } from './answer.js';
import type { Claim, IdempotencyRepository, StoredRequest } from './idempotency.repository.js';
import { IdempotencyService } from './idempotency.service.js';
import { fingerprintOf, rowOf, type KeyedRequest } from './keyed-request.js';

/** A table that does what the repository promises, for one process. */
class Table {
  readonly rows = new Map<string, StoredRequest>();
  transactions = 0;
  sweeps = 0;
  busy = false;
  private written = new Map<string, StoredRequest>();
  private claimed: KeyedRequest | undefined;

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    this.transactions++;
    this.written = new Map();
    const result = await work();
    for (const [id, row] of this.written) this.rows.set(id, row);
    return result;
  }

  async claim(request: KeyedRequest): Promise<Claim> {
    await turn();
    if (this.busy) return 'in-progress';
    this.claimed = request;
    return this.rows.get(String(request.row)) ?? 'claimed';
  }

  async keep(row: Uint8Array, _status: number, answer: Uint8Array): Promise<void> {
    await turn();
    this.written.set(String(row), { fingerprint: this.claimed?.fingerprint ?? new Uint8Array(), answer });
  }

  async removeExpired(): Promise<void> {
    await turn();
    this.sweeps++;
    throw new Error('the database is away');
  }
}

const request = (body: object = {}): KeyedRequest => ({
  key: 'a key',
  row: rowOf('player 1', 'a key'),
  fingerprint: fingerprintOf({ method: 'POST', url: '/v1/games', body, headers: {} }),
});

const created: Answer = { status: 201, headers: { etag: '"1"' }, body: '{"id":1}' };

describe('IdempotencyService', () => {
  let table: Table;
  let service: IdempotencyService;
  let runs: number;

  beforeEach(() => {
    table = new Table();
    const transactions = { run: <T>(work: () => Promise<T>) => table.transaction(work) } as Transactions;
    service = new IdempotencyService(table as unknown as IdempotencyRepository, {} as PlayersService, transactions);
    runs = 0;
  });

  const work = async (): Promise<Answer> => {
    runs++;
    await turn();
    return created;
  };

  it('runs a request once and repeats its answer', async () => {
    expect(await service.answer(request(), work)).toEqual({ answer: created, replayed: false });
    expect(await service.answer(request(), work)).toEqual({ answer: created, replayed: true });
    expect(runs).toBe(1);
  });

  it('has repetitions at the same time wait without the database', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.answer(request(), work)));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    for (const { answer } of answers) expect(answer).toEqual(created);
    expect({ runs, transactions: table.transactions }).toEqual({ runs: 1, transactions: 1 });
  });

  it('refuses the key for another request, while the first one runs and later', async () => {
    const reused = expect.objectContaining({ code: 'idempotency-key-reused' }) as unknown;
    const [first, second] = await Promise.allSettled([
      service.answer(request(), work),
      service.answer(request({ other: true }), work),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toEqual({ status: 'rejected', reason: reused });
    await expect(service.answer(request({ other: true }), work)).rejects.toEqual(reused);
    expect(runs).toBe(1);
  });

  it('keeps what a command decides against itself, after what it wrote is undone', async () => {
    const decline = () => {
      runs++;
      return Promise.reject(new DomainError('not-your-turn', 'It is the turn of dark.', { version: 3 }));
    };
    const refusal = { status: 409, code: 'not-your-turn', detail: 'It is the turn of dark.', data: { version: 3 } };
    expect(await service.answer(request(), decline)).toEqual({ answer: refusal, replayed: false });
    expect(table.transactions).toBe(2);
    expect(await service.answer(request(), work)).toEqual({ answer: refusal, replayed: true });
    expect(runs).toBe(1);
  });

  it.each([
    ['a failure', new Error('broken')],
    ['a request that is not well-formed', new DomainError('invalid-request', 'no')],
    ['a token without the scope', new DomainError('insufficient-scope', 'no')],
    ['a service that is away', new DomainError('service-unavailable', 'no')],
  ])('leaves the key free after %s', async (_what, error) => {
    await expect(service.answer(request(), () => Promise.reject(error))).rejects.toBe(error);
    expect(await service.answer(request(), work)).toEqual({ answer: created, replayed: false });
  });

  it('has one of those that wait try again when the first one fails', async () => {
    const failing = service.answer(request(), async () => {
      await turn();
      throw new Error('broken');
    });
    const waiting = Array.from({ length: 5 }, () => service.answer(request(), work));
    await expect(failing).rejects.toThrow('broken');
    const replayed = (await Promise.all(waiting)).map((answered) => answered.replayed);
    expect(replayed.sort()).toEqual([false, true, true, true, true]);
    expect(runs).toBe(1);
  });

  it('says that another process is at it', async () => {
    table.busy = true;
    await expect(service.answer(request(), work)).rejects.toMatchObject({ code: 'request-in-progress' });
    expect(runs).toBe(0);
  });

  it('removes old requests now and then, and lets none fail by it', async () => {
    for (let i = 0; i < 41; i++) await service.answer({ ...request(), row: rowOf('player 1', String(i)) }, work);
    await turn();
    await turn();
    expect(table.sweeps).toBe(3);
  });

  describe('while the first request takes long', () => {
    beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
    afterEach(() => void jest.useRealTimers());

    it('lets none wait for more than five seconds', async () => {
      let finish: (answer: Answer) => void = () => undefined;
      const first = service.answer(request(), () => new Promise((resolve) => (finish = resolve)));
      const second = service.answer(request(), work);
      const refused = expect(second).rejects.toMatchObject({ code: 'request-in-progress' });
      await turn();
      await jest.advanceTimersByTimeAsync(5_000);
      await refused;
      finish(created);
      expect(await first).toEqual({ answer: created, replayed: false });
      expect(await service.answer(request(), work)).toMatchObject({ replayed: true });
    });
  });
});
