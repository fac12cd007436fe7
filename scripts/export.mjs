/** `npm run export`: sets up what is missing, then writes records out of the database into a file. */
import { orExplain, setup } from './setup.mjs';

await orExplain(setup);
process.setSourceMapsEnabled(true);
await import('../dist/records/export/cli.js');
