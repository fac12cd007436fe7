/** Puts the rate limits in front of every operation under /v1. */
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { addressKeyOf, tokenKeyIn } from './rate-limit-caller.js';
import { costIn, costOf, type Cost } from './rate-limit-cost.js';
import { isLimited } from './rate-limit-document.js';
import { rateLimitHeaders, type Bill, type RateLimits, type Visit } from './rate-limits.js';
import { RequestError } from './request-error.js';

const REGISTRATION = 'POST /v1/players';

/** The operations of which an answer 2xx proves that the token of the request is good, as `GET /v1/games/{id}`. */
export function operationsWithToken(document: OpenAPIObject): ReadonlySet<string> {
  return new Set(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, { security?: readonly unknown[] }>)
        .filter(([, { security = [] }]) => security.length > 0)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    ),
  );
}

/** Limits the routes that are added to `instance` from now on. `withToken`: {@link operationsWithToken}. */
export function limitRequests(instance: FastifyInstance, limits: RateLimits, withToken: ReadonlySet<string>): void {
  if (!limits.isOn) return;
  instance.addHook('onRoute', (route) => {
    if (!isLimited(route.url)) return;
    const method = [route.method].flat().includes('GET') ? 'GET' : String(route.method);
    const name = `${method === 'HEAD' ? 'GET' : method} ${route.url.replace(/:(\w+)/g, '{$1}')}`;
    const limited = new LimitedRoute(limits, costIn(route.config), name === REGISTRATION, withToken.has(name));
    limited.addTo(route);
  });
}

interface Unproven {
  readonly visit: Visit;
  readonly token: string;
  readonly bill: Bill;
}

class LimitedRoute {
  /** Requests whose token has not been found good yet. */
  private readonly unproven = new WeakMap<FastifyRequest, Unproven>();

  constructor(
    private readonly limits: RateLimits,
    private readonly cost: Cost,
    private readonly registers: boolean,
    private readonly provesTokens: boolean,
  ) {}

  addTo(route: RouteOptions): void {
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, reply, done) => {
        const refusal = this.admit(request, reply);
        if (refusal) done(refusal);
        else done();
      },
    ];
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      (request, reply, payload, done) => {
        if (request.headers.authorization !== undefined) this.judgeToken(request, reply);
        done(null, payload);
      },
    ];
  }

  /** Charges a request and says so in the headers of its answer; gives the error to answer when it cannot be paid. */
  private admit(request: FastifyRequest, reply: FastifyReply): RequestError | null {
    const { authorization } = request.headers;
    const token = authorization === undefined ? null : tokenKeyIn(authorization);
    const visit: Visit = {
      // Seldom needed where there is a token, and not cheap to find.
      get address() {
        return addressOf(request);
      },
      token,
      authorizes: authorization !== undefined,
      cost: costOf(this.cost, request.headers['content-length']),
      registers: this.registers,
    };
    const bill = this.limits.charge(visit);
    void reply.headers(rateLimitHeaders(bill));
    if (bill.refusal) return tooMany(bill.refusal);
    if (token !== null && !this.limits.isKnown(token)) this.unproven.set(request, { visit, token, bill });
    return null;
  }

  /** Learns from the answer whether the token of a request is good, and lets the request count for it if it is. */
  private judgeToken(request: FastifyRequest, reply: FastifyReply): void {
    const { statusCode } = reply;
    const unproven = this.unproven.get(request);
    if (!unproven) {
      const token = statusCode === 401 ? tokenKeyIn(request.headers.authorization ?? '') : null;
      if (token !== null) this.limits.forget(token);
      return;
    }
    const { visit, token, bill } = unproven;
    const isAccepted = (statusCode >= 200 && statusCode < 300) || statusCode === 304;
    if (isAccepted && this.provesTokens) this.limits.recognise(token, 'player');
    if (this.limits.isKnown(token)) void reply.headers(rateLimitHeaders(this.limits.chargeAgain(visit, bill)));
  }
}

/** Where a request comes from; what a proxy says only as far as the setting TRUST_PROXY lets Fastify believe it. */
const addressOf = ({ ip, socket }: FastifyRequest): string =>
  addressKeyOf(ip) ?? addressKeyOf(socket.remoteAddress ?? '') ?? 'unknown';

function tooMany({ policy, seconds }: NonNullable<Bill['refusal']>): RequestError {
  const what = policy.name === 'registration' ? 'registrations from one address' : 'requests of one caller';
  const detail = `No more than ${policy.quota} ${what} in ${policy.windowSeconds} seconds; try again in ${seconds} s.`;
  return new RequestError('rate-limited', detail, {}, { 'retry-after': String(seconds) });
}
