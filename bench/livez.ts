/**
 * `npm run bench:livez`: what many scorings at once do to everybody else. Times of `GET /livez` while positions with all
 * pieces anywhere are scored, and the same without them, in the same run.
 */
import { parseArgs } from 'node:util';
import { randomFrom } from '../scripts/score-sets/random.js';
import { scatteredPosition } from '../test/support/random-play.js';
import { withPostgres } from './server.js';

const { values: options } = parseArgs({
  options: { scorings: { type: 'string', default: '50' }, seconds: { type: 'string', default: '10' } },
});
const SCORINGS = Number(options.scorings);
const SECONDS = Number(options.seconds);

const PRESETS = ['standard', 'edition-1901', 'seven-ranks', 'tournament'];

/** Milliseconds that each of many looks at `/livez` takes, one after the other, until `done` or the time is up. */
async function look(url: string, done: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1000;
  while (!done() && performance.now() < end) {
    const start = performance.now();
    await (await fetch(`${url}/livez`)).arrayBuffer();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

function report(what: string, times: readonly number[]): void {
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN).toFixed(1);
  console.log(`${what}: ${String(times.length)} looks, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
}

await withPostgres(async ({ start }) => {
  const url = await start(['dist/main.js']);
  const score = async (preset: string, position: string): Promise<number> => {
    const body = JSON.stringify({ rules: { preset }, position });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1/positions/score`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  await look(url, () => false);
  report('GET /livez, nothing else to do', await look(url, () => false));
  const random = randomFrom(1899);
  let waiting = SCORINGS;
  const began = performance.now();
  const scorings = Array.from({ length: SCORINGS }, async (_, index) => {
    const status = await score(PRESETS[index % PRESETS.length] ?? '', scatteredPosition(random));
    waiting--;
    return status;
  });
  report(`GET /livez, ${String(SCORINGS)} scorings at once`, await look(url, () => waiting === 0));
  const statuses = await Promise.all(scorings);
  const scored = statuses.filter((status) => status === 200).length;
  console.log(
    `${String(scored)} of ${String(SCORINGS)} scored in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
});
