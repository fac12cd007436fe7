/** A process and a database that live in other time zones, with and without daylight saving, know no other clocks. */
import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import { deadlineOf } from '../../src/clocks/clock.js';
import { advanceClock, startClock } from '../../src/clocks/correspondence-clock.js';
import { DAY, HOUR } from '../../src/clocks/duration.js';
import { formatInstant } from '../../src/clocks/instant.js';
import { createTestDatabase } from '../support/database.js';
import { carriedOut, show } from '../support/game-commands.js';
import { apiOf, startGame } from '../support/players.js';
import { startServer } from '../support/server.js';
import { agedClock, ageGame, storedClock, timedControl } from '../support/time-travel.js';

// Enough for both on whatever day of the week it begins.
const CONTROL = { type: 'fischer', initial: 'P50D', increment: 'P1D', max: 'P60D', vacation: true };

it.each([
  ['America/New_York', 'Australia/Lord_Howe'],
  ['Pacific/Kiritimati', 'America/St_Johns'],
  ['Europe/Berlin', 'Europe/Berlin'],
])('a process in %s with a database in %s', async (processZone, databaseZone) => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url, options: '-c timezone=UTC' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(`alter database ${rows[0]?.name ?? ''} set timezone to '${databaseZone}'`);
  const server = await startServer({ databaseUrl: database.url, env: { TZ: processZone } });
  try {
    const api = apiOf(server.url);
    const control = timedControl(CONTROL);
    const game = await startGame(api, { rules: { preset: 'standard' }, timeControl: CONTROL });
    let expected = startClock(control, 'light', Date.parse((await show(api, game)).startedAt ?? ''));
    const agrees = async () => {
      expect(await storedClock(client, game.id, control)).toEqual(expected);
      const deadline = deadlineOf(expected);
      expect((await show(api, game)).clock?.deadline).toBe(deadline === null ? null : formatInstant(deadline));
    };
    await agrees();

    // Over weekends that begin at another hour here and there, and 120 days, in which clocks are changed somewhere.
    await carriedOut(api, game, 'offer-weekends', game.light);
    await carriedOut(api, game, 'accept-weekends', game.dark);
    expected = advanceClock(
      expected,
      { type: 'weekends', count: false },
      (await storedClock(client, game.id, control)).since,
    );
    await agrees();
    for (const [ply, move] of ['e3-f4', 'f8-g7', 'f4-e3', 'g7-f8'].entries()) {
      await ageGame(client, game.id, 30 * DAY + 7 * HOUR);
      expected = agedClock(expected, 30 * DAY + 7 * HOUR);
      const { body } = await api.post(`${game.path}/moves`, game.at(ply), { move }).expect(201);
      const { playedAt } = (body as { move: { playedAt: string } }).move;
      expected = advanceClock(expected, { type: 'move' }, Date.parse(playedAt));
      await agrees();
    }

    const until = new Date(Date.now() + 200 * DAY).toISOString();
    await carriedOut(api, game, 'offer-pause', game.light, { until });
    await carriedOut(api, game, 'accept-pause', game.dark);
    const paused = await storedClock(client, game.id, control);
    expected = advanceClock(expected, { type: 'pause', until: Date.parse(until) }, paused.since);
    await agrees();

    await ageGame(client, game.id, 300 * DAY);
    expected = agedClock(expected, 300 * DAY);
    expect(await show(api, game)).toMatchObject({
      outcome: { winner: 'dark', reason: 'timeout' },
      finishedAt: formatInstant(deadlineOf(expected) ?? 0),
    });
  } finally {
    await server.stop();
    await client.end();
    await database.drop();
  }
});
