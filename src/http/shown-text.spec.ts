import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import type { DomainError } from '../domain-error.js';
import { IsShownText, normaliseShownText, whyNotShown } from './shown-text.js';
import { StrictValidationPipe } from './validation.pipe.js';

class Body {
  @IsShownText(60)
  name!: string;
}

const read = (body: object): Promise<Body> =>
  new StrictValidationPipe().transform(body, { type: 'body', metatype: Body }) as Promise<Body>;

const reasonOf = (body: object): Promise<unknown> =>
  read(body).then(
    () => null,
    (error: unknown) => (error as DomainError).data.errors,
  );

describe('a text to be shown', () => {
  it.each([
    'Krone',
    'Jürgen',
    'Ελένη',
    'می\u200cخواهم',
    '👨\u200d👩\u200d👧',
    'අක්\u200dෂර',
    'x'.repeat(60),
    '𝕊'.repeat(60),
    'e\u0301'.repeat(60),
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '\u2801\u2800',
    '!',
    '7',
  ])('can be %j', async (name) => {
    expect(whyNotShown(normaliseShownText(name), 60)).toBeNull();
    expect(await read({ name })).toEqual({ name: name.normalize('NFC') });
  });

  it.each<[string, unknown, string]>([
    ['nothing', '', 'can be seen'],
    ['white space', '   ', 'can be seen'],
    ['what has no width', '\u200b\u200d', 'can be seen'],
    ['a blank of Braille', '\u2800', 'can be seen'],
    ['a note without a head', '\u{1d159}', 'can be seen'],
    ['a mark alone', '\u0301', 'can be seen'],
    ['a selector alone', '\ufe0f', 'can be seen'],
    ['private use', '\ue000', 'control'],
    ['private use beyond the basic plane', 'a\u{f0000}', 'control'],
    ['an object that is not there', 'a\ufffc', 'control'],
    ['an annotation', 'a\ufff9b\ufffac\ufffb', 'control'],
    ['a mark to the left', 'a\u200e', 'control'],
    ['a mark to the right', 'a\u200fb', 'control'],
    ['an Arabic letter mark', 'a\u061cb', 'control'],
    ['Hangul fillers', '\u3164\u115f\u1160\uffa0', 'control'],
    ['a Hangul filler among letters', 'a\u3164', 'control'],
    ['tags', 'a\u{e0062}', 'control'],
    [
      'a flag of too many tags',
      '\u{1f3f4}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e0061}\u{e007f}',
      'control',
    ],
    ['a joiner at the end', 'Krone\u200d', 'joiner'],
    ['a joiner at the beginning', '\u200cKrone', 'joiner'],
    ['61 letters', 'x'.repeat(61), 'at most 60'],
    ['61 characters beyond the basic plane', '𝕊'.repeat(61), 'at most 60'],
    ['a million marks', 'a\u0316\u0301'.repeat(300_000), 'at most 60'],
    ['a control character', 'a\u0007b', 'control'],
    ['two lines', 'a\nb', 'control'],
    ['text that turns around', 'a\u202eb', 'control'],
    ['half a surrogate pair', 'a\ud800b', 'control'],
    ['a noncharacter', 'a\ufffeb', 'control'],
    ['a number', 7, 'text'],
    ['null', null, 'text'],
    ['a list', ['Krone'], 'text'],
    ['left out', undefined, 'required'],
  ])('cannot be %s', async (_what, name, reason) => {
    expect(await reasonOf({ name })).toEqual([{ pointer: '/name', detail: expect.stringContaining(reason) }]);
  });

  it('is kept composed and without white space around it', async () =>
    expect(await read({ name: ' Ju\u0308rgen ' })).toEqual({ name: 'J\u00fcrgen' }));
});
