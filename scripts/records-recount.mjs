/** `npm run records:recount`: sets up what is missing, then counts all records anew (src/recount.ts). */
import { orExplain, setup } from './setup.mjs';

await orExplain(setup);
process.setSourceMapsEnabled(true);
await import('../dist/recount.js');
