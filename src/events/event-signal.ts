/** The channel of LISTEN and NOTIFY by which processes tell each other of new events. */
export const EVENTS_CHANNEL = 'salta_events';

/** What a NOTIFY may carry: less than 8000 bytes. */
const MAX_IDS = 200;

/** The games and players with new events, for a NOTIFY; too many of them to name are all there are. */
export const formatSignal = (concerned: ReadonlySet<string>): string =>
  concerned.size > MAX_IDS ? '' : [...concerned].join(',');

/** The ids of the games and players with new events; `null`: any may have some. */
export const parseSignal = (payload: string): ReadonlySet<string> | null =>
  payload === '' ? null : new Set(payload.split(','));
