import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';

/**
 * So many callers are told apart under one policy, some 10 MB of them. One that was forgotten starts again with all of
 * its quota, which takes that many others within its window.
 */
export const MAX_CALLERS = 50_000;

export interface PolicyOptions {
  /** As it stands in `RateLimit-Policy`. */
  readonly name: string;
  /** What a caller may spend at once, and what comes back within a window; at least 1. */
  readonly quota: number;
  readonly windowSeconds: number;
}

/** How much of a policy's quota something takes from one caller's bucket. */
export interface Charge {
  readonly policy: RateLimitPolicy;
  readonly bucket: TokenBucket;
  readonly cost: number;
}

/** One quota, of which every caller has its own in a token bucket: full at first, refilled evenly. */
export class RateLimitPolicy {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  /** The item of `RateLimit-Policy`. */
  readonly item: string;
  private readonly buckets = new LRUCache<string, TokenBucket>({ max: MAX_CALLERS });

  constructor({ name, quota, windowSeconds }: PolicyOptions) {
    this.name = name;
    this.quota = quota;
    this.windowSeconds = windowSeconds;
    this.item = `"${name}";q=${quota};w=${windowSeconds}`;
  }

  /** What `cost` takes from a caller who is known by `key`. */
  charge(key: string, cost: number): Charge {
    let bucket = this.buckets.get(key);
    if (!bucket) this.buckets.set(key, (bucket = this.fullBucket()));
    return this.chargeOn(bucket, cost);
  }

  /** What `cost` takes from a bucket: never more than it can hold, or it could not be paid at all. */
  chargeOn(bucket: TokenBucket, cost: number): Charge {
    return { policy: this, bucket, cost: Math.min(cost, this.quota) };
  }

  /** A bucket for a caller who is remembered elsewhere. */
  fullBucket(): TokenBucket {
    const bucket = new TokenBucket({
      bucketSize: this.quota,
      tokensPerInterval: this.quota,
      interval: this.windowSeconds * 1000,
    });
    bucket.content = this.quota;
    return bucket;
  }
}

/** Seconds until a charge can be paid, whole and at least 1; 0 when it can be paid now. */
export function secondsUntilPaid({ bucket, cost }: Charge): number {
  const ms = bucket.getWaitTime(cost);
  // It is rounded up, and by a millisecond too much where its floating point says 1800000.0000000002.
  return ms === 0 ? 0 : Math.max(1, Math.ceil((ms - 1) / 1000));
}

/** Takes a charge, or nothing where there is too little. */
export const tryPay = ({ bucket, cost }: Charge): boolean => bucket.tryRemoveTokens(cost);

/** Takes what there is, for a charge that comes too late to be refused. */
export function empty({ bucket }: Charge): void {
  bucket.content = 0;
}

export function payBack({ bucket, cost }: Charge): void {
  bucket.content = Math.min(bucket.content + cost, bucket.bucketSize);
}

/**
 * The item of `RateLimit` after a charge was paid or refused: `r` is what is left, `t` the seconds before more comes (for
 * a charge that was refused: enough of it), so that `Retry-After` is never before the end of `t`.
 */
export function limitItem({ policy, bucket, cost }: Charge, refused: boolean): string {
  const left = Math.floor(bucket.content);
  const wanted = refused && left < cost ? cost : Math.min(left + 1, policy.quota);
  // With a unit or more a second the next one is never further away: no need to work it out for every request.
  const isNear = wanted <= left + 1 && policy.quota >= policy.windowSeconds;
  return `"${policy.name}";r=${left};t=${isNear ? 1 : secondsUntilPaid({ policy, bucket, cost: wanted })}`;
}
