import { readFile } from 'node:fs/promises';

/** Whether `error` says that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

/** Whether `error` is a system error with one of these codes, such as EACCES. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
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
