/** Bearer tokens: random, shown once, kept only as a SHA-256 hash. */
import { createHash, randomBytes } from 'node:crypto';

export const SCOPES = ['read', 'play', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** 32 random bytes in base64url after a prefix that scanners of leaked secrets can recognise. */
const PREFIX = 'salta_';
const SECRET_BYTES = 32;
const SHAPE = /^salta_[A-Za-z0-9_-]{43}$/;

export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64url');

/** What is stored, 32 bytes: a token is found by its hash, so no comparison of secrets takes place. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** Whether a row of `tokens t` is in force, by the database's clock: the one condition of every statement that asks. */
export const TOKEN_IN_FORCE = 't.revoked_at is null and (t.expires_at is null or t.expires_at > now())';

export const looksLikeSecret = (text: string): boolean => SHAPE.test(text);
