/** From the database to a record. What is read is chosen in one place, so that every statement gives the same. */
import type { TimeControlType } from '../clocks/time-control.js';
import type { Comment, EndReason, Outcome, RuleSet, Side } from '../salta/index.js';
import type { RecordResult } from './facet.js';
import { orderHeaders } from './headers.js';
import type { RecordSource } from './new-record.js';
import type { RecordOnFile, RecordPlayer } from './record-on-file.js';

/** A record as one JSON value, from `records r`, with its players, its event and its facet. */
export const RECORD_JSON = `
  json_build_object(
    'no', r.no, 'id', r.id, 'ruleSet', r.rule_set, 'startPosition', r.start_position, 'moves', encode(r.moves, 'base64'),
    'plies', r.plies, 'points', r.points, 'exact', r.exact, 'endedAt', r.ended_at,
    'dated', r.first_day is not null,
    'lightRating', r.light_rating, 'darkRating', r.dark_rating, 'headers', r.headers, 'comments', r.comments,
    'light', (${player('r.light')}), 'dark', (${player('r.dark')}),
    'event', (select json_build_array(c.id, c.name) from collections c where c.no = r.collection),
    'facet', (
      select json_build_array(f.result, f.reason, f.rated, f.source, f.time_control, f.visibility)
      from record_facets f where f.no = r.facet
    )
  )`;

function player(no: string): string {
  return `select json_build_array(n.name, p.id, p.handle, p.display_name)
    from persons n left join players p on p.id = n.player_id where n.no = ${no}`;
}

type PlayerJson = readonly [name: string | null, id: string | null, handle: string | null, displayName: string | null];

/** What {@link RECORD_JSON} gives; times in ISO 8601, binary data in base64. */
export interface RecordJson {
  readonly no: number;
  readonly id: string;
  readonly ruleSet: number;
  readonly startPosition: string | null;
  readonly moves: string;
  readonly plies: number;
  readonly points: number;
  readonly exact: boolean;
  readonly endedAt: string;
  readonly dated: boolean;
  readonly lightRating: number | null;
  readonly darkRating: number | null;
  readonly headers: readonly (readonly [string, string])[] | null;
  readonly comments: readonly (readonly [number, string])[] | null;
  readonly light: PlayerJson | null;
  readonly dark: PlayerJson | null;
  readonly event: readonly [string, string] | null;
  readonly facet: readonly [
    RecordResult,
    EndReason | null,
    boolean | null,
    RecordSource,
    TimeControlType | null,
    'public' | 'private',
  ];
}

export function recordOf(row: RecordJson, rules: RuleSet): RecordOnFile {
  const [result, reason, rated, source, timeControl, visibility] = row.facet;
  const outcome: Outcome | null =
    reason === null || result === 'unfinished'
      ? null
      : { winner: result === 'draw' ? null : result, reason, points: row.points, exact: row.exact };
  const players = { light: playerOf(row.light), dark: playerOf(row.dark) };
  const ratings = { light: row.lightRating, dark: row.darkRating };
  const kept = row.headers ?? [];
  const headers = source === 'played' ? playedHeaders(row, { players, ratings, rated, kept }) : new Map(kept);
  return {
    no: row.no,
    id: row.id,
    source,
    visibility,
    rules,
    startPosition: row.startPosition,
    moves: Buffer.from(row.moves, 'base64'),
    plies: row.plies,
    outcome,
    players,
    ratings,
    rated,
    timeControl,
    endedAt: source === 'played' || headers.has('Finished') ? (row.dated ? new Date(row.endedAt) : null) : null,
    event: row.event && { id: row.event[0], name: row.event[1] },
    headers,
    comments: (row.comments ?? []).map(([after, text]): Comment => ({ after, text })),
  };
}

function playerOf(json: PlayerJson | null): RecordPlayer | null {
  if (json === null) return null;
  const [name, id, handle, displayName] = json;
  if (id === null || handle === null || displayName === null) return { name: name ?? '?', player: null };
  return { name: displayName, player: { id, handle, displayName } };
}

/** The headers that a game which was played here has in its record. */
function playedHeaders(
  { id, endedAt }: RecordJson,
  {
    players,
    ratings,
    rated,
    kept,
  }: Pick<RecordOnFile, 'players' | 'ratings' | 'rated'> & { readonly kept: readonly (readonly [string, string])[] },
): ReadonlyMap<string, string> {
  const rating = (side: Side): [string, string][] => {
    const value = ratings[side];
    return value === null ? [] : [[side === 'light' ? 'LightRating' : 'DarkRating', String(value)]];
  };
  return orderHeaders(
    new Map([
      ['Light', players.light?.name ?? '?'],
      ['Dark', players.dark?.name ?? '?'],
      ['GameId', id],
      ['Finished', new Date(endedAt).toISOString()],
      ['Rated', String(rated)],
      ...rating('light'),
      ...rating('dark'),
      ...kept,
    ]),
  );
}
