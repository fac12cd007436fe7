/** Writes Prisma's client for prisma/schema.prisma to src/database/generated. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const prisma = fileURLToPath(new URL('../node_modules/prisma/build/index.js', import.meta.url));

// Generating needs no schema engine, yet Prisma looks for one and would try to download it. Any executable contents it.
const env = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
  ...process.env,
};
const { status } = spawnSync(process.execPath, [prisma, 'generate', '--no-hints'], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
