import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServer, type TestServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { readVectors } from '../support/vectors.js';
import { START } from './problem-cases.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
});

/** The JSON of an answer with status 200. */
async function read<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status: 200 });
  return body as T;
}

const get = <T>(path: string): Promise<T> => fetch(`${server.url}${path}`).then((response) => read<T>(response));

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Move {
  readonly notation: string;
  readonly jump: boolean;
  readonly ply?: number;
  readonly retracted?: boolean;
  readonly missedJump?: boolean;
}
interface LegalMoves {
  readonly position: string;
  readonly legalMoves: readonly Move[];
  readonly outcome: object | null;
}
interface Played {
  readonly position: string;
  readonly moves: readonly Move[];
  readonly outcome: object | null;
}
interface Preset {
  readonly preset: string;
  readonly startPosition: string;
  readonly goals: { readonly light: Record<string, string>; readonly dark: Record<string, string> };
  readonly options: Record<string, unknown>;
}

const legalMoves = async (body: object, query = ''): Promise<LegalMoves> =>
  read(await post(`/v1/positions/legal-moves${query}`, body));
const play = async (body: object, query = ''): Promise<Played> => read(await post(`/v1/positions/play${query}`, body));

describe('presets', () => {
  const setups = readVectors<Record<string, { position: string; goals: Preset['goals'] }>>('setups');

  it('start and end where the vectors say', async () => {
    const { items, nextCursor } = await get<{ items: Preset[]; nextCursor: null }>('/v1/rules');
    expect(nextCursor).toBeNull();
    expect(items.map(({ preset }) => preset)).toEqual(Object.keys(setups));
    for (const item of items) {
      expect(item.startPosition).toBe(`${setups[item.preset]?.position ?? ''} -`);
      expect(item.goals).toEqual(setups[item.preset]?.goals);
      expect(await get(`/v1/rules/${item.preset}`)).toEqual(item);
    }
  });

  it('have every option', async () => {
    const { options } = await get<Preset>('/v1/rules/forward-chain');
    expect(Object.keys(options)).toHaveLength(13);
    expect(options).toMatchObject({ jumpChain: true, scoring: 'pieces-home', moveLimit: 120 });
  });

  it('name squares as asked', async () => {
    const numeric = await get<Preset>('/v1/rules/standard?notation=numeric');
    expect(numeric.goals.light['star-1']).toBe('105');
    const roman = await get<Preset>('/v1/rules/standard?notation=roman');
    expect(roman.goals.dark['sun-3']).toBe('III3');
  });

  it('come in pages that the Link header joins', async () => {
    const names: string[] = [];
    let path: string | null = '/v1/rules?limit=2&notation=roman';
    while (path !== null) {
      const response: Response = await fetch(`${server.url}${path}`);
      const link = response.headers.get('link');
      const page = await read<{ items: Preset[]; nextCursor: string | null }>(response);
      names.push(...page.items.map(({ preset }) => preset));
      expect(link === null).toBe(page.nextCursor === null);
      path = link === null ? null : (/^<(\/v1\/rules\?.*)>; rel="next"$/.exec(link)?.[1] ?? null);
      if (path !== null) expect(new URL(path, server.url).searchParams.get('notation')).toBe('roman');
    }
    expect(names).toEqual(Object.keys(setups));
  });
});

describe('legal moves', () => {
  it('are those of the vectors', async () => {
    const vectors = readVectors<{ rules: string; position: string; legalMoves: { move: string }[] }[]>('legal-moves');
    for (const vector of vectors) {
      const found = await legalMoves({ rules: { preset: vector.rules }, position: vector.position });
      expect(found.legalMoves.map(({ notation }) => notation).sort()).toEqual(
        vector.legalMoves.map(({ move }) => move).sort(),
      );
    }
    expect(vectors.length).toBeGreaterThan(50);
  });

  it('are there for the smallest request', async () => {
    const found = await legalMoves({ rules: { preset: 'standard' }, position: START.replace(/ -$/, '') });
    expect(found).toMatchObject({ position: START, sideToMove: 'light', ply: 0, jumpObligatory: false, outcome: null });
  });

  it('say when a jump must be made, in the notation asked for', async () => {
    const position = 'edcba/jihgf/on1lk/5/1m3/2M2/5/KL1NO/FGHIJ/ABCDE l 4 -';
    const found = await legalMoves({ rules: { preset: 'standard' }, position }, '?notation=roman');
    expect(found).toMatchObject({ jumpObligatory: true });
    expect(found.legalMoves.map(({ notation }) => notation)).toEqual(['V3^VII2']);
  });

  it('are none when the game is over, and the outcome says why', async () => {
    const rules = { preset: 'standard', overrides: { moveLimit: 1 } };
    const found = await legalMoves({ rules, position: START.replace('l 0', 'l 2') });
    expect(found.legalMoves).toEqual([]);
    expect(found.outcome).toEqual({ winner: null, reason: 'move-limit', points: 0, exact: true });
  });
});

describe('play', () => {
  it('follows Krone - Grotewold 1901 to its printed result', async () => {
    const game = readVectors<{ rules: string; moves: string[] }>('krone-grotewold-1901');
    const { moves, outcome } = await play({ rules: { preset: game.rules }, position: START, moves: game.moves });
    expect(moves.map(({ notation }) => notation)).toEqual(game.moves);
    expect(moves.filter(({ jump }) => jump)).toHaveLength(53);
    expect(moves.at(-1)?.ply).toBe(214);
    expect(outcome).toEqual({ winner: 'dark', reason: 'goal', points: 27, exact: true });
  });

  it('reads the three notations alike', async () => {
    const rules = { preset: 'standard' };
    const written = ['e3-f4', 'f8-e7'];
    const results = [written, ['33-43', '83-73'], ['III3+IV3', 'VIII3+VII3']].map((moves) =>
      play({ rules, position: START, moves }),
    );
    const [algebraic, ...others] = await Promise.all(results);
    expect(algebraic?.moves.map(({ notation }) => notation)).toEqual(written);
    for (const other of others) expect(other).toEqual(algebraic);
  });

  it('plays nothing when there is nothing to play', async () => {
    const played = await play({ rules: { preset: 'standard' }, position: START, moves: [] });
    expect(played).toEqual({ position: START, moves: [], outcome: null });
  });

  it('takes a call of "Salta!" and shows the step that it took back', async () => {
    const opening = ['e3-d4', 'f8-e7', 'd4-e5', 'e7-d6', 'c3-b4', 'salta'];
    const played = await play({ rules: { preset: 'seven-ranks' }, position: START, moves: opening });
    expect(
      played.moves.map(({ notation, ply, missedJump, retracted }) => ({ notation, ply, missedJump, retracted })),
    ).toEqual([
      { notation: 'e3-d4', ply: 1, missedJump: false, retracted: false },
      { notation: 'f8-e7', ply: 2, missedJump: false, retracted: false },
      { notation: 'd4-e5', ply: 3, missedJump: false, retracted: false },
      { notation: 'e7-d6', ply: 4, missedJump: false, retracted: false },
      { notation: 'c3-b4', ply: 5, missedJump: true, retracted: true },
    ]);
    expect(played.position).toMatch(/ l 4 !$/);
  });

  it('says which move it refuses, and what would have been legal', async () => {
    const response = await post('/v1/positions/play', {
      rules: { preset: 'standard' },
      position: START,
      moves: ['e3-d4', 'f8-e7', 'd4-e5', 'e7-d6', 'a3-b4'],
    });
    expect(response.status).toBe(422);
    const problem = (await response.json()) as { legalMoves: Move[] };
    expect(problem).toMatchObject({ code: 'illegal-move', reason: 'jump-required', index: 4 });
    expect(problem.legalMoves.map(({ notation }) => notation)).toEqual(['e5^c7']);
  });
});

describe('the picture of a board', () => {
  const board = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/v1/positions/board.svg?${new URLSearchParams(query).toString()}`, { headers });

  it('is an SVG that may be kept', async () => {
    const response = await board();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(response.headers.get('cache-control')).toMatch(/max-age=\d+/);
    expect(await response.text()).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  });

  it('is not sent twice', async () => {
    const tag = (await board()).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const again = await board({}, { 'if-none-match': `"other", W/${tag}` });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(tag);
    expect(await again.text()).toBe('');
    expect((await board({}, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('depends on what is asked for', async () => {
    const queries = [
      {},
      { flip: 'true' },
      { rules: 'forward-chain' },
      { rules: '{"preset":"standard","overrides":{"goal":"advance"}}' },
      { lastMove: 'e3-f4' },
      { position: START.replace('l 0', 'd 1') },
    ];
    const tags = await Promise.all(queries.map(async (query) => (await board(query)).headers.get('etag')));
    expect(new Set(tags).size).toBe(queries.length);
    expect((await board({ flip: 'false', rules: 'standard', position: START })).headers.get('etag')).toBe(tags[0]);
  });
});

describe('running it', () => {
  it('says that it lives and is ready, to HEAD too', async () => {
    expect(await get('/livez')).toEqual({ status: 'ok' });
    expect(await get('/readyz')).toEqual({ status: 'ok' });
    expect((await fetch(`${server.url}/readyz`, { method: 'HEAD' })).status).toBe(200);
  });

  it('measures requests by route template and status', async () => {
    await fetch(`${server.url}/v1/rules/standard`);
    await fetch(`${server.url}/v1/rules/chess`);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const count = (labels: string) =>
      Number(new RegExp(`^http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    expect(count('method="GET",route="/v1/rules/:preset",status="200"')).toBeGreaterThan(0);
    expect(count('method="GET",route="/v1/rules/:preset",status="404"')).toBeGreaterThan(0);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('/v1/rules/chess');
  });

  it('logs one line a request, without its query', async () => {
    await fetch(`${server.url}/v1/rules?limit=secret`, {
      headers: { 'x-request-id': 'a-request', authorization: 'Bearer secret' },
    });
    const lines = () =>
      server
        .logs()
        .split('\n')
        .filter((line) => line.includes('a-request'));
    await waitFor('the line of the request', () => Promise.resolve(lines().length > 0));
    expect(lines()).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      method: 'GET',
      route: '/v1/rules',
      status: 400,
      level: 'info',
    });
    expect(server.logs()).not.toContain('secret');
  });
});
