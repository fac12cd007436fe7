/** `npm start`: sets up what is missing, then serves in this same process, so that signals reach the service itself. */
import { orExplain, setup } from './setup.mjs';

await orExplain(setup);
process.setSourceMapsEnabled(true);
await import('../dist/main.js');
