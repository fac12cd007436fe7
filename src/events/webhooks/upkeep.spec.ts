import { describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { firstIdOf } from './upkeep.js';

describe('firstIdOf', () => {
  it('is before every id of its millisecond and after every earlier one', () => {
    const time = Date.parse('2026-10-31T20:15:00.123Z');
    const ids = (msecs: number) => Array.from({ length: 100 }, () => uuidv7({ msecs, seq: 0 }));
    for (const id of ids(time)) expect(id >= firstIdOf(time)).toBe(true);
    for (const id of ids(time - 1)) expect(id < firstIdOf(time)).toBe(true);
  });

  it('is a UUIDv7 with nothing but its time', () =>
    expect(firstIdOf(0x0123456789ab)).toBe('01234567-89ab-7000-8000-000000000000'));
});
