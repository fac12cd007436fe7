/** What is asked of `npm run import`. */
import { readArguments, UsageError } from '../command-line.js';
import { IMPORT_FORMATS, type ImportFormat } from '../import-reader.js';
import { POINTS_CHECKS, type PointsCheck } from './import.worker.js';

export const USAGE = `npm run import -- [--format ${IMPORT_FORMATS.join('|')}] [--points ${POINTS_CHECKS.join('|')}] file...

Brings the games of files into the database that the settings name (docs/operation.md), also while the service runs.
Every game is replayed under its rules; what is there already is not stored again. A file may be packed with gzip, and
"-" is standard input. Without --format it is taken for what it looks like. With
--points stated, points that a record states are believed where nothing quick contradicts them: many times as fast, for
records that have been proven before, such as those of an export. See docs/records.md.

The exit code is 0 when every game is in the database, 1 when some were refused or the import broke off, 2 for a call
that cannot be understood.
`;

export interface ImportCommand {
  readonly files: readonly string[];
  /** Null: what each file looks like. */
  readonly format: ImportFormat | null;
  readonly points: PointsCheck;
}

/** The standard input among the files. */
export const STANDARD_INPUT = '-';

/** What the arguments ask for; null for help. Throws a {@link UsageError}. */
export function readCommand(args: readonly string[]): ImportCommand | null {
  const { values, positionals: files } = readArguments({
    args: [...args],
    allowPositionals: true,
    options: { format: { type: 'string' }, points: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) return null;
  const format = oneOf(IMPORT_FORMATS, '--format', values.format) ?? null;
  const points = oneOf(POINTS_CHECKS, '--points', values.points) ?? 'proven';
  if (files.length === 0) throw new UsageError('no file is named');
  if (files.filter((file) => file === STANDARD_INPUT).length > 1)
    throw new UsageError('standard input can be read only once');
  return { files, format, points };
}

function oneOf<T extends string>(words: readonly T[], name: string, value: string | undefined): T | undefined {
  const found = words.find((word) => word === value);
  if (value !== undefined && found === undefined)
    throw new UsageError(`${name} is one of ${words.join(', ')}, not ${JSON.stringify(value)}`);
  return found;
}
