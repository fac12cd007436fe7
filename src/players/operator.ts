import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import type { Caller, Credentials } from './credentials.js';
import { hashSecret } from './token.js';

/** What the operator is to everything that asks who calls. */
export const OPERATOR: Caller = { playerId: null, appId: null, operator: true, scopes: [] };

/** Knows the operator by the setting `ADMIN_TOKEN`; where that is not set, nobody is the operator. */
@Injectable()
export class Operator {
  private readonly hash: Uint8Array | null;

  constructor(@Inject(CONFIG) { adminToken }: Pick<Config, 'adminToken'>) {
    this.hash = adminToken === null ? null : hashSecret(adminToken);
  }

  /** Whether the token is the operator's, compared in constant time: hashes have one length, whatever was sent. */
  is(credentials: Credentials): boolean {
    return credentials !== null && this.hash !== null && timingSafeEqual(credentials.hash, this.hash);
  }
}
