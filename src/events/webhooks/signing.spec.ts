import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { createWebhookSecret } from './secret.js';
import { signWebhook } from './signing.js';

const now = new Date();

describe('signWebhook', () => {
  it('agrees with the vector of the Standard Webhooks libraries', () =>
    expect(
      signWebhook(
        { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1614265330 * 1000), body: '{"test": 2432232314}' },
        ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      ),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }));

  it('signs what the specification says, with any text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.date({ noInvalidDate: true }), (body, at) => {
        const secret = createWebhookSecret();
        const headers = signWebhook({ id: 'msg_1', at, body }, [secret]);
        const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'));
        hmac.update(`msg_1.${Math.floor(at.getTime() / 1000)}.${body}`);
        expect(headers['webhook-signature']).toBe(`v1,${hmac.digest('base64')}`);
      }),
    ));

  it('is verified by the library with either of two secrets, and with no other', () => {
    const secrets = [createWebhookSecret(), createWebhookSecret()] as const;
    const body = JSON.stringify({ type: 'game.move', text: 'Zuid-Holland é 棋' });
    const headers = { ...signWebhook({ id: 'msg_2', at: now, body }, secrets) };
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(createWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secrets[0]).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secrets[1]).verify(body, { ...headers, 'webhook-id': 'msg_3' })).toThrow('No matching');
  });

  it.each(['', 'a.b', 'a b', 'a\nb', 'é', 'a'.repeat(201)])('throws for the id %j', (id) =>
    expect(() => signWebhook({ id, at: now, body: '{}' }, [createWebhookSecret()])).toThrow(RangeError),
  );

  it('throws for an invalid date', () =>
    expect(() => signWebhook({ id: 'a', at: new Date(NaN), body: '{}' }, [createWebhookSecret()])).toThrow(RangeError));
});
