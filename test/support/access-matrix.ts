/** Reads the access matrix, and makes of it what is to be tried. */
import { SCOPES, type Scope } from '../../src/players/token.js';
import { OPERATIONS, type OperationPlace } from '../api/api-schema.js';
import { ACCESS_TABLE, REFUSALS } from './access-table.js';

export const CALLERS = [
  ...(['nobody', 'other', 'spect', 'oppon', 'player', 'app:p', 'app', 'app2', 'app2:o', 'oper'] as const),
  ...(['forgn', 'revok', 'expir'] as const),
] as const;
export type CallerKind = (typeof CALLERS)[number];

export type TokenState = 'good' | 'revoked' | 'expired';

/** Columns that stand for several senders who are answered the same. */
const GROUPS = {
  forgn: { token: 'good', senders: ['app2:p', 'app:o', 'oppon:p', 'oper:p'] },
  revok: { token: 'revoked', senders: ['player', 'app:p'] },
  expir: { token: 'expired', senders: ['player', 'app:p'] },
} as const satisfies Readonly<Record<string, { token: TokenState; senders: readonly string[] }>>;
type Group = keyof typeof GROUPS;
const isGroup = (caller: CallerKind): caller is Group => caller in GROUPS;

/** Who sends a request: whose token it has and, after a colon, whom `Salta-Player` names. */
export type Sender = Exclude<CallerKind, Group> | (typeof GROUPS)[Group]['senders'][number];

/** Those who are tried with fewer scopes as well. */
const SCOPED = ['player', 'app:p', 'app'] as const satisfies readonly Sender[];

export interface Success {
  readonly status: number;
  /** Whether the answer names what the request is about; undefined where that is not asked. */
  readonly names?: boolean | undefined;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** Undefined where that is not asked. */
  readonly requiredScope?: Scope | undefined;
}

export type Expected = Success | Refusal;

export const isRefusal = (expected: Expected): expected is Refusal => 'code' in expected;

/** For people, and to compare. */
export function formatExpected(expected: Expected): string {
  const { status } = expected;
  if (isRefusal(expected)) return [status, expected.code, expected.requiredScope ?? ''].join(' ').trim();
  if (expected.names === undefined) return String(status);
  return `${status} ${expected.names ? 'with' : 'without'} what is asked about`;
}

export interface Row {
  /** As it stands in the table: `getGame/private`. */
  readonly name: string;
  readonly operationId: string;
  readonly variant: string;
  /** Needed scopes in the order in which they are asked for. */
  readonly needs: readonly Scope[];
  /** Whether a game is hidden from those who lack `read`. */
  readonly hides: boolean;
  /** Whether only apps by themselves need the scopes. */
  readonly ofAppsOnly: boolean;
  readonly cells: Readonly<Record<CallerKind, Expected>>;
}

const NEEDS = /^(?:-|(?<apps>app:)?(?<hides>\?)?(?<scopes>(?:read|play|manage)(?:\+(?:read|play|manage))*))$/;
const SUCCESS = /^(?<status>2\d\d)(?<names>[+-])?$/;

/** Reads a table; throws for what is not as the head of `access-table.ts` says. */
export function readMatrix(table: string = ACCESS_TABLE): Row[] {
  const lines = table.split('\n').map((line) => line.trim());
  const [head = '', ...rows] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const columns = ['operation', 'needs', ...CALLERS].join(' ');
  if (head.split(/\s+/).join(' ') !== columns) throw new Error(`The columns are not ${columns}`);
  const read = rows.map(readRow);
  const twice = read.find(({ name }, index) => read.findIndex((row) => row.name === name) < index);
  if (twice) throw new Error(`There are two rows ${twice.name}`);
  return read;
}

function readRow(line: string): Row {
  const [name = '', needs = '', ...words] = line.split(/\s+/);
  const scopes = NEEDS.exec(needs);
  if (!scopes) throw new Error(`${name}: ${needs} are no scopes`);
  if (words.length !== CALLERS.length) throw new Error(`${name}: there are ${words.length} cells`);
  const [operationId = '', variant = ''] = name.split('/');
  const cells = Object.fromEntries(CALLERS.map((caller, index) => [caller, readCell(name, words[index] ?? '')]));
  return {
    ...{ name, operationId, variant },
    needs: (scopes.groups?.scopes?.split('+') ?? []) as Scope[],
    hides: scopes.groups?.hides !== undefined,
    ofAppsOnly: scopes.groups?.apps !== undefined,
    cells: cells as Record<CallerKind, Expected>,
  };
}

function readCell(name: string, word: string): Expected {
  const refusal = REFUSALS[word];
  if (refusal) return { status: refusal[0], code: refusal[1] };
  const success = SUCCESS.exec(word)?.groups;
  if (!success) throw new Error(`${name}: no cell says ${word}`);
  return { status: Number(success.status), names: success.names === undefined ? undefined : success.names === '+' };
}

/** What is between the table and the document: operations without a row, and rows without an operation. */
export function gaps(rows: readonly Row[], operations: readonly OperationPlace[] = OPERATIONS): string[] {
  const documented = new Set(operations.map(({ operation }) => operation.operationId));
  const listed = new Set(rows.map(({ operationId }) => operationId));
  return [
    ...[...documented].filter((id) => !listed.has(id)).map((id) => `${id} has no row`),
    ...[...listed].filter((id) => !documented.has(id)).map((id) => `${id} is no operation`),
  ];
}

/** Who sends a request, by which token. */
export interface Attempt {
  /** For the reader of a failure. */
  readonly name: string;
  readonly sender: Sender;
  readonly scopes: readonly Scope[];
  readonly token: TokenState;
  readonly expected: Expected;
}

/** Everything that a row says, as attempts. */
export function attemptsOf(row: Row): Attempt[] {
  return [...CALLERS.flatMap((caller) => ordinary(row, caller)), ...SCOPED.flatMap((caller) => scoped(row, caller))];
}

function ordinary({ cells }: Row, caller: CallerKind): Attempt[] {
  const expected = cells[caller];
  if (!isGroup(caller)) {
    const scopes = caller === 'spect' ? (['read'] as const) : SCOPES;
    return [{ name: caller, sender: caller, scopes, token: 'good', expected }];
  }
  const { token, senders } = GROUPS[caller];
  return senders.map((sender) => ({ name: `${sender}, a ${token} token`, sender, scopes: SCOPES, token, expected }));
}

/** The attempts of a caller with the scopes that are needed and no others, and with all others. */
function scoped(row: Row, sender: (typeof SCOPED)[number]): Attempt[] {
  const success = row.cells[sender];
  if (isRefusal(success)) return [];
  const needs = row.ofAppsOnly && sender !== 'app' ? [] : row.needs;
  const by = { sender, token: 'good' } as const;
  const enough = needs.length > 0 ? [needs] : SCOPES.map((scope) => [scope]);
  return [
    ...enough.map((scopes) => ({ ...by, name: `${sender} with ${scopes.join('+')}`, scopes, expected: success })),
    ...needs.map((missing) => ({
      ...by,
      name: `${sender} without ${missing}`,
      scopes: SCOPES.filter((scope) => scope !== missing),
      expected: row.hides && missing === 'read' ? unseen(success) : lacking(missing),
    })),
  ];
}

const unseen = ({ status, names }: Success): Expected =>
  names === undefined ? { status: 404, code: 'game-not-found' } : { status, names: false };

const lacking = (requiredScope: Scope): Refusal => ({ status: 403, code: 'insufficient-scope', requiredScope });
