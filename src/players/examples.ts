/** Bodies that the reference shows. */
import type { AppRegistrationView, AppView } from './apps/app.view.js';
import type { MeView } from './me.view.js';
import type { PlayerView, RegistrationView } from './player.view.js';
import { SCOPES } from './token.js';
import type { CreatedTokenView, ListedTokenView } from './tokens/token.view.js';

export const REGISTER_REQUEST = { handle: 'krone', displayName: 'Krone' };

const SECRET = 'salta_q0w1e2r3t4y5u6i7o8p9a0s1d2f3g4h5j6k7l8z9x0c';
const TOKEN_ID = '019ad0c8-5a60-7d21-8a51-b1d2f5c0a9e4';
const CREATED_AT = '2026-11-29T20:15:00.000Z';

export const PLAYER_EXAMPLE: PlayerView = {
  id: '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10',
  ...REGISTER_REQUEST,
  createdAt: CREATED_AT,
};

export const REGISTRATION_EXAMPLE: RegistrationView = {
  player: PLAYER_EXAMPLE,
  token: { id: TOKEN_ID, secret: SECRET, scopes: [...SCOPES] },
};

export const APP_PLAYER_EXAMPLE: RegistrationView = { player: PLAYER_EXAMPLE, token: null };

export const CREATE_TOKEN_REQUEST = { name: 'Phone', scopes: ['read', 'play'], expiresAt: null };

export const CREATED_TOKEN_EXAMPLE: CreatedTokenView = {
  id: TOKEN_ID,
  secret: SECRET,
  name: 'Phone',
  scopes: ['read', 'play'],
  createdAt: CREATED_AT,
  expiresAt: null,
};

export const TOKEN_EXAMPLE: ListedTokenView = {
  id: TOKEN_ID,
  name: 'Phone',
  scopes: ['read', 'play'],
  createdAt: CREATED_AT,
  lastUsedAt: '2026-11-30T08:00:00.000Z',
  expiresAt: null,
  current: false,
};

const { current: _, ...OWN_TOKEN } = TOKEN_EXAMPLE;

export const ME_EXAMPLE: MeView = {
  kind: 'player',
  player: PLAYER_EXAMPLE,
  app: null,
  scopes: ['read', 'play'],
  token: OWN_TOKEN,
};

export const CREATE_APP_REQUEST = { name: 'Salta on the phone' };

export const APP_EXAMPLE: AppView = {
  id: '019ad0c8-4f3a-7b11-9c55-6a0d1e2f3b48',
  ...CREATE_APP_REQUEST,
  createdAt: CREATED_AT,
};

export const APP_REGISTRATION_EXAMPLE: AppRegistrationView = {
  app: APP_EXAMPLE,
  token: { id: TOKEN_ID, secret: SECRET, scopes: [...SCOPES] },
};
