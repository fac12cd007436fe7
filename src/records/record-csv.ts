/** Records as rows of a table (RFC 4180), for spreadsheets; nothing reads them back. */
import { CALL_WORD, formatMove, formatOverrides, formatPosition, resultToken } from '../salta/index.js';
import type { GameRecord, SquareNotation } from '../salta/index.js';

const LINE_END = '\r\n';

type Cell = (record: GameRecord, notation: SquareNotation) => string;
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
  startPosition: ({ start }) => formatPosition(start),
  result: ({ outcome }) => resultToken(outcome),
  reason: ({ outcome }) => outcome?.reason ?? '',
  points: ({ outcome }) => (outcome ? String(outcome.points) : ''),
  exact: ({ outcome }) => (outcome ? String(outcome.exact) : ''),
  source: header('Source'),
  moves: ({ entries }, notation) =>
    entries.map((entry) => (entry.kind === 'call' ? CALL_WORD : formatMove(entry.move, notation))).join(' '),
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
  formatRow(Object.values(COLUMNS).map((cell) => cell(record, notation)));
