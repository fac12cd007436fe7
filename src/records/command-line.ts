/** Reading what commands about records are asked. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A call that cannot be understood, in a sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** As `parseArgs`; throws a {@link UsageError}. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
