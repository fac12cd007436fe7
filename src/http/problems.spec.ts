import { describe, expect, it } from '@jest/globals';
import { HttpException, NotFoundException } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { problemDocument, problemOf } from './problem.js';
import { PROBLEM_CODES, PROBLEMS } from './problems.js';
import { RequestError } from './request-error.js';

describe('the table of problems', () => {
  it.each(PROBLEM_CODES)('%s says all that its page needs', (code) => {
    const { status, title, when, advice } = PROBLEMS[code];
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).not.toMatch(/\.$/);
    for (const text of [when, advice]) expect(text).toMatch(/\.$/);
  });
});

describe('problemOf', () => {
  it('keeps code, detail and data of our own errors', () => {
    const error = new DomainError('stale-ply', 'Too late.', { ply: 7 });
    expect(problemOf(error)).toEqual({ code: 'stale-ply', detail: 'Too late.', data: { ply: 7 }, headers: {} });
    const other = new RequestError('method-not-allowed', 'No.', {}, { allow: 'GET' });
    expect(problemOf(other)).toMatchObject({ code: 'method-not-allowed', headers: { allow: 'GET' } });
  });

  it('says who must come back with what, and when', () => {
    expect(problemOf(new DomainError('unauthorized', 'Who?')).headers).toHaveProperty('www-authenticate');
    expect(problemOf(new DomainError('service-unavailable', 'Later.')).headers).toHaveProperty('retry-after');
  });

  it('is service-unavailable when the database is away', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(problemOf(error).code).toBe('service-unavailable');
  });

  it('understands what Fastify and Nest throw', () => {
    const fastify = Object.assign(new Error('Body too large'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 });
    expect(problemOf(fastify).code).toBe('payload-too-large');
    expect(problemOf(new HttpException('x', 413, { cause: fastify })).code).toBe('payload-too-large');
    expect(problemOf(new NotFoundException()).code).toBe('unknown-route');
    expect(problemOf(new HttpException('x', 418)).code).toBe('malformed-request');
  });

  it.each([new Error('password=secret'), 'secret', null, undefined, { secret: true }])(
    'gives nothing away of %p',
    (error) => {
      const problem = problemOf(error);
      expect(problem.code).toBe('internal-error');
      expect(JSON.stringify(problemDocument(problem, { requestId: 'r' }))).not.toContain('secret');
    },
  );
});
