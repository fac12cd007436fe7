/** Records as rows of a table (RFC 4180), for spreadsheets; nothing reads them back. */
import { formatOverrides, resultToken, writeMoves } from '../salta/index.js';
import type { GameRecord, SquareNotation, WrittenRecord } from '../salta/index.js';

const LINE_END = '\r\n';

type Cell = (record: WrittenRecord) => string;
const header =
  (name: string): Cell =>
  ({ tags }) =>
    tags.get(name) ?? '';

/** Every column with what stands in it. */
const COLUMNS = {
  event: header('Event'),
  site: header('Site'),
  date: header('Date'),
  round: header('Round'),
  light: header('Light'),
  dark: header('Dark'),
  rules: ({ rules }) => rules.preset,
  overrides: ({ rules }) => formatOverrides(rules.overrides),
  startPosition: ({ startPosition }) => startPosition,
  result: ({ outcome }) => resultToken(outcome),
  reason: ({ outcome }) => outcome?.reason ?? '',
  points: ({ outcome }) => (outcome ? String(outcome.points) : ''),
  exact: ({ outcome }) => (outcome ? String(outcome.exact) : ''),
  source: header('Source'),
  moves: ({ moves }) => moves.join(' '),
} satisfies Record<string, Cell>;

export const CSV_COLUMNS = Object.keys(COLUMNS);

/** A spreadsheet takes a cell that begins so for a formula, in some after blanks or a quote; `'` makes it text. */
const FORMULA = /^[\s"']*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]/;

function formatCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const formatRow = (cells: readonly string[]): string => cells.map(formatCell).join(',') + LINE_END;

/** The first row. */
export const csvHeader = (): string => formatRow(CSV_COLUMNS);

export const writeCsvRecord = (record: GameRecord, notation: SquareNotation = 'algebraic'): string =>
  writeCsvRow(writeMoves(record, notation));

export const writeCsvRow = (record: WrittenRecord): string =>
  formatRow(Object.values(COLUMNS).map((cell) => cell(record)));
