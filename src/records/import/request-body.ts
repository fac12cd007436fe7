/** The body of a request, of which not all may be read. */
import { PassThrough, type Readable } from 'node:stream';

export interface RequestBody {
  /** Errors when the client goes away before the end. */
  readonly source: AsyncIterable<Uint8Array>;
  /** Lets the rest go unread. Destroying the request instead would end the connection on which the answer is to be sent. */
  readonly release: () => void;
}

export function openBody(body: Readable): RequestBody {
  const source = new PassThrough();
  // Whoever reads it learns of an error; nobody may be reading it any more.
  source.on('error', () => undefined);
  body.once('error', (error) => source.destroy(error));
  body.once('close', () => {
    if (!body.readableEnded) source.destroy(new Error('the client has gone'));
  });
  body.pipe(source);
  return {
    source,
    release: () => {
      body.unpipe(source).resume();
      source.destroy();
    },
  };
}
