/** Bytes as streams give them. */

/** Chunks of a size, the last one what is left. */
export async function* chunks(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) {
    await Promise.resolve();
    yield bytes.subarray(from, from + size);
  }
}

export async function* concatenated(...streams: AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const stream of streams) yield* stream;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
