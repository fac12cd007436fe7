/**
 * The SQL by which a change of a game and its events become one statement. Per game the order of events is that of its
 * versions. Per player it is a number of its own, counted in the player's row: whoever writes the next one waits until the
 * one before is committed, so that no number is missing once a later one can be seen.
 */

/** Ends the UPDATE or INSERT of one row of `games`; what stands after it takes the place of the change itself. */
const RETURNING = 'returning id, version, updated_at, light_id, dark_id, creator_id, opponent_id';

/** Before the events, a jsonb array of what `eventsJson` writes. */
const BEFORE_EVENTS = `
  ${RETURNING}
),
given as (
  select * from rows from (jsonb_to_recordset((`;

const AFTER_EVENTS = `)::jsonb) as (type text, data jsonb, back int, ordinal smallint)) with ordinality as g (type, data, back, ordinal, place)
),
-- Locked in the order of their ids, so that two changes never wait for each other.
receivers as (
  select p.id, p.app_id from changed c join players p on p.id = any (array[c.light_id, c.dark_id, c.creator_id, c.opponent_id])
  order by p.id for no key update of p
),
counted as (
  update players set last_event = last_event + (select count(*) from given) from receivers r where players.id = r.id
  returning players.id, last_event - (select count(*) from given) as before
),
numbered as (
  select (array_agg(id order by id))[1] as first_id, (array_agg(before order by id))[1] as first_before,
    (array_agg(id order by id))[2] as second_id, (array_agg(before order by id))[2] as second_before
  from counted
),
written as (
  insert into events (game_id, version, ordinal, type, data, at, first_id, first_number, second_id, second_number)
  select c.id, c.version - g.back, g.ordinal, g.type, g.data, c.updated_at,
    n.first_id, n.first_before + g.place, n.second_id, n.second_before + g.place
  from changed c cross join given g cross join numbered n
  returning game_id, version, ordinal
),
waiting as (
  insert into waiting_events (game_id, version, ordinal)
  select game_id, version, ordinal from written
  where exists (
    select from webhook_endpoints w join receivers r on w.player_id = r.id or w.app_id = r.app_id
    where w.disabled_at is null
  )
)
select c.version, c.updated_at as at, c.id as "gameId", n.first_id as "firstId", n.second_id as "secondId"
from changed c cross join numbered n`;

/** What the statement gives: the game and the players whom the change concerns. */
export interface ChangeRow {
  readonly gameId: string;
  readonly firstId: string | null;
  readonly secondId: string | null;
  readonly version: number;
  readonly at: Date;
}

/** The parts of the statement: `change` of the game stands between the first two, the events between the last two. */
export const EVENT_STATEMENT = ['with changed as (', BEFORE_EVENTS, AFTER_EVENTS] as const;

/** The whole statement; `events` is an SQL expression. A row is there when the change was made. */
export const changeWithEvents = (change: string, events: string): string =>
  EVENT_STATEMENT[0] + change + EVENT_STATEMENT[1] + events + EVENT_STATEMENT[2];
