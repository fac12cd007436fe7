import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { rateLimitHeaders, RateLimits, type Visit } from './rate-limits.js';

let now = 0;
beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});
const pass = (seconds: number) => (now += seconds * 1000);

const limitsOf = (settings: Partial<ConstructorParameters<typeof RateLimits>[0]> = {}) =>
  new RateLimits({ rateLimit: 6, rateLimitRegistration: 2, rateLimitApp: 60, ...settings });

const anonymous: Visit = { address: '192.0.2.1', token: null, authorizes: false, cost: 1, registers: false };
const withToken = (token: string): Visit => ({ ...anonymous, token, authorizes: true });
const registration: Visit = { ...anonymous, registers: true };

/** How many such requests are let in before one is refused. */
function admitted(limits: RateLimits, visit: Visit): number {
  for (let count = 0; count < 1_000; count++) if (limits.charge(visit).refusal) return count;
  return Infinity;
}

describe('a quota', () => {
  it('is spent, and says what is left', () => {
    const limits = limitsOf();
    for (let left = 5; left >= 0; left--)
      expect(rateLimitHeaders(limits.charge(anonymous))).toEqual({
        'ratelimit-policy': '"default";q=6;w=60',
        ratelimit: `"default";r=${left};t=10`,
      });
    const refused = limits.charge(anonymous);
    expect(refused.refusal).toMatchObject({ policy: { name: 'default' }, seconds: 10 });
    expect(rateLimitHeaders(refused)).toMatchObject({ ratelimit: '"default";r=0;t=10' });
  });

  it('comes back evenly, and never beyond its size', () => {
    const limits = limitsOf();
    expect(admitted(limits, anonymous)).toBe(6);
    pass(9.5);
    expect(limits.charge(anonymous).refusal?.seconds).toBe(1);
    pass(0.5);
    expect(admitted(limits, anonymous)).toBe(1);
    pass(30);
    expect(admitted(limits, anonymous)).toBe(3);
    pass(3600);
    expect(admitted(limits, anonymous)).toBe(6);
  });

  it('takes nothing for what is refused', () => {
    const limits = limitsOf();
    expect(limits.charge({ ...anonymous, cost: 4 }).refusal).toBeNull();
    const refused = limits.charge({ ...anonymous, cost: 4 });
    expect(refused.refusal?.seconds).toBe(20);
    expect(rateLimitHeaders(refused)).toMatchObject({ ratelimit: '"default";r=2;t=20' });
    expect(admitted(limits, anonymous)).toBe(2);
  });

  it('can be spent at once on what costs more than it holds', () => {
    const limits = limitsOf();
    expect(limits.charge({ ...anonymous, cost: 60 }).refusal).toBeNull();
    expect(limits.charge(anonymous).refusal).not.toBeNull();
    pass(60);
    expect(limits.charge({ ...anonymous, cost: 60 }).refusal).toBeNull();
  });

  it('belongs to one address', () => {
    const limits = limitsOf();
    expect(admitted(limits, anonymous)).toBe(6);
    expect(admitted(limits, { ...anonymous, address: '192.0.2.2' })).toBe(6);
  });

  it('is without end where the setting is 0', () => {
    const limits = limitsOf({ rateLimit: 0 });
    expect(admitted(limits, anonymous)).toBe(Infinity);
    expect(rateLimitHeaders(limits.charge(anonymous))).toEqual({});
    expect(admitted(limits, registration)).toBe(2);
    expect(limits.isOn).toBe(true);
    expect(limitsOf({ rateLimit: 0, rateLimitRegistration: 0, rateLimitApp: 0 }).isOn).toBe(false);
  });
});

describe('tokens', () => {
  it('share what their address has for tokens until they are known to be good', () => {
    const limits = limitsOf();
    let count = 0;
    while (!limits.charge(withToken(`made up ${count}`)).refusal) count++;
    expect(count).toBe(6);
    expect(admitted(limits, { ...anonymous, token: null, authorizes: true })).toBe(0);
    expect(admitted(limits, anonymous)).toBe(6);
    expect(admitted(limits, { ...withToken('x'), address: '192.0.2.2' })).toBe(6);
  });

  it('count for themselves once they are, wherever they come from', () => {
    const limits = limitsOf();
    limits.recognise('a', 'player');
    limits.recognise('b', 'player');
    expect(admitted(limits, withToken('made up'))).toBe(6);
    expect(admitted(limits, withToken('a'))).toBe(6);
    expect(admitted(limits, { ...withToken('a'), address: '192.0.2.2' })).toBe(0);
    expect(admitted(limits, withToken('b'))).toBe(6);
  });

  it('pay for the request that proved them, and their address does not', () => {
    const limits = limitsOf();
    const visit = withToken('a');
    const bill = limits.charge(visit);
    limits.recognise('a', 'player');
    expect(rateLimitHeaders(limits.chargeAgain(visit, bill))).toMatchObject({ ratelimit: '"default";r=5;t=10' });
    expect(admitted(limits, visit)).toBe(5);
    expect(admitted(limits, withToken('made up'))).toBe(6);
  });

  it('are not given back more than they could hold', () => {
    const limits = limitsOf();
    const visit = withToken('a');
    const bill = limits.charge(visit);
    pass(3600);
    limits.recognise('a', 'player');
    limits.chargeAgain(visit, bill);
    expect(admitted(limits, withToken('made up'))).toBe(6);
  });

  it('are empty, not in debt, after many requests at once proved them', () => {
    const limits = limitsOf({ rateLimit: 10 });
    const visit = { ...withToken('a'), cost: 4 };
    const bills = [limits.charge(visit), limits.charge(visit)];
    limits.recognise('a', 'player');
    limits.charge({ ...visit, cost: 5 });
    for (const bill of bills) limits.chargeAgain(visit, bill);
    expect(admitted(limits, withToken('a'))).toBe(0);
    pass(6);
    expect(admitted(limits, withToken('a'))).toBe(1);
  });

  it('count for the address again when they are good no longer', () => {
    const limits = limitsOf();
    limits.recognise('a', 'player');
    expect(admitted(limits, withToken('made up'))).toBe(6);
    limits.forget('a');
    expect(admitted(limits, withToken('a'))).toBe(0);
  });
});

describe('an app', () => {
  const hash = new Uint8Array(32).fill(7);
  const app = withToken(Buffer.from(hash).toString('base64url'));

  it('has its own quota from when it is recognised, and keeps it', () => {
    const limits = limitsOf();
    limits.recognise(app.token ?? '', 'player');
    expect(admitted(limits, app)).toBe(6);
    limits.recogniseApp(hash);
    expect(rateLimitHeaders(limits.charge(app))).toEqual({
      'ratelimit-policy': '"app";q=60;w=60',
      ratelimit: '"app";r=59;t=1',
    });
    limits.recognise(app.token ?? '', 'player');
    limits.recogniseApp(hash);
    expect(admitted(limits, app)).toBe(59);
  });

  it('may be without a limit when players have one, and the other way round', () => {
    const free = limitsOf({ rateLimitApp: 0 });
    free.recogniseApp(hash);
    expect(admitted(free, app)).toBe(Infinity);
    const bound = limitsOf({ rateLimit: 0 });
    bound.recogniseApp(hash);
    expect(admitted(bound, app)).toBe(60);
    expect(admitted(bound, withToken('a'))).toBe(Infinity);
  });

  it('registers as many players as it has requests', () => {
    const limits = limitsOf();
    limits.recogniseApp(hash);
    expect(admitted(limits, { ...app, registers: true })).toBe(60);
  });
});

describe('registration', () => {
  it('has a limit of its own for the address, beside the ordinary one', () => {
    const limits = limitsOf();
    expect(rateLimitHeaders(limits.charge(registration))).toEqual({
      'ratelimit-policy': '"default";q=6;w=60, "registration";q=2;w=3600',
      ratelimit: '"default";r=5;t=10, "registration";r=1;t=1800',
    });
    expect(limits.charge(registration).refusal).toBeNull();
    expect(limits.charge(registration).refusal).toMatchObject({ policy: { name: 'registration' }, seconds: 1800 });
    expect(admitted(limits, anonymous)).toBe(4);
    expect(admitted(limits, { ...registration, address: '192.0.2.2' })).toBe(2);
  });

  it('is not escaped by a token, made up or of a player', () => {
    const limits = limitsOf();
    limits.recognise('a', 'player');
    expect(admitted(limits, { ...withToken('made up'), registers: true })).toBe(2);
    expect(admitted(limits, { ...withToken('a'), registers: true })).toBe(0);
  });
});
