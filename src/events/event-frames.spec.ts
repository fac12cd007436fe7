import { describe, expect, it } from '@jest/globals';
import { formatComment, formatFrame, formatPosition, formatRetry } from './event-frames.js';

describe('a frame', () => {
  it('has its fields in lines of their own and ends in an empty one', () => {
    expect(formatFrame({ id: 'WyJl_-', event: 'move.played', data: '{"a":1}' })).toBe(
      'id: WyJl_-\nevent: move.played\ndata: {"a":1}\n\n',
    );
  });

  it.each([
    ['line feeds', 'a\nb', 'data: a\ndata: b\n'],
    ['carriage returns', 'a\rb', 'data: a\ndata: b\n'],
    ['both together as one', 'a\r\nb', 'data: a\ndata: b\n'],
    ['an empty line in the middle', 'a\n\nb', 'data: a\ndata: \ndata: b\n'],
    ['a line feed at the end', 'a\n', 'data: a\ndata: \n'],
    ['a space or colon first', ' : a', 'data:  : a\n'],
    ['nothing', '', 'data: \n'],
    ['what no terminal shows', 'a\u2028\u0085b', 'data: a\u2028\u0085b\n'],
  ])('takes data with %s', (_name, data, lines) => {
    expect(formatFrame({ id: '1', event: 'x', data })).toBe(`id: 1\nevent: x\n${lines}\n`);
  });

  it.each(['a\nb', 'a\rb', 'a\0b'])('refuses %j in an id or a type', (text) => {
    expect(() => formatFrame({ id: text, event: 'x', data: '' })).toThrow('id of an event');
    expect(() => formatFrame({ id: '1', event: text, data: '' })).toThrow('event of an event');
    expect(() => formatPosition(text)).toThrow('id of an event');
  });
});

describe('what is no event', () => {
  it('is a comment, whatever it says', () => {
    expect(formatComment()).toBe(':\n\n');
    expect(formatComment('bye\ndata: not an event')).toBe(': bye\n: data: not an event\n\n');
  });

  it('moves the place on, or says when to come back', () => {
    expect(formatRetry(2000) + formatPosition('abc')).toBe('retry: 2000\nid: abc\n\n');
  });
});
