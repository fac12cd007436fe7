/** The clocks know no time zone: a process gives the same results in every one, across daylight-saving changes. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

/** With and without daylight saving, of half hours and quarters, one that skipped a day of the calendar. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Clocks and vacations over each of the two changes of a year; prints what the zone makes of a date, and the results. */
const PROGRAM = `
  import fc from 'fast-check';
  import { clockStories } from ${source('../../test/support/clock-arbitraries.ts')};
  import { clockView } from ${source('./clock-view.ts')};
  import { advanceClock } from ${source('./correspondence-clock.ts')};
  import { formatClock } from ${source('./clock-json.ts')};
  import { beginVacation, NO_VACATION } from ${source('./vacation.ts')};
  import { reminderAt } from ${source('./reminder.ts')};
  const stories = fc.sample(clockStories(1, 30), { seed: 7, numRuns: 40 });
  const answer = () => ['2026-03-28', '2026-10-24', '2026-12-31'].map((day) => stories.map(({ start, happenings }) => {
    let now = Date.parse(day + 'T12:00:00.000Z');
    let clock = { ...start, since: now };
    const states = [];
    for (const { after, at } of happenings) {
      now += after;
      clock = advanceClock(clock, at(now), now);
      states.push([formatClock(clock), clockView(clock, now + 1), reminderAt(clock)]);
    }
    return [states, beginVacation(NO_VACATION, now, { daysPerYear: 40 })];
  }));
  for (const zone of ${JSON.stringify(ZONES)}) {
    process.env.TZ = zone;
    console.log(new Date(2026, 6, 1).getTime() + ' ' + JSON.stringify(answer()));
  }
`;

it('gives the same clocks, views and vacations in every time zone', () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const output = execFileSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  expect(new Set(lines.map(([midnight]) => midnight)).size).toBe(ZONES.length);
  const results = new Set(lines.map(([, result]) => result));
  expect(results.size).toBe(1);
  expect([...results][0]?.length).toBeGreaterThan(100_000);
});
