/** What all commands on a game have in common. */
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiProblems } from '../http/api-problems.js';
import { ApiIfMatch, readIfMatch, VersionTag } from '../http/entity-tag.js';
import type { ProblemCode } from '../http/problems.js';
import { readCredentials, type Credentials } from '../players/credentials.js';

/** Who commands, and for which versions of the game (`If-Match`); `null` when any will do. */
export interface GameCommand {
  readonly credentials: Credentials;
  readonly accepted: readonly number[] | null;
}

/** Parameter decorator: the request as a {@link GameCommand}. */
export const AsCommand = createParamDecorator((_data: unknown, context: ExecutionContext): GameCommand => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return { credentials: readCredentials(headers.authorization), accepted: readIfMatch(headers['if-match']) };
});

const COMMAND_PROBLEMS = [
  'unauthorized',
  'insufficient-scope',
  'game-not-found',
  'stale-version',
  'precondition-failed',
] as const satisfies readonly ProblemCode[];

/** For commands of those who play in the game, while it is under way. */
export const PLAYER_COMMAND_PROBLEMS = [
  'not-a-player-of-this-game',
  'game-not-active',
  'game-over',
] as const satisfies readonly ProblemCode[];

/** Documents a command on a game with what it can refuse, and sends the version that `versionOf` finds in its answer. */
export const ApiGameCommand = <T>(versionOf: (body: T) => number, ...codes: ProblemCode[]): MethodDecorator =>
  applyDecorators(ApiIfMatch(), ApiProblems(...COMMAND_PROBLEMS, ...codes), VersionTag(versionOf));
