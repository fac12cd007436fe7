/** PostgreSQL's and Node's codes that mean: not now, perhaps later. */
const UNAVAILABLE_CODES = new Set([
  // Node: no connection, or one that broke
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  // PostgreSQL: shut down by hand, crashed, starting up, idle session ended, too many connections
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300'],
  // PostgreSQL: connection exceptions
  ...['08000', '08001', '08003', '08004', '08006', '08P01'],
  // PostgreSQL: gave up on a statement that ran into statement_timeout or lock_timeout, or on one of two that waited for each other
  ...['57014', '55P03', '40P01'],
  // Prisma: cannot reach, timed out, closed the connection, no connection or transaction to be had in time
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037'],
]);

/** Kinds by which Prisma's driver adapters name the same. */
const UNAVAILABLE_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** What pg says without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|.*Unable to start a transaction in the given time)/;

/** Whether an operation failed since the database was away or too busy, so that it may succeed later: a 503, not a 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return unwrap(error).some(
    ({ code, originalCode, kind, message }) =>
      UNAVAILABLE_CODES.has(text(code)) ||
      UNAVAILABLE_CODES.has(text(originalCode)) ||
      UNAVAILABLE_KINDS.has(text(kind)) ||
      UNAVAILABLE_MESSAGES.test(text(message)),
  );
}

/** Whether a statement gave up waiting for what another transaction holds (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean =>
  unwrap(error).some(({ code, originalCode }) => code === '55P03' || originalCode === '55P03');

/** Whether a write was refused because a unique index has the value already; with `name`, only that index or column. */
export function isUniqueViolation(error: unknown, name?: string): boolean {
  const layers = unwrap(error);
  const violated = layers.some(
    ({ code, originalCode, kind }) =>
      code === '23505' || originalCode === '23505' || code === 'P2002' || kind === 'UniqueConstraintViolation',
  );
  return violated && (name === undefined || layers.some((layer) => isAbout(layer, name)));
}

type Layer = Readonly<Record<string, unknown>>;

/** The error and everything that Prisma and pg have wrapped in it. */
function unwrap(error: unknown): Layer[] {
  const layers: Layer[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || layers.length >= 20 || layers.includes(value as Layer)) return;
    const layer = value as Layer;
    layers.push(layer);
    visit(layer.cause);
    visit(layer.meta);
    visit(layer.driverAdapterError);
    if (Array.isArray(layer.errors)) layer.errors.forEach(visit);
  };
  visit(error);
  return layers;
}

/** The adapter passes on PostgreSQL's name of the index, which Prisma's migrations make up as table_column_key. */
function isAbout({ constraint }: Layer, name: string): boolean {
  const index = typeof constraint === 'object' && constraint !== null ? (constraint as Layer).index : constraint;
  return index === name || text(index).endsWith(`_${name}_key`);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
