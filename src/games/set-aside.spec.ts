import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SetAside } from './set-aside.js';

describe('games that are set aside', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('come back after a while that doubles with each failure, up to ten minutes', () => {
    const aside = new SetAside();
    for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
      expect(aside.now()).toEqual([]);
      aside.add('a');
      jest.advanceTimersByTime(seconds * 1000 - 1);
      expect(aside.now()).toEqual(['a']);
      jest.advanceTimersByTime(1);
    }
  });

  it('begin anew once they do well, and each has a while of its own', () => {
    const aside = new SetAside();
    aside.add('a');
    aside.add('a');
    aside.add('b');
    aside.forget('a');
    aside.add('a');
    jest.advanceTimersByTime(4_999);
    expect(aside.now().sort()).toEqual(['a', 'b']);
    jest.advanceTimersByTime(1);
    expect(aside.now()).toEqual([]);
  });
});
