import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../domain-error.js';
import { checkVersion, contentTag, formatVersionTag, isFresh, parseTags, readIfMatch } from './entity-tag.js';

describe('parseTags', () => {
  it('reads lists of strong and weak tags', () => {
    expect(parseTags('"7"')).toEqual([{ weak: false, tag: '"7"' }]);
    expect(parseTags('"a,b" ,W/"c",""')).toEqual([
      { weak: false, tag: '"a,b"' },
      { weak: true, tag: '"c"' },
      { weak: false, tag: '""' },
    ]);
  });

  it.each(['', '7', '"7', 'w/"7"', '"7""8"', '"7" "8"', '*', '"a b"'])('refuses %j', (header) => {
    expect(parseTags(header)).toBeNull();
  });
});

describe('If-None-Match', () => {
  it('compares weakly', () => {
    expect(isFresh('W/"7"', '"7"')).toBe(true);
    expect(isFresh('"6", "7"', '"7"')).toBe(true);
    expect(isFresh('*', '"7"')).toBe(true);
    expect(isFresh('"6"', '"7"')).toBe(false);
    expect(isFresh('7', '"7"')).toBe(false);
    expect(isFresh(undefined, '"7"')).toBe(false);
  });
});

describe('If-Match', () => {
  it('names the versions that are accepted, weak tags and strangers none', () => {
    expect(readIfMatch(undefined)).toBeNull();
    expect(readIfMatch('*')).toBeNull();
    expect(readIfMatch('"7", "9"')).toEqual([7, 9]);
    expect(readIfMatch('W/"7", "x"')).toEqual([]);
    expect(readIfMatch('"07", "7.0", "0", "+7", "7"')).toEqual([7]);
    expect(readIfMatch(formatVersionTag(12))).toEqual([12]);
  });

  it('is invalid-request when it is no list of tags', () => {
    expect(() => readIfMatch('7')).toThrow(DomainError);
    expect(() => readIfMatch('')).toThrow(DomainError);
  });

  it('refuses every other version', () => {
    expect(() => checkVersion(null, 7)).not.toThrow();
    expect(() => checkVersion([6, 7], 7)).not.toThrow();
    expect(() => checkVersion([6], 7)).toThrow(expect.objectContaining({ code: 'precondition-failed' }));
    expect(() => checkVersion([], 7)).toThrow(expect.objectContaining({ code: 'precondition-failed' }));
  });
});

describe('contentTag', () => {
  it('is one tag, equal for equal texts', () => {
    expect(contentTag('a')).toBe(contentTag('a'));
    expect(contentTag('a')).not.toBe(contentTag('b'));
    expect(parseTags(contentTag('a'))).toHaveLength(1);
  });
});
