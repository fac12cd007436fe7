/** What docs/events.md tells a receiver is what the service does. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { codes, fencedBlocks, readDocument, tableRows } from '../../../test/support/markdown.js';
import { DELIVERY_FAILURES } from './delivery.js';
import { MAX_ATTEMPTS, RETRY_DELAYS_MS } from './retry-schedule.js';
import { createWebhookSecret } from './secret.js';
import { signWebhook } from './signing.js';

const document = readDocument('docs/events.md');

describe('docs/events.md', () => {
  it('shows a verification that takes what is signed, and nothing else', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()] as const;
    const at = new Date('2026-10-25T00:30:00Z');
    const body = '{"note":"é 棋"}';
    const headers = signWebhook({ id: 'msg_1', at, body }, secrets);
    const late = new Date(at.getTime() + 301_000);
    const tries: [boolean, string, Partial<typeof headers>, string, Date][] = [
      [true, secrets[0], headers, body, at],
      [true, secrets[1], headers, body, at],
      [false, createWebhookSecret(), headers, body, at],
      [false, secrets[0], headers, `${body} `, at],
      [false, secrets[0], { ...headers, 'webhook-id': 'msg_2' }, body, at],
      [false, secrets[0], { ...headers, 'webhook-timestamp': 'now' }, body, at],
      [false, secrets[0], { ...headers, 'webhook-signature': '' }, body, at],
      [false, secrets[0], {}, body, at],
      [false, secrets[0], headers, body, late],
    ];
    const [code = ''] = fencedBlocks(document, 'js');
    const program = `${code}
      const passes = (...call) => { try { verify(...call); return true; } catch { return false; } };
      const tries = ${JSON.stringify(tries.map(([, secret, given, text, now]) => [secret, given, text, now.getTime()]))};
      console.log(JSON.stringify(tries.map((call) => passes(...call))));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual(tries.map(([verifies]) => verifies));
  });

  it('gives the vector that signing is tested with', () =>
    expect(codes(document.slice(document.indexOf('To try yours')))).toEqual(
      expect.arrayContaining([
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        '{"test": 2432232314}',
        'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      ]),
    ));

  it('lists the waits between attempts', () => {
    const [, ...rows] = tableRows(document, 'after attempt');
    const units = new Map([
      ['s', 1_000],
      ['min', 60_000],
      ['h', 3_600_000],
    ]);
    const waits = rows.map(([, wait = '']) => {
      const [count, unit = ''] = wait.split(' ');
      return Number(count) * (units.get(unit) ?? NaN);
    });
    expect(waits).toEqual(RETRY_DELAYS_MS);
    expect(MAX_ATTEMPTS).toBe(10);
  });

  it('lists every reason for a failure', () => {
    const [, ...rows] = tableRows(document, 'reason');
    expect(rows.map(([reason = '']) => codes(reason)[0])).toEqual([...DELIVERY_FAILURES]);
  });
});
