import { describe, expect, it } from '@jest/globals';
import { preferredType } from './accept.js';

const TEXT = 'text/plain';
const JSON_TYPE = 'application/json';
const OFFERED = [TEXT, JSON_TYPE] as const;

describe('preferredType', () => {
  it.each([
    [undefined, TEXT],
    ['', TEXT],
    ['*/*', TEXT],
    ['application/json', JSON_TYPE],
    ['Application/JSON; charset=utf-8', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['text/html, application/json', JSON_TYPE],
    ['text/*, application/json;q=0.9', TEXT],
    ['text/plain;q=0.5, application/json', JSON_TYPE],
    ['text/plain;q=0.5, application/json;q=0.4', TEXT],
    ['text/plain; Q=0.001 , application/json; q = 0.002', JSON_TYPE],
    // Of equals: what is named, then what is named first.
    ['application/json, text/plain, */*', JSON_TYPE],
    ['text/plain, application/json', TEXT],
    ['*/*, application/json', JSON_TYPE],
    ['text/html, */*;q=0.8', TEXT],
    // The most specific range decides, wherever it stands.
    ['text/plain;q=0, */*', JSON_TYPE],
    ['*/*, text/*;q=0', JSON_TYPE],
    ['text/plain;q=0.1, text/*', TEXT],
    // Nothing acceptable, and what is no header: the first one offered.
    ['image/png', TEXT],
    ['text/plain;q=0, application/json;q=0', TEXT],
    ['application/json;q=0', TEXT],
    ['application/json;q=2', TEXT],
    ['application/json;q=', TEXT],
    ['json', TEXT],
    ['*/json', TEXT],
    ['application/jsonp', TEXT],
    ['text/x;a="q=1,application/json"', TEXT],
    ['text/x;a="\\",application/json"', TEXT],
    ['text/x;a="b", application/json', JSON_TYPE],
  ])('of %j is %s', (accept, expected) => {
    expect(preferredType(accept, OFFERED)).toBe(expected);
  });

  it('reads the longest header that there can be at once', () => {
    for (const part of [',', '"', '"\\', ';q=', 'a/b,', '*/*;', ' '])
      expect(preferredType(part.repeat(16_384 / part.length), OFFERED)).toBe(TEXT);
  });
});
