import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

/** Before the tests of the project "api": a current build of the service, and a PostgreSQL with a migrated template. */
export default async function globalSetup() {
  const setup = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [setup], { encoding: 'utf8' });
  // Tests that need no service can run all the same.
  if (status !== 0) process.env.SALTA_TEST_BUILD_ERROR = `The service could not be built:\n${stdout}${stderr}`;
  // Jest runs this file without its own handling of TypeScript modules.
  const { startTestPostgres } = await tsImport('./test-postgres.ts', import.meta.url);
  globalThis.saltaTestPostgres = await startTestPostgres();
}
