/** `npm run campaign:events`: 1,000 games on two processes that are killed again and again, or as many as are given (`npm run campaign:events -- 100`). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [games = '1000'] = process.argv.slice(2);
if (!/^[1-9]\d{1,5}$/.test(games)) {
  console.error(`campaign:events takes a number of games from 10 on, not ${JSON.stringify(games)}.`);
  process.exit(1);
}

const test = fileURLToPath(new URL('./test.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [test, 'test/api/webhooks-campaign.spec.ts'], {
  env: { ...process.env, EVENT_GAMES: games },
  stdio: 'inherit',
});
process.exit(status ?? 1);
