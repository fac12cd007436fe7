/** Bodies that the reference shows. */
import type { RegistrationView } from './player.view.js';
import { SCOPES } from './token.js';

export const REGISTER_REQUEST = { handle: 'krone', displayName: 'Krone' };

export const REGISTRATION_EXAMPLE: RegistrationView = {
  player: { id: '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10', ...REGISTER_REQUEST, createdAt: '2026-11-29T20:15:00.000Z' },
  token: {
    id: '019ad0c8-5a60-7d21-8a51-b1d2f5c0a9e4',
    secret: 'salta_q0w1e2r3t4y5u6i7o8p9a0s1d2f3g4h5j6k7l8z9x0c',
    scopes: [...SCOPES],
  },
};
