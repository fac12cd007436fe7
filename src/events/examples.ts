import { formatFrame, formatPosition, formatRetry } from './event-frames.js';
import { formatPlace } from './event-cursor.js';
import type { EventView } from './event.view.js';

const gameId = '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21';
const place = (version: number): string => formatPlace({ kind: 'game', id: gameId }, [version, 0]);

const STARTED: EventView = {
  id: `${gameId}.2.0`,
  cursor: place(2),
  gameId,
  version: 2,
  type: 'game.started',
  at: '2026-11-29T20:16:00.000Z',
  data: { light: '019ad0c9-0b3e-7c55-9a1d-3f0e6c1d2a44', dark: '019ad0c9-0b3e-7d02-8f21-5c7a90b4e613' },
};

const MOVE: EventView = {
  id: `${gameId}.3.0`,
  cursor: place(3),
  gameId,
  version: 3,
  type: 'move.played',
  at: '2026-11-29T20:17:30.000Z',
  data: {
    move: {
      notation: 'e3-f4',
      from: 'e3',
      to: 'f4',
      path: ['f4'],
      jump: false,
      side: 'light',
      piece: 'sun-3',
      ply: 1,
      missedJump: false,
    },
    automatic: false,
    position: 'edcba/jihgf/onmlk/5/5/5/2M2/KL1NO/FGHIJ/ABCDE d 1 -',
  },
};

export const EVENTS_EXAMPLE = { items: [STARTED, MOVE], nextCursor: null };

export const EVENT_STREAM_EXAMPLE =
  formatRetry(2000) +
  formatPosition(place(2)) +
  formatFrame({ id: MOVE.cursor, event: MOVE.type, data: JSON.stringify(MOVE) });
