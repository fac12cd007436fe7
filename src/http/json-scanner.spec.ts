import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DomainError } from '../domain-error.js';
import { MAX_DEPTH, scanJson } from './json-scanner.js';
import { RequestError } from './request-error.js';

/** The code and the pointers with which a text is refused, or null. */
function refusalOf(text: string): { code: string; pointers: string[] } | null {
  try {
    scanJson(text);
    return null;
  } catch (error) {
    if (!(error instanceof RequestError) && !(error instanceof DomainError)) throw error;
    return { code: error.code, pointers: (error.data.errors ?? []).map(({ pointer }) => pointer) };
  }
}

const nested = (depth: number): string => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);

describe('scanJson', () => {
  it('lets every JSON text of ordinary depth pass', () => {
    const name = fc.string().filter((text) => !(text in Object.prototype));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 0 }),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(name, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (json, indent) => {
        expect(refusalOf(JSON.stringify(json, null, indent))).toBeNull();
      }),
    );
  });

  it('counts levels, those in texts not', () => {
    expect(refusalOf(nested(MAX_DEPTH))).toBeNull();
    expect(refusalOf(`[${nested(MAX_DEPTH)}]`)).toMatchObject({ code: 'too-deep' });
    expect(refusalOf(JSON.stringify('['.repeat(100)))).toBeNull();
    expect(refusalOf('[],'.repeat(100))).toBeNull();
  });

  it('takes a megabyte of brackets without a stack', () => {
    expect(refusalOf('['.repeat(1_000_000))).toMatchObject({ code: 'too-deep' });
    expect(refusalOf('[]'.repeat(500_000))).toBeNull();
  });

  it.each([
    ['{"a":1,"a":2}', '/a'],
    ['{"a":{"b":1},"c":[0,{"d":1,"d":1}]}', '/c/1/d'],
    ['{"a":1,"\\u0061":2}', '/a'],
    ['{"a/b":1,"a/b" :2}', '/a~1b'],
    ['{"":1,"":2}', '/'],
  ])('refuses %s, which names %s twice', (text, pointer) => {
    expect(refusalOf(text)).toEqual({ code: 'malformed-json', pointers: [pointer] });
  });

  it.each(['{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a"}', '{"a":"\\"","b":":"}'])(
    'lets %s pass',
    (text) => {
      expect(refusalOf(text)).toBeNull();
    },
  );

  it('refuses names that objects inherit', () => {
    expect(refusalOf('{"a":{"__proto__":1}}')).toEqual({ code: 'malformed-json', pointers: ['/a/__proto__'] });
    expect(refusalOf('{"\\u005f_proto__":1}')).toEqual({ code: 'malformed-json', pointers: ['/__proto__'] });
    expect(refusalOf('[{"constructor":1}]')).toEqual({ code: 'invalid-request', pointers: ['/0/constructor'] });
  });

  it('leaves it to JSON.parse to say what is no JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\ a1') }), (text) => {
        const refused = refusalOf(text);
        if (refused) expect(['too-deep', 'malformed-json']).toContain(refused.code);
      }),
    );
  });
});
