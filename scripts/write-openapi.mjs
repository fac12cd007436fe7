/**
 * Writes openapi.yaml from the built code; with --check only says whether it is up to date. Needs no database.
 * It takes the build since only the TypeScript compiler notes the types that decorators see.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { documentOfCode } from '../dist/app.document.js';
import { formatDocument } from '../dist/http/openapi-document.js';

const FILE = new URL('../openapi.yaml', import.meta.url);

const wanted = formatDocument(await documentOfCode());
if (process.argv.includes('--check')) {
  const found = await readFile(FILE, 'utf8').catch(() => '');
  if (found === wanted) console.log('openapi.yaml is up to date');
  else {
    console.error('openapi.yaml differs from the code: run npm run openapi');
    process.exitCode = 1;
  }
} else {
  await writeFile(FILE, wanted);
  console.log('wrote openapi.yaml');
}
