/**
 * `npm run demo` replays Krone - Grotewold, Jüterbog 1901, against a running service, as two players would over HTTP.
 * Ends with 1 when the service cannot be reached, refuses something, or the game ends otherwise than it did in 1901.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parsePosition, unwrap } from '../src/salta/index.js';
import { boardText } from './board-text.js';
import { Progress } from './progress.js';

const USAGE = `Usage: npm run demo -- [--url <address>] [--delay <milliseconds>]

  --url    where the service runs; http://127.0.0.1:3000, or the port in PORT
  --delay  pause between two moves, 0 when left out`;
const TIMEOUT_MS = 30_000;

/** What stops the demo, in words for the person who started it. */
class DemoError extends Error {}

interface Printed {
  readonly title: string;
  readonly rules: string;
  readonly moves: readonly string[];
  readonly winner: string;
  readonly points: number;
}

interface Outcome {
  readonly winner: string | null;
  readonly reason: string;
  readonly points: number;
}

interface Accepted {
  readonly move: { readonly notation: string; readonly jump: boolean };
  readonly game: { readonly position: string; readonly outcome: Outcome | null };
}

interface Side {
  readonly movesNeeded: number;
  readonly distance: number;
  readonly piecesHome: number;
}

interface Options {
  readonly url: string;
  readonly delayMs: number;
}

function readOptions(): Options {
  const port = process.env.PORT?.trim() ?? '';
  const { values } = parseArgs({
    options: { url: { type: 'string' }, delay: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const { url = `http://127.0.0.1:${port === '' ? '3000' : port}`, delay = '0' } = values;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new DemoError(`--url must be an http or https address, not ${JSON.stringify(url)}`);
  if (!/^\d{1,6}$/.test(delay)) throw new DemoError(`--delay must be a number of milliseconds up to 999999`);
  return { url: url.replace(/\/+$/, ''), delayMs: Number(delay) };
}

/** Sends a request and gives the body of the answer; a problem document is thrown as a {@link DemoError}. */
async function send<T>(method: 'GET' | 'POST', url: string, token?: string, body?: object): Promise<T> {
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const request = {
    method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  };
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, request);
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? (error as Error).message;
    throw new DemoError(
      `No answer from ${new URL(url).origin} (${reason}).\nStart the service with npm start, or say where it runs with --url.`,
    );
  }
  if (status >= 400) throw new DemoError(`${method} ${url} was refused with ${status}: ${reasonIn(text)}`);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new DemoError(`${method} ${url} was answered with something else than JSON. Is this the Salta service?`);
  }
}

/** What a problem document says, or the beginning of a text that is none. */
function reasonIn(text: string): string {
  try {
    const { title, detail } = JSON.parse(text) as { title?: string; detail?: string };
    return detail ?? title ?? text.slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}

async function register(url: string, displayName: string): Promise<string> {
  const handle = `${displayName.toLowerCase()}-${randomBytes(4).toString('hex')}`;
  const { token } = await send<{ token: { secret: string } }>('POST', `${url}/v1/players`, undefined, {
    handle,
    displayName,
  });
  console.log(`${displayName} plays as ${handle}`);
  return token.secret;
}

async function replay({ url, delayMs }: Options): Promise<void> {
  const file = new URL('../test/vectors/krone-grotewold-1901.json', import.meta.url);
  const printed = JSON.parse(await readFile(file, 'utf8')) as Printed;
  console.log(`${printed.title}: ${printed.moves.length} moves, rules "${printed.rules}", on ${url}`);
  const light = await register(url, 'Krone');
  const dark = await register(url, 'Grotewold');
  const { id } = await send<{ id: string }>('POST', `${url}/v1/games`, light, {
    rules: { preset: printed.rules },
    side: 'light',
  });
  const game = `${url}/v1/games/${id}`;
  await send('POST', `${game}/join`, dark);
  console.log(`Game ${game}\n`);

  const { jumps, last, seconds } = await playAll(game, printed.moves, [light, dark], delayMs);
  const score = await send<{ light: Side; dark: Side }>('GET', `${game}/score`);
  const { position, outcome } = last.game;
  console.log(`${printed.moves.length} moves accepted in ${seconds.toFixed(1)} s, ${jumps} of them jumps\n`);
  console.log(`${boardText(unwrap(parsePosition(position)), process.stdout.isTTY)}\n`);
  console.log('Light (round brackets), Krone:      ' + sideText(score.light));
  console.log('Dark (square brackets), Grotewold:  ' + sideText(score.dark));
  console.log(`\n${outcomeText(outcome)}`);
  console.log(`Picture  ${game}/board.svg\nRecord   ${game}/record`);
  if (outcome?.winner !== printed.winner || outcome.points !== printed.points)
    throw new DemoError(`In 1901 it was ${printed.winner} by ${printed.points} points.`);
}

interface Played {
  readonly jumps: number;
  readonly last: Accepted;
  readonly seconds: number;
}

async function playAll(
  game: string,
  moves: readonly string[],
  tokens: readonly [string, string],
  delayMs: number,
): Promise<Played> {
  const progress = new Progress(moves.length, process.stdout);
  const startedAt = performance.now();
  let jumps = 0;
  let last: Accepted | undefined;
  try {
    for (const [index, move] of moves.entries()) {
      if (index > 0 && delayMs > 0) await pause(delayMs);
      last = await send<Accepted>('POST', `${game}/moves`, tokens[index % 2 === 0 ? 0 : 1], { move, ply: index + 1 });
      if (last.move.jump) jumps++;
      progress.show(index + 1, last.move.notation);
    }
  } finally {
    progress.end();
  }
  if (!last) throw new DemoError('The file of the game has no moves.');
  return { jumps, last, seconds: (performance.now() - startedAt) / 1000 };
}

const sideText = ({ piecesHome, distance, movesNeeded }: Side): string =>
  `${piecesHome} of 15 pieces home, distance ${distance}, moves needed ${movesNeeded}`;

function outcomeText(outcome: Outcome | null): string {
  if (!outcome) return 'The game is not over.';
  const { winner, reason, points } = outcome;
  if (winner === null) return `Drawn (${reason}).`;
  return `${winner === 'light' ? 'Light' : 'Dark'} wins by ${points} ${points === 1 ? 'point' : 'points'} (${reason}).`;
}

/** Whether the command line itself was wrong, as `parseArgs` says it. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

// Whoever reads the output may leave early, as `head` does.
process.stdout.on('error', () => process.exit(1));

try {
  await replay(readOptions());
} catch (error) {
  if (!(error instanceof DemoError) && !isUsageError(error)) throw error;
  console.error(error.message);
  if (isUsageError(error)) console.error(`\n${USAGE}`);
  process.exitCode = 1;
}
