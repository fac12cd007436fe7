/** The vectors in test/vectors, which say what the rules must give. */
import { readFileSync } from 'node:fs';

/** Reads one file of vectors; the caller states its shape. */
export function readVectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as T;
}
