/** Ratings as they are shown and stored, and rebuilt beside the service. */
import { PrismaService } from '../../src/database/prisma.service.js';
import { RatingsRebuildRepository } from '../../src/ratings/ratings-rebuild.repository.js';
import { RatingsRebuild } from '../../src/ratings/ratings-rebuild.service.js';
import { RuleSetsRepository } from '../../src/rules/rule-sets.repository.js';
import { RuleSetsService } from '../../src/rules/rule-sets.service.js';
import { QUICK, type BackDoor } from './clocks-back.js';
import { startGameBetween, type Api, type Player, type Sender } from './players.js';
import { quietLog } from './test-postgres.js';

export interface OpenRebuild {
  readonly rebuild: RatingsRebuild;
  readonly close: () => Promise<void>;
}

/** What `npm run ratings:rebuild` runs, on a database. */
export async function openRebuild(databaseUrl: string): Promise<OpenRebuild> {
  const prisma = new PrismaService({ url: databaseUrl, poolSize: 3, log: quietLog });
  await prisma.onModuleInit();
  const ruleSets = new RuleSetsService(new RuleSetsRepository(prisma));
  return {
    rebuild: new RatingsRebuild(new RatingsRebuildRepository(prisma), ruleSets),
    close: () => prisma.onModuleDestroy(),
  };
}

/** A row of `rating_changes`. */
export interface StoredChange {
  readonly number: number;
  readonly game: string;
  readonly player: string;
  readonly ordinal: number;
  readonly side: 'light' | 'dark';
  readonly score: number;
  readonly at: Date;
  readonly before: readonly [rating: number, deviation: number, volatility: number];
  readonly after: readonly [rating: number, deviation: number, volatility: number];
}

/** All changes in the order in which games were counted, Light first. */
export const storedChanges = ({ query }: BackDoor): Promise<StoredChange[]> =>
  query<StoredChange>(`
    select number, game_id as game, player_id as player, ordinal, side, score, at,
      array[rating_before, deviation_before, volatility_before] as before, array[rating, deviation, volatility] as after
    from rating_changes order by number, side desc`);

/** Everything that is stored of ratings, as text: the same only where every bit is. */
export async function storedRatings({ query }: BackDoor): Promise<string[]> {
  const rows = await query<{ text: string }>(`
    select r::text as text from ratings r union all select c::text from rating_changes c order by 1`);
  return rows.map(({ text }) => text);
}

export const RATED = { rules: QUICK, rated: true };

/** A rated game, in which the loser resigns; its id. */
export async function playRated(api: Api, winner: Player, loser: Player, game: object = {}): Promise<string> {
  const { id, path } = await startGameBetween(api, winner, loser, { ...RATED, ...game });
  await api.post(`${path}/resignation`, loser).expect(200);
  return id;
}

export interface Values {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

export interface RatingBody extends Values {
  readonly rules: { readonly preset: string; readonly overrides: object };
  readonly provisional: boolean;
  readonly games: number;
  readonly lastPlayedAt: string;
}

export interface ChangeBody {
  readonly gameId: string | null;
  readonly opponent: { readonly id: string } | null;
  readonly side: string | null;
  readonly result: string;
  readonly rules: { readonly preset: string };
  readonly playedAt: string;
  readonly before: Values;
  readonly after: Values;
}

export interface ReadPage<Item> {
  readonly items: readonly Item[];
  /** The address of the next page. */
  readonly next: string | null;
}

export async function readPage<Item>(api: Api, path: string, by?: Sender): Promise<ReadPage<Item>> {
  const { body, headers } = await api.get(path, by).expect(200);
  const { items } = body as { items: readonly Item[] };
  return { items, next: /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1] ?? null };
}

export const items = async <Item>(api: Api, path: string, by?: Sender): Promise<readonly Item[]> =>
  (await readPage<Item>(api, path, by)).items;

export interface BoardRow {
  readonly id: string;
  readonly rating: number;
}

/** Stores ratings of players under rules with a move limit of their own; gives the address of the board. */
export async function fillBoard(
  { query }: BackDoor,
  limit: number,
  rows: readonly (BoardRow & { deviation?: number; idleWeeks?: number })[],
): Promise<string> {
  const rules = { preset: 'standard', overrides: { moveLimit: limit } };
  const [ruleSet] = await query<{ no: number }>(
    'insert into rule_sets (preset, overrides, key) values ($1, $2, $3) returning no',
    [rules.preset, rules.overrides, JSON.stringify([rules.preset, Object.entries(rules.overrides)])],
  );
  for (const { id, rating, deviation = 200, idleWeeks = 0 } of rows) {
    await query(
      'insert into players (id, handle, handle_key, display_name) values ($1, $2, $2, $2) on conflict (id) do nothing',
      [id, `p${id.replaceAll('-', '').slice(-24)}`],
    );
    // By then (110² - 60²) / (0.06 * 173.7178)² = 78.2 weeks have passed.
    const isEstablished = deviation === 60;
    await query(
      `insert into ratings (rule_set, player_id, rating, deviation, volatility, games, last_played_at, established,
         established_until)
       select $1, $2, $3, $4, 0.06, 9, played, $5, case when $5 then played + interval '79 weeks' end
       from (select now() - make_interval(weeks => $6)) at(played)`,
      [ruleSet?.no, id, rating, deviation, isEstablished, idleWeeks],
    );
  }
  return `/v1/leaderboard?rules=${encodeURIComponent(JSON.stringify(rules))}`;
}
