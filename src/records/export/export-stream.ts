/** What an export sends. */
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { ExportPart } from './records-export.service.js';

/** Records compress well at any level, and the higher ones take longer than reading the records does. */
const LEVEL = 2;

export interface ExportBody {
  readonly body: Readable;
  readonly encoding: 'gzip' | null;
}

/** Reads on only as fast as it is read; with gzip, whole records can be unpacked as soon as they have been sent. */
export function exportStream(parts: AsyncIterable<ExportPart>, acceptEncoding: string | undefined): ExportBody {
  const texts = Readable.from(textsOf(parts), { objectMode: false });
  if (!acceptsGzip(acceptEncoding)) return { body: texts, encoding: null };
  const gzip = createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
  // Whoever reads learns of an error by the stream that breaks off.
  pipeline(texts, gzip, () => undefined);
  return { body: gzip, encoding: 'gzip' };
}

async function* textsOf(parts: AsyncIterable<ExportPart>): AsyncGenerator<Buffer> {
  for await (const { text } of parts) yield Buffer.from(text);
}

/** Whether `Accept-Encoding` (RFC 9110, section 12.5.3) allows gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  const codings = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, quality === undefined ? 1 : Number(quality)] as const;
    }),
  );
  return (codings.get('gzip') ?? codings.get('x-gzip') ?? codings.get('*') ?? 0) > 0;
}
