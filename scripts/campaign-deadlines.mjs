/** `npm run campaign:deadlines`: 200 rounds of mover, reader and sweeper at a deadline, or as many as are given (`npm run campaign:deadlines -- 50`). */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [rounds = '200'] = process.argv.slice(2);
if (!/^[1-9]\d{0,5}$/.test(rounds)) {
  console.error(`campaign:deadlines takes a number of rounds, not ${JSON.stringify(rounds)}.`);
  process.exit(1);
}

const test = fileURLToPath(new URL('./test.mjs', import.meta.url));
const { status } = spawnSync(process.execPath, [test, 'test/api/deadline-races.spec.ts'], {
  env: { ...process.env, DEADLINE_ROUNDS: rounds },
  stdio: 'inherit',
});
process.exit(status ?? 1);
