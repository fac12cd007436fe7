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
  ])('can be %j', async (name) => {
    expect(whyNotShown(normaliseShownText(name), 60)).toBeNull();
    expect(await read({ name })).toEqual({ name: name.normalize('NFC') });
  });

  it.each<[string, unknown, string]>([
    ['nothing', '', 'can be seen'],
    ['white space', '   ', 'can be seen'],
    ['what has no width', '\u200b\u200d', 'can be seen'],
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
