/** `npm run records:recount`: counts all records anew; with `--check` it only looks whether what is counted is right. */
import { parseArgs } from 'node:util';
import { ConfigError } from './config.js';
import { ExplorerRecount, type RecountProgress } from './explorer/explorer-recount.service.js';
import { StartError } from './start-error.js';
import { withService } from './with-service.js';

const SAMPLE = 1_000;
const USAGE = `Usage: npm run records:recount [-- --check [--sample <positions>]]
  Counts all records anew: those of the explorer and of the searches. The service may run meanwhile.
  --check   replays all records and compares, and changes nothing
  --sample  of so many positions that the explorer keeps the counts of (${String(SAMPLE)})`;

interface Asked {
  readonly check: boolean;
  readonly sample: number;
}

/** Null where it cannot be understood. */
function readArguments(args: readonly string[]): Asked | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { check: { type: 'boolean', default: false }, sample: { type: 'string', default: String(SAMPLE) } },
    });
    return /^[1-9]\d{0,6}$/.test(values.sample) ? { check: values.check, sample: Number(values.sample) } : null;
  } catch {
    return null;
  }
}

/** One line that changes on a terminal, a line for every tenth elsewhere. */
function progressTo(output: NodeJS.WriteStream): RecountProgress {
  const begun = performance.now();
  let tenths = 0;
  return (done, total) => {
    const rate = Math.round((1_000 * done) / Math.max(1, performance.now() - begun));
    const line = `${String(done)} of ${String(total)} records, ${String(rate)}/s`;
    const reached = Math.floor((10 * done) / Math.max(1, total));
    if (output.isTTY) output.write(`\r\u001b[2K${line}${done === total ? '\n' : ''}`);
    else if (reached > tenths) output.write(`${line}\n`);
    tenths = reached;
  };
}

/** The exit code. */
async function run(recount: ExplorerRecount, { check, sample }: Asked): Promise<number> {
  const progress = progressTo(process.stderr);
  if (!check) {
    process.stdout.write(`Counted ${String(await recount.run(progress))} records.\n`);
    return 0;
  }
  const faults = await recount.check(sample, progress);
  process.stdout.write(faults.length === 0 ? 'All counts are right.\n' : `${faults.join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (asked) return withService((service) => run(service.get(ExplorerRecount), asked));
  process.stderr.write(`${USAGE}\n`);
  return 2;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const known = error instanceof ConfigError || error instanceof StartError;
    process.stderr.write(`${known ? error.message : error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
    process.exit(1);
  },
);
