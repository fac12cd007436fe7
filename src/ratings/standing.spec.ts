import { describe, expect, it } from '@jest/globals';
import { bySide } from '../salta/index.js';
import { afterGame, afterPeriods, PERIOD_MS, START } from './glicko.js';
import { changesBy, establishedUntil, type Standing } from './standing.js';

const MOMENT = new Date('2026-11-29T20:15:00.000Z');
const later = (ms: number): Date => new Date(MOMENT.getTime() + ms);
const standing = (rating: number, deviation = 80): Standing => ({
  ...{ rating, deviation, volatility: 0.06 },
  ...{ games: 12, lastPlayedAt: MOMENT },
});
const NOBODY = { light: null, dark: null };

describe('a game', () => {
  it('is rated for both by what they were before it', () => {
    const standings = { light: standing(1600), dark: standing(1700) };
    const { light, dark } = changesBy({ winner: 'light', at: MOMENT }, standings);
    expect(light.after).toMatchObject(afterGame(standings.light, standings.dark, 1));
    expect(dark.after).toMatchObject(afterGame(standings.dark, standings.light, 0));
    expect([light.score, dark.score]).toEqual([1, 0]);
    expect([light.after.games, dark.after.games]).toEqual([13, 13]);
  });

  it('counts half for each when it is drawn', () => {
    const { light, dark } = changesBy({ winner: null, at: MOMENT }, { light: standing(1600), dark: standing(1700) });
    expect([light.score, dark.score]).toEqual([0.5, 0.5]);
    expect(light.after.rating).toBeGreaterThan(1600);
    expect(dark.after.rating).toBeLessThan(1700);
  });

  it('begins at 1500 for who has not played', () => {
    const changes = changesBy({ winner: 'dark', at: MOMENT }, NOBODY);
    for (const { before, after } of Object.values(changes)) {
      expect(before).toEqual(START);
      expect(after).toMatchObject({ games: 1, lastPlayedAt: MOMENT });
    }
  });

  it('finds a deviation that has grown by whole periods', () => {
    const old = standing(1600);
    const { light } = changesBy({ winner: 'dark', at: later(5 * PERIOD_MS) }, { light: old, dark: old });
    expect(light.before).toEqual(afterPeriods({ rating: 1600, deviation: 80, volatility: 0.06 }, 5));
    const { dark } = changesBy({ winner: 'dark', at: later(PERIOD_MS - 1) }, { light: old, dark: old });
    expect(dark.before.deviation).toBe(80);
  });

  it('that ended before the last one changes nothing of when that was', () => {
    const old = standing(1600);
    const { light } = changesBy({ winner: 'dark', at: later(-5 * PERIOD_MS) }, { light: old, dark: old });
    expect(light.before.deviation).toBe(80);
    expect(light.after.lastPlayedAt).toEqual(MOMENT);
  });
});

it('an established rating is one for a time', () => {
  const until = establishedUntil(standing(1600, 60)) ?? MOMENT;
  // (110² - 60²) / (0.06 * 173.7178)² = 78.2
  expect(until).toEqual(later(79 * PERIOD_MS));
  expect(establishedUntil({ ...standing(1600, 111) })).toBeNull();
  const at = (moment: Date) =>
    changesBy(
      { winner: null, at: moment },
      bySide(() => standing(1600, 60)),
    );
  expect(at(until).light.before.deviation).toBeGreaterThan(110);
  expect(at(new Date(until.getTime() - 1)).light.before.deviation).toBeLessThanOrEqual(110);
});
