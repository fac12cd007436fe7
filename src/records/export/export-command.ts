/** What is asked of `npm run export`. */
import type { ParseArgsConfig } from 'node:util';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readArguments, UsageError } from '../command-line.js';
import { ExportQuery } from './export.dto.js';

export const USAGE = `npm run export -- [--out file] [--format ndjson|text|csv] [--notation algebraic|numeric|roman] [--<parameter> <value>]...

Writes the public games on record that a search finds, the oldest first, to a file or to standard output; packed with gzip
where the file is called *.gz. Parameters are those of GET /v1/records/export: --player, --opponent, --side, --playerResult,
--rules, --result, --reason, --minPoints, --maxPoints, --minPlies, --maxPlies, --since, --until, --timeControl, --rated,
--event, --source, --opening, --position, --turned, --pieces, --sort, --order, --cursors, --cursor. See docs/records.md.
`;

const PARAMETERS = [
  ...(['player', 'opponent', 'side', 'playerResult', 'rules', 'result', 'reason', 'minPoints', 'maxPoints'] as const),
  ...(['minPlies', 'maxPlies', 'since', 'until', 'timeControl', 'rated', 'event', 'source', 'opening'] as const),
  ...(['position', 'turned', 'pieces', 'sort', 'order', 'cursors', 'cursor', 'format', 'notation'] as const),
];

export interface ExportCommand {
  /** Null for standard output. */
  readonly out: string | null;
  readonly query: ExportQuery;
}

/** What the arguments ask for; null for help. Throws a {@link UsageError}. */
export function readCommand(args: readonly string[]): ExportCommand | null {
  const { help, out, ...given } = parsed(args);
  if (help === true) return null;
  const query = plainToInstance(ExportQuery, given);
  const [fault] = validateSync(query);
  if (fault) throw new UsageError(`--${fault.property} ${Object.values(fault.constraints ?? {})[0] ?? 'is not valid'}`);
  return { out: typeof out === 'string' && out !== '-' ? out : null, query };
}

function parsed(args: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = {
    out: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(PARAMETERS.map((name) => [name, { type: 'string' } as const])),
  };
  return readArguments({ args: [...args], options }).values;
}
