import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../support/database.js';
import { startServer, type ServerOptions } from '../support/server.js';
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

describe('npm start', () => {
  const start = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

  it('ends with the shell that npm runs it in', async () => {
    const database = await createTestDatabase();
    const env = { ...process.env, PORT: '0', DATABASE_URL: database.url, npm_lifecycle_event: 'start' };
    // As npm does it, with a shell that stays: some replace themselves by their last command.
    const shell = spawn('sh', ['-c', '"$0" "$1"; :', process.execPath, start], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let log = '';
    shell.stdout.setEncoding('utf8').on('data', (chunk: string) => (log += chunk));
    try {
      await waitFor('the service to listen', () => Promise.resolve(log.includes('listening on ')), 60_000);
      // Its output ends when the service has: the shell, which had the same, is gone at once.
      const ended = once(shell.stdout, 'end');
      shell.kill('SIGTERM');
      await ended;
      expect(log).toContain('SIGTERM: finishing what is being answered');
    } finally {
      await database.drop();
    }
  });
});

/** What a start that must fail says. */
async function refusedStart(options: ServerOptions): Promise<string> {
  const failure = await startServer(options).then(
    (server) => server.stop().then(() => null),
    (error: unknown) => String(error),
  );
  if (failure === null) throw new Error('the service has started');
  expect(failure).toContain('ended before it listened (1)');
  const said = failure.slice(failure.indexOf('It wrote:'));
  expect(said).not.toContain('    at ');
  return said;
}

describe('a start that cannot succeed', () => {
  it('names PORT when another program listens there, without a stack', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      expect(await refusedStart({ env: { PORT: String(port) } })).toContain(
        `Another program listens on port ${port} of 127.0.0.1 already. Set PORT to another one`,
      );
    } finally {
      other.close();
    }
  });

  it.each(process.platform === 'linux' ? ['/proc/nope', '/dev/null'] : ['/dev/null'])(
    'names DATA_DIR when it cannot be %s, at once and without a stack',
    async (folder) => {
      const said = await refusedStart({ databaseUrl: null, env: { DATA_DIR: folder } });
      expect(said).toContain(folder);
      expect(said).toContain('with DATA_DIR, or name a server with DATABASE_URL.');
    },
  );
});

/** A way to a database that can be cut. */
async function wayTo(databaseUrl: string): Promise<{ url: string; cut: () => void }> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined);
  };
  const way = createServer((client) => {
    const server = keep(connect(target));
    keep(client).pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((way.address() as AddressInfo).port);
  const cut = (): void => {
    way.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href, cut };
}

describe('the log', () => {
  it('warns of a database that is away, without a stack', async () => {
    const database = await createTestDatabase();
    const { url, cut } = await wayTo(database.url);
    const server = await startServer({ databaseUrl: url });
    try {
      cut();
      const answer = await fetch(`${server.url}/v1/games`);
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ detail: 'The database cannot be reached.' });
      await waitFor('the warning', () => Promise.resolve(/"level":"warn".*"answering service/.test(server.logs())));
      expect(server.logs()).not.toMatch(/"level":"error"|"stack"/);
    } finally {
      await server.stop();
      await database.drop();
    }
  });

  it('does not take a caller that leaves in the middle for a failure', async () => {
    const server = await startServer({ env: { LOG_LEVEL: 'debug' } });
    try {
      const { socket } = await unfinishedRequest(server.url);
      socket.destroy();
      await waitFor('the log to say so', () => Promise.resolve(server.logs().includes('the caller left')));
      expect(server.logs()).not.toMatch(/"level":"(error|warn)"|"stack"/);
    } finally {
      await server.stop();
    }
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
