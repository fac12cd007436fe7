/** The same members, those named in `keys` first and in that order. */
export function inOrder<T extends object>(record: T, keys: readonly string[]): T {
  const entries = new Map(Object.entries(record));
  const first = keys.filter((key) => entries.has(key)).map((key) => [key, entries.get(key) as unknown] as const);
  return Object.fromEntries([...first, ...entries]) as T;
}
