/**
 * `npm run bench:records`: searches, the explorer, export and import over HTTP on one connection, with 100,000 games on
 * record (`--games 1000000` for more). `--copies 10` makes a tenth of the games and has each ten times, by other people at
 * other times, which is faster. `--folder` keeps the database for the next run. Plans are written to `--plans`, sizes are printed.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { measureExport, measureImport } from './records/in-and-out.js';
import { openRecords } from './records/database.js';
import { kindsOf } from './records/kinds.js';
import { Connection, formatRow, quantiles } from './records/measure.js';
import { savePlans } from './records/plans.js';
import { startService } from './records/service.js';
import { printSizes } from './records/sizes.js';

const WARM_UP = 200;

const { values: options } = parseArgs({
  options: {
    games: { type: 'string', default: '100000' },
    copies: { type: 'string', default: '1' },
    folder: { type: 'string' },
    plans: { type: 'string', default: 'bench-plans' },
    times: { type: 'string', default: '200' },
    pages: { type: 'string', default: '1000' },
    imports: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
  },
});
const database = await openRecords({
  games: Number(options.games),
  copies: Number(options.copies),
  folder: options.folder,
});
const client = new Client({ connectionString: database.url });
await client.connect();
const service = await startService(database.url);
try {
  await printSizes(client);
  const connection = new Connection(service.url);
  const kinds = (await kindsOf(client)).filter(({ name }) => name.includes(options.only));
  // So that none of the questions pays for what the engine has still to compile.
  for (let count = 0; count < WARM_UP; count++) await connection.ask('/v1/records');
  console.log(formatRow('question', ['p50 ms', 'p99 ms', 'found']));
  for (const { name, pages, addresses } of kinds) {
    for (const page of pages ? [1, Number(options.pages)] : [1]) {
      const cursors = await connection.reach(addresses, page);
      const { times, found } = await connection.measure(cursors, Number(options.times));
      const { p50, p99 } = quantiles(times);
      const label = pages ? `${name}, page ${page === 1 ? '1' : String(cursors.page)}` : name;
      console.log(formatRow(label, [p50.toFixed(1), p99.toFixed(1), found.toFixed(0)]));
    }
  }
  if (options.only === '') {
    await measureExport(service);
    await measureImport(service, Number(options.imports));
  }
  // Last of all: connections that explain what they do are slow.
  await mkdir(options.plans, { recursive: true });
  const plans = await savePlans(client, database.folder, connection, kinds);
  for (const [name, text] of plans) await writeFile(`${options.plans}/${name.replace(/\W+/g, '-')}.txt`, text);
  connection.close();
} finally {
  await service.stop();
  await client.end();
  await database.stop();
}
