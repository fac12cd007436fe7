import type { DataOf } from './event-data.view.js';

/** What can happen to a game. Every change of one is written down as an event, in the statement that makes it. */
export const EVENT_TYPES = [
  'game.created',
  'game.started',
  'move.played',
  'salta.called',
  'draw.offered',
  'draw.declined',
  'draw.withdrawn',
  'takeback.requested',
  'takeback.accepted',
  'takeback.declined',
  'takeback.withdrawn',
  'pause.offered',
  'pause.declined',
  'pause.withdrawn',
  'pause.started',
  'pause.ended',
  'weekends.offered',
  'weekends.declined',
  'weekends.withdrawn',
  'weekends.changed',
  'vacation.started',
  'vacation.ended',
  'clock.reminder',
  'clock.extended',
  'game.finished',
  'game.cancelled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What happened, as the API shows it, by the type of the event. */
export type EventData = { readonly [Type in EventType]: DataOf<Type> };

/** An event of one type that a change of a game brings about. */
interface NewEventOf<Type extends EventType> {
  readonly type: Type;
  readonly data: EventData[Type];
  /** How many versions before the last one of the change it belongs to: 0 unless a change makes several. */
  readonly back?: number;
}

/** An event that a change of a game brings about. */
export type NewEvent = { [Type in EventType]: NewEventOf<Type> }[EventType];

/** Events as the statement takes them: each with its place among those of its version. */
export function eventsJson(events: readonly NewEvent[]): string {
  const counts = new Map<number, number>();
  const rows = events.map(({ type, data, back = 0 }) => {
    const ordinal = counts.get(back) ?? 0;
    counts.set(back, ordinal + 1);
    return { type, data, back, ordinal };
  });
  return JSON.stringify(rows);
}
