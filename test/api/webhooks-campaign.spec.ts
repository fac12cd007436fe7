/** Games on two processes of which one is killed again and again: no event may be lost, doubled unrecognisably, or out of order. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Client } from 'pg';
import { connectionSettings } from '../../src/database/connection.js';
import { CampaignMessages, orderFaults } from '../support/campaign-messages.js';
import { CampaignReader } from '../support/campaign-reader.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Fleet } from '../support/fleet.js';
import { apiOf, createApp, OPERATOR, registerFor, type App, type Player } from '../support/players.js';
import { waitFor } from '../support/wait-for.js';
import {
  createWebhook,
  startWebhookReceiver,
  WEBHOOK_SETTINGS,
  type Message,
  type WebhookReceiver,
} from '../support/webhooks.js';

/** `npm run campaign:events` plays more. */
const GAMES = Number(process.env.EVENT_GAMES ?? 20);
const PLAYERS = Math.min(40, 4 + Math.floor(GAMES / 10));
const READERS = Math.min(10, PLAYERS);
const AT_ONCE = 8;
const MOVES = ['e3-f4', 'f8-e7', 'c3-d4', 'd8-c7', 'g3-h4', 'h8-g7'];
/** A process is killed after so many commands more. */
const COMMANDS_PER_KILL = GAMES > 100 ? 150 : 25;
/** A worker that was killed is noticed within a minute; refused messages come again after 5 s. */
const SETTLE_MS = 120_000;

interface EventPage {
  readonly items: readonly { readonly id: string; readonly gameId: string }[];
  readonly nextCursor: string | null;
}

describe('events, while processes are killed', () => {
  let database: TestDatabase;
  let client: Client;
  let fleet: Fleet;
  let receiver: WebhookReceiver;
  let app: App;
  let players: Player[];
  const messages = new CampaignMessages();
  const paths = { app: '/of-the-app', player: '/of-a-player' };
  const games: { readonly id: string; readonly light: Player }[] = [];
  let readers: CampaignReader[] = [];
  let commands = 0;
  /** Set while a message is to be left without an answer. */
  let held: Message | null = null;
  let release: () => void = () => undefined;
  let holding = false;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client(connectionSettings(database.url));
    await client.connect();
    receiver = await startWebhookReceiver(async (message, response) => {
      if (holding) {
        holding = false;
        held = message;
        await Promise.race([new Promise<void>((resolve) => (release = resolve)), once(response, 'close')]);
      }
      if (!response.destroyed) messages.take(message, response);
    });
    fleet = new Fleet(database.url, { ...WEBHOOK_SETTINGS, ADMIN_TOKEN: OPERATOR.token });
    await fleet.start(0);
    const api = apiOf(fleet.url());
    app = await createApp(api);
    players = [];
    for (let made = 0; made < PLAYERS; made++) players.push(await registerFor(api, app));
    const address = `http://127.0.0.1:${String(receiver.port)}`;
    for (const [by, path] of [
      [app, paths.app],
      [playerAt(0), paths.player],
    ] as const)
      messages.secrets.set(path, (await createWebhook(api, by, `${address}${path}`)).secret);
    readers = players.slice(0, READERS).map((player) => new CampaignReader(fleet, player));
    await Promise.all(readers.map((reader) => reader.start()));
  });
  afterAll(async () => {
    release();
    for (const reader of readers) reader.stop();
    await fleet.stop();
    await receiver.close();
    await client.end();
    await database.drop();
  });

  function playerAt(index: number): Player {
    const player = players[index % players.length];
    if (!player) throw new Error('there are no players');
    return player;
  }

  async function command<T>(path: string, by: Player, body?: object): Promise<T> {
    const answer = await fleet.command<T>(path, by, body);
    commands += 1;
    return answer;
  }

  /** Plays a whole game, through every kill. */
  async function playGame(number: number): Promise<void> {
    const [light, dark] = [playerAt(number), playerAt(number * 7 + 1)];
    const opponent = dark === light ? playerAt(number + 2) : dark;
    const visibility = number % 2 === 0 ? 'public' : 'private';
    const wish = { rules: { preset: 'standard' }, side: 'light', opponent: opponent.id, visibility };
    const { id } = await command<{ id: string }>('/v1/games', light, wish);
    games.push({ id, light });
    await command(`/v1/games/${id}/join`, opponent);
    for (const [ply, move] of MOVES.entries())
      await command(`/v1/games/${id}/moves`, ply % 2 === 0 ? light : opponent, { move, ply: ply + 1 });
    await command(`/v1/games/${id}/resignation`, opponent);
  }

  async function eventsAt(path: string, by: Player): Promise<{ id: string; gameId: string }[]> {
    const items: { id: string; gameId: string }[] = [];
    let cursor = '';
    for (;;) {
      const page: EventPage = await fleet.get(`${path}?limit=200${cursor && `&cursor=${cursor}`}`, by);
      items.push(...page.items);
      if (page.nextCursor === null) return items;
      cursor = page.nextCursor;
    }
  }

  const placesOf = (events: readonly { id: string }[]) => events.map(({ id }) => id.split('.').slice(1).join('.'));

  it('a message whose sender is killed before the answer comes again, with the same id, within a minute', async () => {
    holding = true;
    await playGame(0);
    const { id, url } = await waitFor('a message in the middle of its attempt', () =>
      Promise.resolve(held ?? undefined),
    );
    await fleet.start(1);
    await fleet.kill(0);
    const killed = Date.now();
    const same = () => receiver.messages().filter((message) => message.id === id && message.url === url);
    expect(same()).toHaveLength(1);
    await waitFor('the message to come again', () => Promise.resolve(same().length === 2), 60_000);
    expect(Date.now() - killed).toBeLessThan(60_000);
    expect(same()[1]?.body).toBe(same()[0]?.body);
    await fleet.start(0);
  });

  it(
    `${String(GAMES)} games`,
    async () => {
      let next = 1;
      const player = async () => {
        while (next < GAMES) await playGame(next++);
      };
      const round = { over: false };
      const playing = Promise.all(Array.from({ length: AT_ONCE }, player)).finally(() => (round.over = true));
      // One of the two for the first half, then the other: the survivor has the time to notice what was left undone.
      const killing = (async () => {
        for (let at = commands + COMMANDS_PER_KILL; ; at = commands + COMMANDS_PER_KILL) {
          await waitFor('more commands', () => Promise.resolve(round.over || commands >= at), SETTLE_MS);
          if (round.over) return;
          const slot = next < GAMES / 2 ? 1 : 0;
          await fleet.kill(slot);
          await fleet.start(slot);
        }
      })();
      await Promise.all([playing, killing]);
      expect(games).toHaveLength(GAMES);
      expect(fleet.kills).toBeGreaterThanOrEqual(GAMES > 100 ? 5 : 2);

      const expected = new Map<string, string[]>();
      for (const { id, light } of games)
        expected.set(`${paths.app} ${id}`, placesOf(await eventsAt(`/v1/games/${id}/events`, light)));
      const mine = await eventsAt('/v1/events', playerAt(0));
      for (const { id } of games) {
        const places = placesOf(mine.filter(({ gameId }) => gameId === id));
        if (places.length > 0) expected.set(`${paths.player} ${id}`, places);
      }
      const faults = () => [
        ...messages.faults,
        ...[...expected].flatMap(([key, places]) => {
          const [path = '', id = ''] = key.split(' ');
          return orderFaults(messages.of(path, id), places).map((fault) => `${key}: ${fault}`);
        }),
      ];
      await waitFor('every message', () => Promise.resolve(faults().length === 0), SETTLE_MS).catch(() => undefined);
      expect(faults()).toEqual([]);
      expect(mine.length).toBeGreaterThan(MOVES.length);

      // A job whose key another has taken over is done by that other, also when its own process dies.
      const left = async () =>
        (
          await client.query<object>(
            `select 'event' as what, null::text as state, null::int as attempts from waiting_events
             union all select 'delivery', status, attempts from webhook_deliveries where status <> 'delivered'
             union all select task_identifier, coalesce('locked by ' || locked_by, 'due ' || run_at), attempts
             from graphile_worker.jobs where task_identifier in ('deliver-webhooks', 'dispatch-webhooks')
               and (key is not null or locked_at is not null)`,
          )
        ).rows;
      await waitFor('every job to be done', async () => (await left()).length === 0, SETTLE_MS).catch(() => undefined);
      expect(await left()).toEqual([]);

      for (const reader of readers) {
        const all = (await eventsAt('/v1/events', reader.by as Player)).map(({ id }) => id);
        await waitFor('the stream', () => Promise.resolve(reader.take() >= all.length), SETTLE_MS);
        expect(reader.ids).toEqual(all);
      }
      report([...expected.values()].flat().length);
    },
    SETTLE_MS * 2 + GAMES * 2_000,
  );

  function report(events: number): void {
    if (process.env.EVENT_GAMES === undefined) return;
    const connections = readers.reduce((sum, reader) => sum + reader.connections, 0);
    const read = readers.reduce((sum, reader) => sum + reader.ids.length, 0);
    process.stdout.write(
      `${String(GAMES)} games, ${String(commands)} commands, ${String(fleet.kills)} kills: ${String(events)} messages ` +
        `due, ${String(messages.received)} received, ${String(messages.refused)} of them refused on purpose; ` +
        `${String(read)} events on ${String(readers.length)} streams over ${String(connections)} connections\n`,
    );
  }
});
