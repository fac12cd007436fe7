/** A way to a database that can be cut and mended. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface BreakableWay {
  /** The database's address by this way. */
  readonly url: string;
  /** Breaks all connections and takes no new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function breakableWay(databaseUrl: string): Promise<BreakableWay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const open = async (port: number): Promise<Server> => {
    const server = createServer((client) => {
      const there = keep(connect(Number(target.port), target.hostname));
      keep(client).pipe(there).pipe(client);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${String(port)}`;
  return {
    url: url.href,
    cut: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
    mend: async () => {
      server = await open(port);
    },
  };
}
