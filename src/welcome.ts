import { randomBytes } from 'node:crypto';
import type { Config } from './config.js';

/** What the service says when it listens: where, and what to try first. */
export function welcome(config: Pick<Config, 'publicUrl' | 'registration'>, listening: string): string {
  // The address that stands for all addresses is none that a client can use.
  const local = listening.replace(/\/\/(\[::\]|0\.0\.0\.0)(?=:)/, '//127.0.0.1');
  const base = config.publicUrl ?? local;
  const handle = `guest-${randomBytes(3).toString('hex')}`;
  const second =
    config.registration === 'open'
      ? `curl ${base}/v1/players -H 'content-type: application/json' -d '{"handle": "${handle}"}'`
      : `curl ${base}/v1/positions/board.svg`;
  return `listening on ${local}

Try first:
  curl ${base}/v1/rules/standard
  ${second}
Reference: ${base}/docs

`;
}
