/** The first record, as the reference shows it. */
import { readRecord, unwrap, type Outcome } from '../salta/index.js';
import { encodeEntries } from '../games/history.js';
import type { RecordOnFile } from './record-on-file.js';
import { foundRecordView, wholeRecordView } from './record.view.js';
import { KRONE_GROTEWOLD } from './seed/krone-grotewold.js';

const { record: read } = unwrap(readRecord(KRONE_GROTEWOLD));
const outcome: Outcome = { winner: 'dark', reason: 'goal', points: 27, exact: true };

export const RECORD_ID = '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21';

const RECORD: RecordOnFile = {
  no: 1,
  id: RECORD_ID,
  source: 'imported',
  visibility: 'public',
  rules: read.rules,
  startPosition: null,
  moves: encodeEntries(read.entries),
  plies: read.entries.length,
  outcome,
  players: { light: { name: 'Krone', player: null }, dark: { name: 'Grotewold', player: null } },
  ratings: { light: null, dark: null },
  rated: null,
  timeControl: null,
  endedAt: null,
  event: { id: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b22', name: 'Jüterbog 1901' },
  headers: read.tags,
  comments: [],
};

export const FOUND_RECORD_EXAMPLE = foundRecordView(RECORD, null);
const whole = wholeRecordView(RECORD, 'algebraic');
export const WHOLE_RECORD_EXAMPLE = {
  ...whole,
  moves: whole.moves.slice(0, 4),
};
export const EVENT_EXAMPLE = {
  id: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b22',
  name: 'Jüterbog 1901',
  games: 1,
  firstDay: '1901-01-01',
  lastDay: '1901-12-31',
};
