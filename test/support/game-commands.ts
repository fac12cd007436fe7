/** Commands on a game over HTTP, and what is answered to them. */
import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import { COMMAND_PATHS, type ModelCommand } from './game-model.js';
import type { Api, GameBody, Player } from './players.js';

export interface FullGame extends GameBody {
  readonly creator: { readonly id: string };
  readonly opponent: { readonly id: string } | null;
  readonly drawOffer: { readonly by: string } | null;
  readonly pauseOffer: { readonly by: string; readonly until: string | null } | null;
  readonly weekendsOffer: { readonly by: string } | null;
  readonly clock: ClockBody | null;
  readonly timeControl: { readonly type: string };
  readonly takebackRequest: { readonly by: string; readonly plies: number } | null;
  readonly cancellation: {
    readonly kind: string;
    readonly by: { readonly id: string } | null;
    readonly reason: string | null;
  } | null;
  readonly saltaCall: { readonly notation: string; readonly by: string; readonly state: string } | null;
  readonly rematchOf: string | null;
  readonly rules: { readonly preset: string; readonly overrides: Record<string, unknown> };
  readonly expiresAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

export interface ClockBody {
  readonly light: { readonly remaining: string; readonly vacationUntil: string | null };
  readonly dark: { readonly remaining: string; readonly vacationUntil: string | null };
  readonly running: 'light' | 'dark' | null;
  readonly deadline: string | null;
  readonly paused: { readonly reasons: readonly string[]; readonly until: string | null } | null;
  readonly weekendsCount: boolean;
}

export interface AtAddress {
  readonly path: string;
}

/** Sends a command; whatever the answer is. */
export async function send(
  api: Api,
  { path }: AtAddress,
  command: ModelCommand,
  by?: Player,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const address = `${path}/${COMMAND_PATHS[command]}`;
  return (command === 'set-lines' ? api.put(address, by, body) : api.post(address, by, body)).set(headers);
}

/** Sends a command that is carried out, and gives the game of the answer. */
export async function carriedOut(...sent: Parameters<typeof send>): Promise<FullGame> {
  const { status, body, text } = await send(...sent);
  if (status >= 300) throw new Error(`${sent[2]} was answered with ${String(status)}: ${text}`);
  const game = ('game' in (body as object) ? (body as { game: object }).game : body) as FullGame;
  return game;
}

/** Sends a command that is refused with this status and code, and gives the problem. */
export async function refused(
  status: number,
  code: string,
  ...sent: Parameters<typeof send>
): Promise<Record<string, unknown>> {
  const answer = await send(...sent);
  const problem = answer.body as Record<string, unknown>;
  expect({ status: answer.status, code: problem.code }).toEqual({ status, code });
  return problem;
}

export const show = async (api: Api, { path }: AtAddress, by?: Player): Promise<FullGame> =>
  (await api.get(path, by).expect(200)).body as FullGame;
