import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DOMAIN_ERROR_CODES, DomainError } from '../domain-error.js';
import { PROBLEMS } from '../http/problems.js';
import { formatAnswer, parseAnswer, refusalOf, type Answer } from './answer.js';

const success = fc.record({
  status: fc.integer({ min: 200, max: 299 }),
  headers: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string())), {
    noNullPrototype: true,
  }),
  body: fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\n', '{"a":"\\n"}'))),
});
const refusal = fc.record({
  status: fc.constant(409),
  code: fc.constantFrom(...DOMAIN_ERROR_CODES),
  detail: fc.string(),
  data: fc.constantFrom({}, { version: 3 }, { errors: [{ pointer: '/a', detail: 'b' }] }),
});

describe('answers', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.oneof(success, refusal), (answer: Answer) => {
        expect(parseAnswer(formatAnswer(answer))).toEqual(answer);
      }),
    );
  });

  it.each([
    ['not-your-turn', 409],
    ['illegal-move', 422],
    ['game-not-found', 404],
    ['stale-version', 409],
    ['precondition-failed', 412],
  ] as const)('are kept when a command says %s', (code, status) => {
    const error = new DomainError(code, 'why', { version: 3 });
    expect(refusalOf(error)).toEqual({ status, code, detail: 'why', data: { version: 3 } });
  });

  it.each(DOMAIN_ERROR_CODES.filter((code) => [400, 401, 403, 429, 500, 503].includes(PROBLEMS[code].status)))(
    'are not kept for %s',
    (code) => expect(refusalOf(new DomainError(code, 'why'))).toBeNull(),
  );

  it('are not kept for a failure', () => expect(refusalOf(new Error('why'))).toBeNull());
});
