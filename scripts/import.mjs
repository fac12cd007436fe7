/** `npm run import`: sets up what is missing, then brings files of records into the database. */
import { orExplain, setup } from './setup.mjs';

await orExplain(setup);
process.setSourceMapsEnabled(true);
await import('../dist/records/import/cli.js');
