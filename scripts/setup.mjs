/**
 * Brings a clone into working order: dependencies, Prisma client, build. Each step runs only when what it is made
 * from has changed, and says so. Uses nothing but Node, since there may be no node_modules yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...parts) => join(root, ...parts);

/** Why the set-up could not be done, in words for the person who started it. */
export class SetupError extends Error {}

/** Does what is needed; returns at once when nothing is. Safe to start several times at once. */
export async function setup() {
  checkNode();
  if (steps().every((step) => step.isCurrent())) return;
  await withLock(inRoot('.cache', 'setup.lock'), say, () => {
    // Another process may have done the work meanwhile, and each step changes what the next one is made from.
    for (const step of steps()) if (!step.isCurrent()) step.run();
  });
}

function steps() {
  return [
    { isCurrent: dependenciesAreCurrent, run: installDependencies },
    stamped('src/database/generated', clientSources, generateClient),
    stamped('dist', buildSources, build),
  ];
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
}

/** Whether node_modules holds exactly what package-lock.json lists (npm keeps its own list of what it installed). */
function dependenciesAreCurrent() {
  const installedList = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const installed = JSON.parse(readFileSync(installedList, 'utf8')).packages ?? {};
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  const same = (path) => installed[path]?.version === wanted[path]?.version;
  const needed = Object.keys(wanted).filter((path) => path !== '' && (path in installed || !wanted[path].optional));
  return needed.every(same) && Object.keys(installed).every((path) => path in wanted);
}

function installDependencies() {
  say('Installing dependencies (npm ci) ...');
  const npm = process.env.npm_execpath;
  const flags = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm && basename(npm) === 'npm-cli.js') run(process.execPath, [npm, ...flags]);
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', flags, { shell: process.platform === 'win32' });
}

function generateClient() {
  say('Generating the Prisma client ...');
  run(process.execPath, [inRoot('scripts', 'generate-client.mjs')], { stdio: 'pipe' });
}

function build() {
  say('Building (tsc) ...');
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc');
  run(process.execPath, [tsc, '-p', inRoot('tsconfig.build.json')]);
  removeOrphans();
}

/** Deletes what an earlier build made from sources that are gone. */
function removeOrphans() {
  for (const file of files(inRoot('dist'))) {
    const source = relative(inRoot('dist'), file).replace(/\.js(\.map)?$/, '.ts');
    if (/\.js(\.map)?$/.test(file) && !existsSync(inRoot('src', source))) rmSync(file);
  }
}

function clientSources() {
  return [inRoot('prisma', 'schema.prisma'), inRoot('node_modules', 'prisma', 'package.json')];
}

function buildSources() {
  const sources = files(inRoot('src')).filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  return [...sources, inRoot('tsconfig.json'), inRoot('tsconfig.build.json'), inRoot('package-lock.json')];
}

/** A step whose outcome is `folder`, with a hash of all it was made from kept inside. */
function stamped(folder, sources, make) {
  const stamp = inRoot(folder, '.made-from');
  return {
    isCurrent: () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash(sources()),
    run: () => {
      const madeFrom = hash(sources());
      make();
      mkdirSync(inRoot(folder), { recursive: true });
      writeFileSync(stamp, madeFrom);
    },
  };
}

function hash(paths) {
  const sum = createHash('sha256');
  for (const path of paths) {
    sum.update(`${relative(root, path)}\0`);
    if (existsSync(path)) sum.update(readFileSync(path));
  }
  return sum.digest('hex');
}

function files(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

function run(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (error) throw new SetupError(`${command} could not be started: ${error.message}`);
  if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`);
  if (status !== 0)
    throw new SetupError(
      `${[basename(command), ...args.map((arg) => basename(arg))].join(' ')} failed (exit code ${status}).`,
    );
}

function say(line) {
  console.error(`[setup] ${line}`);
}

/** Runs `work` for a command-line program: a refused set-up ends it with one line instead of a stack trace. */
export async function orExplain(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError) && error?.code !== 'EACCES' && error?.code !== 'EROFS') throw error;
    say(error.message);
    process.exit(1);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await orExplain(setup);
