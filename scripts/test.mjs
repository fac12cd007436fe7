/**
 * `npm test`: set-up, `npm run check`, then every test. `npm test -- <jest arguments>` runs just those tests, without the checks.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { orExplain, setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const jestArguments = process.argv.slice(2);

await orExplain(setup);
if (jestArguments.length === 0) node(script('scripts/check.mjs'));
node(
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  script('node_modules/jest/bin/jest.js'),
  ...jestArguments,
);

function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
