/** What all commands on a game have in common. */
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiProblems } from '../http/api-problems.js';
import { ApiIfMatch, readIfMatch, VersionTag } from '../http/entity-tag.js';
import type { ProblemCode } from '../http/problems.js';
import { Idempotent } from '../idempotency/idempotent.js';
import { CALLER_PROBLEMS, readCredentials, type Credentials } from '../players/credentials.js';
import { refusalsOf, type Command } from './lifecycle.js';

/** Who commands, and for which versions of the game (`If-Match`); `null` when any will do. */
export interface GameCommand {
  readonly credentials: Credentials;
  readonly accepted: readonly number[] | null;
}

/** Parameter decorator: the request as a {@link GameCommand}. */
export const AsCommand = createParamDecorator((_data: unknown, context: ExecutionContext): GameCommand => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return { credentials: readCredentials(headers), accepted: readIfMatch(headers['if-match']) };
});

/** What every command can be refused for, whatever the game. */
const COMMAND_PROBLEMS = [
  ...CALLER_PROBLEMS,
  'game-not-found',
  'stale-version',
  'precondition-failed',
] as const satisfies readonly ProblemCode[];

/**
 * Documents a command on a game with what the table of commands and itself can refuse, makes it run once where it comes
 * with an `Idempotency-Key`, and sends the version that `versionOf` finds in its answer.
 */
export const ApiGameCommand = <T>(
  command: Command,
  versionOf: (body: T) => number,
  ...codes: ProblemCode[]
): MethodDecorator =>
  applyDecorators(
    ApiIfMatch(),
    ApiProblems(...COMMAND_PROBLEMS, ...refusalsOf(command), ...codes),
    VersionTag(versionOf),
    Idempotent(),
  );
