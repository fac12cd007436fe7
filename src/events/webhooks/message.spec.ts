import { describe, expect, it } from '@jest/globals';
import { eventMessage, pingMessage, type StoredEvent } from './message.js';

const EVENT: StoredEvent = {
  gameId: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21',
  version: 3,
  ordinal: 1,
  type: 'draw.offered',
  data: { by: 'light' },
  at: new Date('2026-11-29T20:16:00.000Z'),
};

describe('eventMessage', () => {
  it('names the event, whoever it is sent to', () =>
    expect(eventMessage(EVENT).id).toBe('msg_019ad0c911c27f3ab6a40c6d5f0e9b21_3_1'));

  it('has the type, the time, and the event as the API shows it', () =>
    expect(JSON.parse(eventMessage(EVENT).body)).toEqual({
      type: 'draw.offered',
      timestamp: '2026-11-29T20:16:00.000Z',
      data: {
        id: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21.3.1',
        cursor: expect.any(String) as unknown,
        gameId: EVENT.gameId,
        version: 3,
        type: 'draw.offered',
        at: '2026-11-29T20:16:00.000Z',
        data: { by: 'light' },
      },
    }));

  it('is the same each time it is made', () => expect(eventMessage(EVENT)).toEqual(eventMessage({ ...EVENT })));
});

describe('pingMessage', () => {
  it('names the delivery and the webhook', () => {
    const { id, body } = pingMessage(
      '019ad0ca-3b7d-7a42-8f0e-5d2c9b1a6e37',
      '019ad0cc-6a01-7d9e-8c44-2b3a4c5d6e7f',
      EVENT.at,
    );
    expect(id).toBe('msg_019ad0cc6a017d9e8c442b3a4c5d6e7f');
    expect(JSON.parse(body)).toEqual({
      type: 'ping',
      timestamp: '2026-11-29T20:16:00.000Z',
      data: { webhookId: '019ad0ca-3b7d-7a42-8f0e-5d2c9b1a6e37' },
    });
  });
});
