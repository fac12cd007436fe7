/**
 * What each request of the access matrix finds: players, apps, tokens and a game of its own, so that no request sees what
 * another one did. All are written by a few statements.
 */
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { hashSecret, makeSecret, type Scope } from '../../src/players/token.js';
import type { Attempt, Sender, TokenState } from './access-matrix.js';
import type { Model } from './access-stages.js';
import { OPERATOR } from './players.js';

/** Ids, but for the secret and the handle. */
export interface World {
  /** The app of the player. */
  readonly appId: string;
  /** A token of it, that no request is sent with. */
  readonly appToken: string;
  readonly otherAppId: string;
  readonly player: string;
  /** A token of it, that no request is sent with. */
  readonly playerToken: string;
  readonly opponent: string;
  readonly other: string;
  /** The player of the other app. */
  readonly guest: string;
  /** A copy of a model; null where the operation needs none. */
  readonly game: string | null;
  /** The webhook of the player, and that of its app, each with a delivery that was made. */
  readonly playerWebhook: string;
  readonly playerDelivery: string;
  readonly appWebhook: string;
  readonly appDelivery: string;
  readonly unusedHandle: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WorldSetup {
  readonly attempt: Pick<Attempt, 'sender' | 'scopes' | 'token'>;
  readonly model: Model | null;
  readonly isPrivate: boolean;
}

type Party = 'appId' | 'otherAppId' | 'player' | 'opponent' | 'other' | 'guest' | 'operator';

/** Whose token a sender has, and for whom it acts. */
const SENDERS: Readonly<Record<Exclude<Sender, 'nobody'>, readonly [owner: Party, actingFor?: Party]>> = {
  other: ['other'],
  spect: ['other'],
  oppon: ['opponent'],
  player: ['player'],
  'app:p': ['appId', 'player'],
  app: ['appId'],
  app2: ['otherAppId'],
  'app2:o': ['otherAppId', 'guest'],
  'app2:p': ['otherAppId', 'player'],
  'app:o': ['appId', 'opponent'],
  'oppon:p': ['opponent', 'player'],
  oper: ['operator'],
  'oper:p': ['operator', 'player'],
};

interface TokenRow {
  readonly id: string;
  readonly owner: string;
  readonly ofApp: boolean;
  /** In hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly state: TokenState;
}

interface Plan {
  readonly world: World;
  readonly tokens: readonly TokenRow[];
  readonly setup: WorldSetup;
}

/** Writes a world for each setup into the database, in their order. */
export async function makeWorlds(client: Client, setups: readonly WorldSetup[]): Promise<World[]> {
  const plans = setups.map(plan);
  const worlds = plans.map(({ world }) => world);
  await client.query(INSERT_APPS, [JSON.stringify(worlds)]);
  await client.query(INSERT_PLAYERS, [JSON.stringify(worlds)]);
  await client.query(INSERT_TOKENS, [JSON.stringify(plans.flatMap(({ tokens }) => tokens))]);
  await client.query(INSERT_WEBHOOKS, [JSON.stringify(worlds)]);
  await client.query(INSERT_DELIVERIES, [JSON.stringify(worlds)]);
  const copies = JSON.stringify(plans.flatMap(gameCopy));
  await client.query(COPY_GAMES, [copies]);
  for (const statement of COPY_RECORDS) await client.query(statement, [copies]);
  return worlds;
}

function plan(setup: WorldSetup): Plan {
  const ids = {
    ...{ appId: uuidv7(), otherAppId: uuidv7(), appToken: uuidv7(), playerToken: uuidv7() },
    ...{ player: uuidv7(), opponent: uuidv7(), other: uuidv7(), guest: uuidv7() },
    ...{ playerWebhook: uuidv7(), playerDelivery: uuidv7(), appWebhook: uuidv7(), appDelivery: uuidv7() },
    game: setup.model && uuidv7(),
  };
  const spare = { hash: hashOf(makeSecret()), scopes: ['read'], state: 'good' } as const;
  const tokens: TokenRow[] = [
    { ...spare, id: ids.playerToken, owner: ids.player, ofApp: false },
    { ...spare, id: ids.appToken, owner: ids.appId, ofApp: true, hash: hashOf(makeSecret()) },
  ];
  const unusedHandle = `new-${ids.player.slice(-12)}`;
  const { sender, scopes, token } = setup.attempt;
  if (sender === 'nobody') return { world: { ...ids, unusedHandle, headers: {} }, tokens, setup };

  const [owner, actingFor] = SENDERS[sender];
  const secret = owner === 'operator' ? OPERATOR.token : makeSecret();
  if (owner !== 'operator') {
    const ofApp = owner === 'appId' || owner === 'otherAppId';
    tokens.push({ id: uuidv7(), owner: ids[owner], ofApp, hash: hashOf(secret), scopes, state: token });
  }
  const acting = actingFor && actingFor !== 'operator' && { 'salta-player': ids[actingFor] };
  return { world: { ...ids, unusedHandle, headers: { authorization: `Bearer ${secret}`, ...acting } }, tokens, setup };
}

const hashOf = (secret: string): string => hashSecret(secret).toString('hex');

function gameCopy({ world, setup: { model, isPrivate } }: Plan): object[] {
  if (!model) return [];
  const { game, player, opponent } = world;
  return [{ game, player, opponent, visibility: isPrivate ? 'private' : 'public', model }];
}

const WORLDS = `json_to_recordset($1) as w("appId" uuid, "otherAppId" uuid, player uuid, opponent uuid, other uuid, guest uuid,
  "playerWebhook" uuid, "playerDelivery" uuid, "appWebhook" uuid, "appDelivery" uuid)`;

const INSERT_APPS = `
  insert into apps (id, name) select unnest(array[w."appId", w."otherAppId"]), 'An app' from ${WORLDS}`;

const INSERT_PLAYERS = `
  insert into players (id, app_id, handle, handle_key, display_name)
  select made.id, made.app_id, 'p' || replace(made.id::text, '-', ''), 'p' || replace(made.id::text, '-', ''), 'A player'
  from ${WORLDS},
    lateral (values
      (w.player, w."appId"), (w.opponent, null), (w.other, null), (w.guest, w."otherAppId")
    ) made(id, app_id)`;

/** An expired token was good for an hour, a day ago. */
const INSERT_TOKENS = `
  insert into tokens (id, player_id, app_id, hash, scopes, created_at, expires_at, revoked_at)
  select t.id, case when not t."ofApp" then t.owner end, case when t."ofApp" then t.owner end, decode(t.hash, 'hex'),
    array(select json_array_elements_text(t.scopes)), now() - interval '1 day',
    case t.state when 'expired' then now() - interval '23 hours' end,
    case t.state when 'revoked' then now() - interval '1 hour' end
  from json_to_recordset($1) as t(id uuid, owner uuid, "ofApp" boolean, hash text, scopes json, state text)`;

/** Nothing is ever sent to this address. */
const INSERT_WEBHOOKS = `
  insert into webhook_endpoints (id, player_id, app_id, url, types, secret)
  select made.id, made.player_id, made.app_id, 'https://10.0.0.1/', '{game.cancelled}', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  from ${WORLDS},
    lateral (values (w."playerWebhook", w.player, null), (w."appWebhook", null, w."appId")) made(id, player_id, app_id)`;

const INSERT_DELIVERIES = `
  insert into webhook_deliveries (id, endpoint_id, message_id, type, body, status, attempts, delivered_at)
  select made.id, made.webhook, 'msg_' || made.id, 'ping', '{}', 'delivered', 1, now()
  from ${WORLDS},
    lateral (values (w."playerDelivery", w."playerWebhook"), (w."appDelivery", w."appWebhook")) made(id, webhook)`;

/** Whatever columns there are: all but those that name players are as in the model. */
const COPY_GAMES = `
  insert into games
  select copy.* from json_to_recordset($1) as w(game uuid, player uuid, opponent uuid, visibility text, model json)
  join games g on g.id = (w.model ->> 'gameId')::uuid
  cross join lateral (
    select jsonb_object_agg(role, case id when w.model ->> 'player' then w.player else w.opponent end) as names
    from (values
      ('creator_id', g.creator_id::text), ('opponent_id', g.opponent_id::text), ('light_id', g.light_id::text),
      ('dark_id', g.dark_id::text)
    ) roles(role, id) where id is not null
  ) roles
  cross join lateral jsonb_populate_record(
    g, roles.names || jsonb_build_object('id', w.game, 'visibility', w.visibility)
  ) copy`;

const COPIES = `json_to_recordset($1) as w(game uuid, player uuid, opponent uuid, visibility text, model json)
  join records r on r.id = (w.model ->> 'gameId')::uuid
  join persons l on l.no = r.light
  join record_facets f on f.no = r.facet`;
const FACET_KEY = `replace(f.key, to_json(f.visibility)::text, to_json(w.visibility)::text)`;
const SEAT = (side: 'light' | 'dark'): string =>
  `(select no from persons where player_id =
    case when (l.player_id = (w.model ->> 'player')::uuid) = ${String(side === 'light')} then w.player else w.opponent end)`;

/** The records of finished games, copied like the games. */
const COPY_RECORDS = [
  `insert into persons (player_id)
   select made.id from ${COPIES}, lateral (values (w.player), (w.opponent)) made(id) on conflict do nothing`,
  `insert into record_facets (rule_set, result, reason, rated, source, time_control, visibility, key)
   select distinct f.rule_set, f.result, f.reason, f.rated, f.source, f.time_control, w.visibility, ${FACET_KEY}
   from ${COPIES} on conflict do nothing`,
  `with copied as (
     insert into records
     select copy.* from ${COPIES}
     cross join lateral jsonb_populate_record(r, jsonb_build_object(
       'no', nextval(pg_get_serial_sequence('records', 'no')), 'id', w.game, 'game_id', w.game,
       'facet', (select no from record_facets where key = ${FACET_KEY}), 'light', ${SEAT('light')}, 'dark', ${SEAT('dark')}
     )) copy
     returning no, light, dark, facet, points, plies, ended_at
   )
   insert into record_participants (person, no, side, opponent, facet, points, plies, ended_at)
   select s.person, c.no, s.side, s.opponent, c.facet, c.points, c.plies, c.ended_at
   from copied c cross join lateral (values ('light', c.light, c.dark), ('dark', c.dark, c.light)) s (side, person, opponent)`,
];
