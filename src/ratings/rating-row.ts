/** Ratings as the database keeps them. Lists of rows go there as one JSON text; its numbers come to the same doubles. */
import { Prisma } from '../database/generated/client.js';
import type { Side } from '../salta/index.js';
import type { Rating } from './glicko.js';
import { establishedUntil, type Change, type Standing } from './standing.js';

/** A row of `ratings`; times in ISO 8601. */
export interface StandingRow extends Rating {
  readonly ruleSet: number;
  readonly playerId: string;
  readonly games: number;
  readonly lastPlayedAt: string;
  readonly established: boolean;
  readonly establishedUntil: string | null;
}

/** A row of `rating_changes`, but for its number. */
export interface ChangeRow extends Rating {
  readonly gameId: string;
  readonly playerId: string;
  readonly ordinal: number;
  readonly ruleSet: number;
  readonly side: Side;
  readonly opponentId: string;
  readonly score: number;
  readonly at: string;
  readonly ratingBefore: number;
  readonly deviationBefore: number;
  readonly volatilityBefore: number;
}

/** One side of a game that is counted. */
export interface CountedSide {
  readonly gameId: string;
  readonly ruleSet: number;
  readonly playerId: string;
  readonly opponentId: string;
  readonly side: Side;
  readonly at: Date;
  readonly ordinal: number;
  readonly change: Change;
}

export function changeRow({ at, change, ...side }: CountedSide): ChangeRow {
  const { score, before, after } = change;
  const { rating, deviation, volatility } = after;
  return {
    ...side,
    ...{ score, at: at.toISOString(), rating, deviation, volatility },
    ...{ ratingBefore: before.rating, deviationBefore: before.deviation, volatilityBefore: before.volatility },
  };
}

export function standingRow(ruleSet: number, playerId: string, standing: Standing): StandingRow {
  const { rating, deviation, volatility, games, lastPlayedAt } = standing;
  const until = establishedUntil(standing);
  return {
    ...{ ruleSet, playerId, rating, deviation, volatility, games, lastPlayedAt: lastPlayedAt.toISOString() },
    ...{ established: until !== null, establishedUntil: until?.toISOString() ?? null },
  };
}

/** From `json_to_recordset`, under the names of {@link ChangeRow} and that of the number. */
export const CHANGE_FIELDS = Prisma.raw(`
  ("gameId" uuid, "playerId" uuid, number int, ordinal int, "ruleSet" int, side text, "opponentId" uuid, score float8,
   at timestamptz, "ratingBefore" float8, "deviationBefore" float8, "volatilityBefore" float8, rating float8,
   deviation float8, volatility float8)`);

/** The columns for {@link CHANGE_VALUES}, without the number. */
export const CHANGE_COLUMNS = Prisma.raw(`
  game_id, player_id, ordinal, rule_set, side, opponent_id, score, at, rating_before, deviation_before,
  volatility_before, rating, deviation, volatility`);

export const CHANGE_VALUES = Prisma.raw(`
  c."gameId", c."playerId", c.ordinal, c."ruleSet", c.side, c."opponentId", c.score, c.at, c."ratingBefore",
  c."deviationBefore", c."volatilityBefore", c.rating, c.deviation, c.volatility`);

/** Puts standings in the place of those that there were. */
export const putStandings = (rows: readonly StandingRow[]): Prisma.Sql => Prisma.sql`
  insert into ratings (rule_set, player_id, rating, deviation, volatility, games, last_played_at, established,
    established_until)
  select s."ruleSet", s."playerId", s.rating, s.deviation, s.volatility, s.games, s."lastPlayedAt", s.established,
    s."establishedUntil"
  from json_to_recordset(${JSON.stringify(rows)}::json) as s("ruleSet" int, "playerId" uuid, rating float8,
    deviation float8, volatility float8, games int, "lastPlayedAt" timestamptz, established boolean,
    "establishedUntil" timestamptz)
  on conflict (rule_set, player_id) do update set rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, games = excluded.games, last_played_at = excluded.last_played_at,
    established = excluded.established, established_until = excluded.established_until`;
