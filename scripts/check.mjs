/** `npm run check`: format, lint, types, arrows between folders, generated files up to date. Two at a time, all reported. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const queue = ['lint', 'types', 'format:check', 'arrows', 'openapi:check', 'openapi:lint'].filter(
  (name) => name in scripts,
);

const failed = [];
const worker = async () => {
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const startedAt = Date.now();
    const { code, output } = await run(name);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    if (code !== 0) {
      failed.push(name);
      console.log(output);
    }
  }
};
await Promise.all([worker(), worker()]);
if (failed.length > 0) {
  console.log(
    `Not in order: ${failed.join(', ')}.${failed.includes('format:check') ? ' `npm run format` formats.' : ''}`,
  );
  process.exitCode = 1;
}

function run(name) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const child = spawn('npm', ['run', '--silent', name], { cwd: root, env, shell: process.platform === 'win32' });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
