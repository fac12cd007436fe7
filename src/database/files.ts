import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether `error` says that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

/** Whether `error` is a system error with one of these codes, such as EACCES. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/**
 * Makes a folder and those above it; answers whether it was missing. Node's own `recursive` never comes back where the
 * system says that a folder cannot be made in one which is there, as in /proc.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<boolean> {
  try {
    return await makeOneFolder(path, mode);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
  }
  await makeFolder(dirname(path));
  return makeOneFolder(path, mode);
}

async function makeOneFolder(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return false;
    throw error;
  }
}

/** The text of a file, or undefined when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
