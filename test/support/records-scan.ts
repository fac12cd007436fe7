/** Searches of records by looking at every one of them: what the service's searches are held against. */
import { gameKey } from '../../src/records/game-key.js';
import {
  dayRange,
  formatPlacement,
  formatPosition,
  goalSquares,
  parsePartialDate,
  PIECE_NAMES,
  Play,
  perform,
  startPosition,
  UNKNOWN_DATE,
  unwrap,
  type Action,
  type Entry,
  type GameRecord,
  type Position,
  type Side,
} from '../../src/salta/index.js';

export interface ScannedRecord {
  /** Counts records in the order in which they were stored. */
  readonly no: number;
  readonly record: GameRecord;
  /** Every position that stands, the start first. */
  readonly positions: readonly Position[];
  /** Start and end of every move that stands. */
  readonly line: readonly string[];
}

const actionOf = (entry: Entry): Action =>
  entry.kind === 'call' ? ('salta' as const) : ([entry.move.from, entry.move.to] as const);

/** A record as the scan sees it: its course is played again, move by move. */
export function scanned(no: number, record: GameRecord): ScannedRecord {
  const play = new Play(record.rules, record.start);
  const positions: Position[] = [play.position];
  const line: string[] = [];
  for (const entry of record.entries) {
    unwrap(perform(play, actionOf(entry)));
    if (entry.kind === 'move') {
      positions.push(play.position);
      line.push(`${String(entry.move.from)}-${String(entry.move.to)}`);
    } else {
      positions.pop();
      if (line.pop() === undefined) positions.length = 0;
      positions.pop();
      positions.push(play.position);
    }
  }
  return { no, record, positions, line };
}

/** Records without those that are the same game as one before them. */
export function distinct(records: readonly GameRecord[]): GameRecord[] {
  const byKey = new Map<string, GameRecord>();
  for (const record of records) {
    const key = gameKey(record).toString('hex');
    if (!byKey.has(key)) byKey.set(key, record);
  }
  return [...byKey.values()];
}

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');

const named = ({ record }: ScannedRecord, header: string): string => {
  const value = record.tags.get(header)?.trim() ?? '';
  return value === '?' ? '' : fold(value);
};

const nameOf = (scan: ScannedRecord, side: Side): string => named(scan, side === 'light' ? 'Light' : 'Dark');

const daysOf = ({ record }: ScannedRecord) => {
  const text = record.tags.get('Date');
  return dayRange(text === undefined ? UNKNOWN_DATE : unwrap(parsePartialDate(text)));
};

const placed = (position: Position): string => formatPosition(position).split(' ').slice(0, 2).join(' ');

/** The placement seen from the other side, with the colours exchanged. */
const turnedText = ({ squares, sideToMove }: Position): string => {
  const half = (side: Side) => squares[side].map((square) => 49 - square);
  return `${formatPlacement({ light: half('dark'), dark: half('light') })} ${sideToMove === 'light' ? 'd' : 'l'}`;
};

export type Query = Readonly<Record<string, string>>;

const sides = ({ side }: Query): Side[] => (side === undefined ? ['light', 'dark'] : [side as Side]);

/** Whether a record is one that a query asks for, parameter by parameter. */
export function isFound(scan: ScannedRecord, query: Query): boolean {
  return Object.entries(query).every(([name, value]) => CHECKS[name]?.(scan, value, query) ?? true);
}

const CHECKS: Readonly<Record<string, (scan: ScannedRecord, value: string, query: Query) => boolean>> = {
  player: (scan, value, query) =>
    sides(query).some((side) => {
      const other = side === 'light' ? 'dark' : 'light';
      const { winner } = scan.record.outcome ?? { winner: undefined };
      const result = winner === undefined ? null : winner === null ? 'draw' : winner === side ? 'win' : 'loss';
      return (
        nameOf(scan, side) === fold(value) &&
        (query.opponent === undefined || nameOf(scan, other) === fold(query.opponent)) &&
        (query.playerResult === undefined || result === query.playerResult)
      );
    }),
  rules: ({ record }, value) => record.rules.preset === value,
  result: ({ record: { outcome } }, value) => (outcome ? (outcome.winner ?? 'draw') : 'unfinished') === value,
  reason: ({ record }, value) => record.outcome?.reason === value,
  minPoints: ({ record }, value) => record.outcome !== null && record.outcome.points >= Number(value),
  maxPoints: ({ record }, value) => record.outcome !== null && record.outcome.points <= Number(value),
  minPlies: ({ line }, value) => line.length >= Number(value),
  maxPlies: ({ line }, value) => line.length <= Number(value),
  since: (scan, value) => (daysOf(scan)?.last ?? '') >= value,
  until: (scan, value) => (daysOf(scan)?.first ?? '9999-99-99') <= value,
  event: (scan, value) => named(scan, 'Event') === fold(value),
  source: (_scan, value) => value === 'imported',
  opening: ({ record, line }, value) =>
    formatPosition(record.start) === formatPosition(startPosition(record.rules)) &&
    value.split(',').every((move, index) => line[index] === move),
  position: ({ record, positions }, value, { turned }) => {
    const wanted = value.split(' ').slice(0, 2).join(' ');
    const { numbering, tempo } = record.rules.options;
    const symmetric = turned === 'true' && numbering === 'own-left' && tempo === 'none';
    return positions.some((one) => placed(one) === wanted || (symmetric && turnedText(one) === wanted));
  },
  pieces: ({ record, positions }, value) => {
    const goals = goalSquares(record.rules.options);
    const starts = startPosition(record.rules).squares;
    const terms = value.split(',').map((term) => {
      const [side, piece, where] = term.split(' ') as [Side, string, string];
      const index = PIECE_NAMES.findIndex((name) => name === piece);
      const square = where === 'home' ? goals[side][index] : where === 'start' ? starts[side][index] : Number(where);
      return { side, index, square };
    });
    return positions.some((one) => terms.every(({ side, index, square }) => one.squares[side][index] === square));
  },
};

/** The records that a query asks for, in its order. */
export function scan(records: readonly ScannedRecord[], query: Query): number[] {
  const { sort = 'date', order = 'desc' } = query;
  const key = (one: ScannedRecord): string | number =>
    sort === 'points'
      ? (one.record.outcome?.points ?? 0)
      : sort === 'plies'
        ? one.line.length
        : (daysOf(one)?.last ?? '');
  const sign = order === 'desc' ? -1 : 1;
  return records
    .filter((one) => isFound(one, query))
    .sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.no - b.no))
    .map(({ no }) => no);
}
