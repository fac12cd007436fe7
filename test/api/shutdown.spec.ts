import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../support/database.js';
import { startServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { START } from './problem-cases.js';

const BODY = JSON.stringify({ rules: { preset: 'standard' }, position: START });

/** A request of which the last byte of the body is still to come. */
async function unfinishedRequest(url: string): Promise<{ socket: Socket; answer: () => string }> {
  const { hostname, port, host } = new URL(url);
  let text = '';
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'connect');
  socket.write(
    `POST /v1/positions/legal-moves HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(BODY)}\r\nexpect: 100-continue\r\n\r\n`,
  );
  // The server has taken the request on when it asks for the body.
  await waitFor('100 Continue', () => Promise.resolve(text.startsWith('HTTP/1.1 100')));
  socket.write(BODY.slice(0, -1));
  return { socket, answer: () => text };
}

describe('SIGTERM', () => {
  it('lets a running request end, and takes no new one', async () => {
    const server = await startServer();
    const { socket, answer } = await unfinishedRequest(server.url);
    const closed = once(socket, 'close');
    const stopped = server.stop();
    await waitFor('the port to close', () =>
      fetch(`${server.url}/livez`).then(
        () => false,
        () => true,
      ),
    );
    socket.write(BODY.slice(-1));
    await closed;
    await stopped;
    expect(answer()).toMatch(/HTTP\/1\.1 200 OK\r\n[\s\S]*"legalMoves":\[\{/);
  });
});

describe('a second signal', () => {
  it('ends it at once, whatever is still running', async () => {
    const server = await startServer();
    const { socket } = await unfinishedRequest(server.url);
    const closed = once(socket, 'close');
    process.kill(server.pid, 'SIGTERM');
    await waitFor('the first signal to arrive', () => Promise.resolve(server.logs().includes('finishing')));
    await expect(server.stop()).rejects.toThrow('did not stop in order (1)');
    await closed;
  });
});

describe('without its database', () => {
  it('is alive, not ready, and says so; rules are served all the same', async () => {
    const database = await createTestDatabase();
    const server = await startServer({ databaseUrl: database.url });
    try {
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await database.drop();
      const ready = await fetch(`${server.url}/readyz`);
      expect(ready.status).toBe(503);
      expect(ready.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await ready.json()).toMatchObject({ code: 'service-unavailable' });
      expect((await fetch(`${server.url}/livez`)).status).toBe(200);
      expect((await fetch(`${server.url}/v1/rules/standard`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
