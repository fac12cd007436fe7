import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { DomainError } from '../domain-error.js';
import { PlayersService } from '../players/players.service.js';
import type { Credentials } from '../players/credentials.js';
import type { Scope } from '../players/token.js';
import { formatAnswer, parseAnswer, refusalOf, type Answer, type Refusal } from './answer.js';
import { IdempotencyRepository, type StoredRequest } from './idempotency.repository.js';
import { rowOf, scopeOf, tokenScopeOf, type KeyedRequest } from './keyed-request.js';
import { seal, unseal } from './seal.js';

export interface Answered {
  readonly answer: Answer;
  /** Whether it is the answer to an earlier request with the key. */
  readonly replayed: boolean;
}

export interface IdempotentOptions {
  /** Whether the answer shows the secret of a token, which takes a key that nobody guesses, and is for one token alone. */
  readonly showsSecret?: boolean;
  /** The scope without which a token is refused; `play` where it is left out. */
  readonly needs?: Scope;
}

/** What became of a request: its answer, for those that wait with the same one. */
interface Kept {
  readonly fingerprint: Uint8Array;
  readonly answer: Answer;
}

/** So long a request waits for an earlier one with its key in the same process; the repository has the same for others. */
const PATIENCE_MS = 5_000;
/** One in so many new requests also removes old ones, more than came in the meantime. */
const SWEEP_EVERY = 20;
const SWEEP_LIMIT = 100;

/** Undoes what a command has written before it decided against itself. */
class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

/** Has requests with an `Idempotency-Key` take effect once, and answers the same to all that repeat them. */
@Injectable()
export class IdempotencyService {
  /** The requests that this process is at, by row. Repetitions wait here, since a wait in the database takes a connection. */
  private readonly running = new Map<string, Promise<Kept | null>>();
  private untilSweep = 0;

  constructor(
    private readonly requests: IdempotencyRepository,
    private readonly players: PlayersService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The row of a key among those of the caller; where the answer `showsSecret`, of its token. `null` where the caller has
   * not the scope that the operation `needs`, to whom no answer of another token may be repeated. Throws `unauthorized`.
   */
  async rowFor(
    credentials: Credentials,
    key: string,
    { showsSecret = false, needs = 'play' }: IdempotentOptions,
  ): Promise<KeyedRequest['row'] | null> {
    const caller = await this.players.identify(credentials);
    if (showsSecret) return rowOf(tokenScopeOf(caller, credentials), key);
    return caller && !caller.operator && !caller.scopes.includes(needs) ? null : rowOf(scopeOf(caller), key);
  }

  /**
   * The answer to a request: that of `work`, which runs in one transaction with the note that it ran, or what was
   * answered before. Throws `idempotency-key-reused`, `request-in-progress`, and what `work` throws that is no answer.
   */
  async answer(request: KeyedRequest, work: () => Promise<Answer>): Promise<Answered> {
    const id = Buffer.from(request.row).toString('latin1');
    for (let earlier = this.running.get(id); earlier; earlier = this.running.get(id)) {
      const kept = await inTime(earlier);
      if (kept) return replay(kept, request);
    }
    const running = this.attempt(request, work);
    const outcome = running.then(
      ({ answer }) => ({ fingerprint: request.fingerprint, answer }),
      () => null,
    );
    this.running.set(
      id,
      outcome.finally(() => this.running.delete(id)),
    );
    return running;
  }

  private async attempt(request: KeyedRequest, work: () => Promise<Answer>): Promise<Answered> {
    const decide = async () => {
      try {
        return await work();
      } catch (error) {
        const refusal = refusalOf(error);
        throw refusal ? new Refused(refusal) : error;
      }
    };
    try {
      return await this.transact(request, decide);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Nothing of what the command did is left. Should another process have been faster to try again, its answer counts.
      return this.transact(request, () => Promise.resolve(error.refusal));
    }
  }

  private async transact(request: KeyedRequest, decide: () => Promise<Answer>): Promise<Answered> {
    const answered = await this.transactions.run(async () => {
      const claim = await this.requests.claim(request);
      if (claim === 'in-progress') throw inProgress();
      if (claim !== 'claimed') return replay(open(claim, request), request);
      const answer = await decide();
      await this.requests.keep(request.row, answer.status, seal(formatAnswer(answer), request.key, request.row));
      return { answer, replayed: false };
    });
    if (!answered.replayed) this.sweep();
    return answered;
  }

  /** Old rows go as new ones come, so that the table stays in bounds without a timer. Nobody waits for it. */
  private sweep(): void {
    if (this.untilSweep-- > 0) return;
    this.untilSweep = SWEEP_EVERY - 1;
    // Where it fails the next one does it.
    this.requests.removeExpired(SWEEP_LIMIT).catch(() => undefined);
  }
}

const inProgress = (): DomainError =>
  new DomainError('request-in-progress', 'An earlier request with this Idempotency-Key is still being worked on.');

/** Throws `idempotency-key-reused` before it tells a caller the answer to something else. */
function checkFingerprint(stored: Uint8Array, { fingerprint }: KeyedRequest): void {
  if (Buffer.compare(stored, fingerprint) !== 0)
    throw new DomainError(
      'idempotency-key-reused',
      'This Idempotency-Key came with another request before: another address, body or If-Match.',
    );
}

function open({ fingerprint, answer }: StoredRequest, request: KeyedRequest): Kept {
  checkFingerprint(fingerprint, request);
  return { fingerprint, answer: parseAnswer(unseal(answer, request.key, request.row)) };
}

function replay({ fingerprint, answer }: Kept, request: KeyedRequest): Answered {
  checkFingerprint(fingerprint, request);
  return { answer, replayed: true };
}

/** Waits for a request, but not for ever. Throws `request-in-progress`. */
async function inTime(earlier: Promise<Kept | null>): Promise<Kept | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(inProgress()), PATIENCE_MS);
  });
  try {
    return await Promise.race([earlier, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
