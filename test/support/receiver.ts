import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import net from 'node:net';
import type { Certificate } from './certificate.js';

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that remembers what reached it. */
export interface Receiver {
  readonly port: number;
  /** So many connections were made, and so many of them are still open. */
  readonly connections: () => number;
  readonly open: () => number;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Default: 127.0.0.1 */
  readonly host?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Makes it an https server. */
  readonly certificate?: Certificate;
}

/** A server that answers each request, once it is complete, as `answer` says. */
export async function startReceiver(answer: RequestListener, options: ListenOptions = {}): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const listener: RequestListener = (request, response) => {
    void bodyOf(request).then((body) => {
      const { method, url, headers } = request;
      requests.push({ method, url, headers, body });
      answer(request, response);
    });
  };
  const { certificate } = options;
  const server = certificate === undefined ? http.createServer(listener) : https.createServer(certificate, listener);
  return receiving(server, requests, options);
}

/** A server that does as it likes with each connection. */
export async function startRawReceiver(take: (socket: Socket) => void, options: ListenOptions = {}): Promise<Receiver> {
  return receiving(net.createServer(take), [], options);
}

async function receiving(
  server: net.Server,
  requests: readonly ReceivedRequest[],
  { host = '127.0.0.1', port = 0 }: ListenOptions,
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    // The other end cuts connections off, which is what is tested.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    open: () => sockets.size,
    requests,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
