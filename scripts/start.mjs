/** `npm start`: sets up what is missing, then serves in this same process, so that signals reach the service itself. */
import { orExplain, setup } from './setup.mjs';

const WATCH_MS = 200;
const parent = process.ppid;

await orExplain(setup);
process.setSourceMapsEnabled(true);
await import('../dist/main.js');
if (process.env.npm_lifecycle_event === 'start') stopWithParent();

/**
 * npm runs scripts in a shell and ends that shell when it is told to stop, and most shells do not pass that on: what
 * they started would go on without anybody who could stop it.
 */
function stopWithParent() {
  const timer = setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS).unref();
  // A second signal would end the service at once, and Ctrl-C reaches the shell as well.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(timer));
}
