/** HTTP over a bare socket: what is asked is what is sent, however wrong. */
import { connect } from 'node:net';
import { checkAnswer } from '../support/validation.js';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/**
 * Sends bytes as they are and reads the answer until the server closes the connection. Throws when an answer is not as
 * openapi.yaml says.
 */
export async function sendBytes(url: string, bytes: Buffer): Promise<RawAnswer> {
  const answer = await exchange(url, bytes);
  const [, method = '', target = ''] = /^(\S+) (\S+) HTTP\/1\.1\r\n/.exec(bytes.toString('latin1')) ?? [];
  checkAnswer(url, {
    method,
    target,
    status: answer.status,
    header: (name) => answer.headers[name],
    text: answer.body,
  });
  return answer;
}

function exchange(url: string, bytes: Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close while a body that it refused is still on its way.
      if (chunks.length === 0 || !['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) reject(error);
    });
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks))));
  });
}

/** Sends one request with what every request needs, unless `headers` say otherwise, and closes. */
export function send(url: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const payload = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const all: Record<string, string> = {
    host: new URL(url).host,
    connection: 'close',
    ...(body !== undefined && { 'content-length': String(payload.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendBytes(url, Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), payload]));
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = bytes.subarray(end + 4);
  const chunked = headers['transfer-encoding'] === 'chunked';
  return { status: Number(statusLine.split(' ')[1]), headers, body: (chunked ? joinChunks(body) : body).toString() };
}

function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let offset = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', offset);
    const size = Number.parseInt(body.subarray(offset, lineEnd).toString(), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    offset = lineEnd + 2 + size + 2;
  }
}
