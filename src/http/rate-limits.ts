import { Inject, Injectable } from '@nestjs/common';
import type { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config.js';
import { tokenKeyOf } from './rate-limit-caller.js';
import {
  empty,
  limitItem,
  MAX_CALLERS,
  payBack,
  RateLimitPolicy,
  secondsUntilPaid,
  tryPay,
  type Charge,
} from './rate-limit-policy.js';

type Limits = Pick<Config, 'rateLimit' | 'rateLimitRegistration' | 'rateLimitApp'>;

/** What of a request decides how it is limited. */
export interface Visit {
  /** {@link addressKeyOf} of where it comes from. */
  readonly address: string;
  /** {@link tokenKeyOf} of its token, good or bad; null when it came without one. */
  readonly token: string | null;
  /** Whether it has an `Authorization` header at all. */
  readonly authorizes: boolean;
  readonly cost: number;
  /** Whether it registers a player. */
  readonly registers: boolean;
}

/** What a request was charged, to be shown in its answer. */
export interface Bill {
  readonly charges: readonly Charge[];
  /** Null when it was paid; else the policy that refused it for the longest, and for how many seconds. */
  readonly refusal: { readonly policy: RateLimitPolicy; readonly seconds: number } | null;
}

type CallerKind = 'player' | 'app';

interface KnownCaller {
  readonly kind: CallerKind;
  readonly bucket: TokenBucket | null;
}

const MINUTE = 60;
const HOUR = 3600;

/**
 * Who may ask for how much, as far as this process has seen them.
 *
 * A token counts for itself once a request with it was answered as one of a token that is good. Until then its requests
 * count for its address (apart from those without a token), and so do all requests with bad ones: however many tokens
 * somebody makes up, they share one bucket, and it is the guesser's.
 */
@Injectable()
export class RateLimits {
  private readonly policies: Readonly<Record<CallerKind, RateLimitPolicy | null>>;
  private readonly registration: RateLimitPolicy | null;
  private readonly known = new LRUCache<string, KnownCaller>({ max: MAX_CALLERS });

  constructor(@Inject(CONFIG) { rateLimit, rateLimitRegistration, rateLimitApp }: Limits) {
    const policy = (name: string, quota: number, windowSeconds: number) =>
      quota === 0 ? null : new RateLimitPolicy({ name, quota, windowSeconds });
    this.policies = { player: policy('default', rateLimit, MINUTE), app: policy('app', rateLimitApp, MINUTE) };
    this.registration = policy('registration', rateLimitRegistration, HOUR);
  }

  /** Whether there is anything to limit. */
  get isOn(): boolean {
    return [this.policies.player, this.policies.app, this.registration].some((policy) => policy !== null);
  }

  isKnown(token: string): boolean {
    return this.known.has(token);
  }

  /** Takes what a request costs from all that it counts for, or from nothing when one of them has too little. */
  charge(visit: Visit): Bill {
    const charges = this.chargesOf(visit);
    const unpaid = charges.findIndex((charge) => !tryPay(charge));
    if (unpaid < 0) return { charges, refusal: null };
    for (const charge of charges.slice(0, unpaid)) payBack(charge);
    let refusal: Bill['refusal'] = null;
    for (const charge of charges) {
      const seconds = secondsUntilPaid(charge);
      if (seconds > (refusal?.seconds ?? 0)) refusal = { policy: charge.policy, seconds };
    }
    return { charges, refusal };
  }

  /** The same request again, for a token that has turned out to be good since it was charged: its address gets back what it paid. */
  chargeAgain(visit: Visit, { charges }: Bill): Bill {
    for (const charge of charges) payBack(charge);
    const own = this.chargesOf(visit);
    for (const charge of own) if (!tryPay(charge)) empty(charge);
    return { charges: own, refusal: null };
  }

  /** For authentication: the token with this SHA-256 hash is good and an app's, which may ask for more. */
  recogniseApp(tokenHash: Uint8Array): void {
    this.recognise(tokenKeyOf(tokenHash), 'app');
  }

  /** The token is good. What an app's is stays an app's. */
  recognise(token: string, kind: CallerKind): void {
    const known = this.known.get(token);
    if (known && (known.kind === kind || known.kind === 'app')) return;
    this.known.set(token, { kind, bucket: this.policies[kind]?.fullBucket() ?? null });
  }

  /** The token is good no longer. */
  forget(token: string): void {
    this.known.delete(token);
  }

  private chargesOf({ address, token, authorizes, cost, registers }: Visit): Charge[] {
    const charges: Charge[] = [];
    const known = token === null ? undefined : this.known.get(token);
    const policy = this.policies[known?.kind ?? 'player'];
    if (policy && known?.bucket) charges.push(policy.chargeOn(known.bucket, cost));
    else if (policy) charges.push(policy.charge(authorizes ? `token from ${address}` : address, cost));
    if (registers && known?.kind !== 'app' && this.registration) charges.push(this.registration.charge(address, 1));
    return charges;
  }
}

/** The headers that tell a caller where it stands. */
export function rateLimitHeaders({ charges, refusal }: Bill): Record<string, string> {
  if (charges.length === 0) return {};
  return {
    'ratelimit-policy': charges.map(({ policy }) => policy.item).join(', '),
    ratelimit: charges.map((charge) => limitItem(charge, refusal !== null)).join(', '),
  };
}
