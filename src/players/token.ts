/** Bearer tokens: random, shown once, kept only as a SHA-256 hash. */
import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';

export const SCOPES = ['read', 'play', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** 32 random bytes in base64url after a prefix that scanners of leaked secrets can recognise. */
const PREFIX = 'salta_';
const SECRET_BYTES = 32;

export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

/** What is stored, 32 bytes: a token is found by its hash, so no comparison of secrets takes place. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** A token that is being made: its secret goes to the caller, its hash into the database. */
export interface FreshToken {
  readonly id: string;
  readonly secret: string;
  readonly hash: Uint8Array<ArrayBuffer>;
  readonly scopes: readonly Scope[];
}

export function makeToken(scopes: readonly Scope[]): FreshToken {
  const secret = makeSecret();
  return { id: uuidv7(), secret, hash: new Uint8Array(hashSecret(secret)), scopes };
}

/** Whether a row of `tokens t` is in force, by the database's clock: the one condition of every statement that asks. */
export const TOKEN_IN_FORCE = 't.revoked_at is null and (t.expires_at is null or t.expires_at > now())';

/** What {@link callerJson} gives. */
export interface CallerJson {
  readonly playerId: string | null;
  readonly appId: string | null;
  readonly scopes: readonly Scope[];
  readonly refused: boolean;
}

/**
 * The caller behind the token with the hash `hash`, who may say for whom it acts (`acting`, a uuid or null): one JSON
 * value, or null. Both are SQL expressions, so that any statement can ask. `refused` is true for a player that the token
 * may not act for.
 */
export const callerJson = (hash: string, acting: string): string => `(
  select json_build_object(
    'playerId', coalesce(t.player_id, acting.id), 'appId', t.app_id, 'scopes', t.scopes,
    'refused', ${acting}::uuid is not null and ${acting}::uuid is distinct from coalesce(t.player_id, acting.id)
  )
  from tokens t
  left join players acting on acting.id = ${acting}::uuid and acting.app_id = t.app_id and acting.deleted_at is null
  where t.hash = ${hash} and ${TOKEN_IN_FORCE}
)`;
