import type { INestApplication } from '@nestjs/common';
import type { Config } from './config.js';
import { StartError } from './start-error.js';

/** Has the application listen where the settings say. Throws a {@link StartError} that names the setting at fault. */
export async function listen(app: INestApplication, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    const reason = reasonOf(error, port, host);
    throw reason === null ? error : new StartError(reason, { cause: error });
  }
}

function reasonOf(error: unknown, port: number, host: string): string | null {
  switch ((error as { code?: unknown } | null)?.code) {
    case 'EADDRINUSE':
      return `Another program listens on port ${port} of ${host} already. Set PORT to another one, or to 0 for any free one.`;
    case 'EACCES':
      return `This user may not listen on port ${port}. Set PORT to another one, such as 3000.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine cannot listen on ${host}. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`;
    default:
      return null;
  }
}
