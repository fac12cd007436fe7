import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import supertest from 'supertest';
import { writeTextRecord } from '../../src/records/text-record.js';
import { writeJsonRecord } from '../../src/records/record-json.js';
import { formatPosition, formatSquare, PIECE_NAMES, SQUARE_NOTATIONS } from '../../src/salta/index.js';
import { apiOf, OPERATOR, type Api } from '../support/players.js';
import { kroneGrotewold, records } from '../support/record-arbitraries.js';
import { distinct, scan, scanned, type Query, type ScannedRecord } from '../support/records-scan.js';
import { startServer, type TestServer } from '../support/server.js';

const env = { ADMIN_TOKEN: OPERATOR.token };

interface Found {
  readonly id: string;
  readonly plies: number;
  readonly reached: { readonly ply: number } | null;
}
interface FoundPage {
  readonly items: readonly Found[];
  readonly nextCursor: string | null;
}
interface Line {
  readonly index?: number;
  readonly status?: string;
  readonly id?: string;
  readonly summary?: { stored: number; alreadyThere: number; refused: number };
}

/** Sends records; the lines of the answer. */
async function send(url: string, type: string, body: string): Promise<Line[]> {
  const answer = await supertest(url)
    .post('/v1/records/import')
    .set('Authorization', `Bearer ${OPERATOR.token}`)
    .set('Content-Type', type)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => done(null, text));
    })
    .send(body)
    .expect(200);
  return (answer.body as string)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** What is exported, as text. */
async function take(url: string, query: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/v1/records/export?${new URLSearchParams(query).toString()}`);
  expect(response.status).toBe(200);
  return response.text();
}

const search = (api: Api, query: Query | Record<string, string>): Promise<FoundPage> =>
  api
    .get(`/v1/records?${new URLSearchParams(query).toString()}`)
    .expect(200)
    .then(({ body }) => body as FoundPage);

/** All pages of a search; every page but the last is full. */
async function allPages(api: Api, query: Query, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: FoundPage = await search(api, { ...query, limit: String(limit), ...(cursor !== null && { cursor }) });
    if (page.nextCursor !== null) expect(page.items).toHaveLength(limit);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer({ env });
  api = apiOf(server.url);
});
afterAll(() => server.stop());

describe('the first record', () => {
  it('is found by each of its positions, by event, points, players and pieces', async () => {
    const krone = scanned(1, kroneGrotewold());
    expect(krone.positions).toHaveLength(215);
    const queries: Record<string, string>[] = [
      ...krone.positions.map((position) => ({ position: formatPosition(position) })),
      { event: 'Jüterbog 1901' },
      { minPoints: '27', maxPoints: '27' },
      { player: 'Krone', opponent: 'Grotewold' },
      { player: 'grotewold', playerResult: 'win', side: 'dark' },
      { pieces: 'light moon-3 on e9 and dark star-1 home' },
      { since: '1901-08-01', until: '1901-08-31' },
      { opening: 'e3-f4 f8-e7' },
      {
        opening:
          'e3-f4,f8-e7,c3-d4,d8-c7,b2-c3,h8-g7,g3-h4,j8-i7,c1-b2,i7-j6,i3-j4,j6-i5,j4^h6,i5^g3,h6^f8,c9-d8,d2-e3,d10-c9,f8^d10,c7-b6,e1-d2,g3^e1',
      },
    ];
    const founds = await Promise.all(queries.map((query) => search(api, query)));
    for (const [index, { items }] of founds.entries()) {
      expect({ query: queries[index], found: items.length }).toEqual({ query: queries[index], found: 1 });
      if (index < krone.positions.length) expect(items[0]?.reached?.ply).toBe(index);
    }
    const misses = await Promise.all([
      search(api, { minPoints: '28' }),
      search(api, { player: 'Krone', playerResult: 'win' }),
      search(api, { until: '1900-12-31' }),
      search(api, { pieces: 'light star-1 home and dark star-1 start' }),
      search(api, { opening: 'f8-e7' }),
    ]);
    for (const { items } of misses) expect(items).toEqual([]);
  });

  it('is read as data and as text', async () => {
    const [{ id } = { id: '' }] = (await search(api, {})).items;
    const { body } = await api.get(`/v1/records/${id}`).expect(200);
    expect(body).toMatchObject({
      plies: 214,
      date: '1901.??.??',
      outcome: { winner: 'dark', points: 27, exact: true },
    });
    const text = await api.get(`/v1/records/${id}`).set('Accept', 'text/plain').expect(200);
    expect(text.text).toBe(
      writeTextRecord({
        ...kroneGrotewold(),
        tags: new Map([
          ['Event', 'Jüterbog 1901'],
          ['Site', 'Jüterbog'],
          ['Date', '1901.??.??'],
          ['Light', 'Krone'],
          ['Dark', 'Grotewold'],
        ]),
      }).trimEnd() + '\n',
    );
  });
});

describe('searching', () => {
  let all: readonly ScannedRecord[];
  const idOf = new Map<number, string>();
  const games = distinct([kroneGrotewold(), ...fc.sample(records(60), { numRuns: 150, seed: 1899 })]).slice(1);

  beforeAll(async () => {
    const lines = await send(server.url, 'application/x-ndjson', games.map((game) => writeJsonRecord(game)).join(''));
    expect(lines.at(-1)?.summary).toEqual({ stored: games.length, alreadyThere: 0, refused: 0 });
    all = [kroneGrotewold(), ...games].map((record, index) => scanned(index + 1, record));
    const [first] = (await search(api, { event: 'Jüterbog 1901' })).items;
    [first?.id ?? '', ...lines.flatMap(({ id }) => id ?? [])].forEach((id, index) => idOf.set(index + 1, id));
  });

  const queries = (): fc.Arbitrary<Query> =>
    fc
      .constantFrom(...all)
      .chain(({ record, positions, line }) => {
        const { tags, rules, outcome } = record;
        const name = (header: string) =>
          fc.constantFrom(...[tags.get(header), 'Krone'].filter((text) => !!text?.trim() && text !== '?'));
        const position = fc.constantFrom(...positions);
        const terms = (one: (typeof positions)[number]) =>
          fc
            .uniqueArray(
              fc.tuple(
                fc.constantFrom('light' as const, 'dark' as const),
                fc.nat({ max: 14 }),
                fc.constantFrom('square', 'home', 'start'),
              ),
              {
                minLength: 1,
                maxLength: 3,
                selector: ([side, piece]) => `${side} ${String(piece)}`,
              },
            )
            .map((list) =>
              list
                .map(
                  ([side, piece, where]) =>
                    `${side} ${PIECE_NAMES[piece] ?? ''} ${where === 'square' ? String(one.squares[side][piece]) : where}`,
                )
                .join(','),
            );
        const number = (around: number) => fc.integer({ min: Math.max(0, around - 3), max: around + 3 }).map(String);
        return fc.record(
          {
            player: name('Light'),
            opponent: name('Dark'),
            side: fc.constantFrom('light', 'dark'),
            playerResult: fc.constantFrom('win', 'draw', 'loss'),
            rules: fc.constant(rules.preset),
            result: fc.constantFrom('light', 'dark', 'draw', 'unfinished'),
            reason: fc.constantFrom(outcome?.reason ?? 'goal', 'agreement'),
            minPoints: number(outcome?.points ?? 0),
            maxPoints: number(outcome?.points ?? 0),
            minPlies: number(line.length),
            maxPlies: number(line.length),
            since: fc.constantFrom('1901-01-01', '1901-08-14', '1901-08-31', '2024-02-29'),
            until: fc.constantFrom('1900-12-31', '1901-08-13', '1901-12-31', '2024-02-28'),
            event: name('Event'),
            source: fc.constantFrom('imported', 'imported', 'played'),
            opening: fc
              .integer({ min: 1, max: Math.max(1, line.length) })
              .map((plies) => line.slice(0, plies).join(',') || '10-15'),
            position: position.map((one) => formatPosition(one)),
            turned: fc.constantFrom('true', 'false'),
            pieces: position.chain(terms),
            sort: fc.constantFrom('date', 'points', 'plies'),
            order: fc.constantFrom('asc', 'desc'),
          },
          { requiredKeys: [] },
        );
      })
      // At most a few parameters, or nothing is ever found; and those that need another one only with it.
      .chain((query) =>
        fc
          .shuffledSubarray(Object.entries(query), { maxLength: 4 })
          .map((entries) => Object.fromEntries(entries) as Query),
      )
      .map(({ player, side, opponent, playerResult, position, turned, ...rest }) => ({
        ...rest,
        ...(player !== undefined && {
          player,
          ...(side && { side }),
          ...(opponent && { opponent }),
          ...(playerResult && { playerResult }),
        }),
        ...(position !== undefined && { position, ...(turned && { turned }) }),
      }));

  /** Squares are numbers for the scan. */
  const asked = (query: Query): Query => ({
    ...query,
    ...(query.opening !== undefined && {
      opening: query.opening
        .split(',')
        .map((move) =>
          move
            .split('-')
            .map((square) => formatSquare(Number(square)))
            .join('-'),
        )
        .join(','),
    }),
    ...(query.pieces !== undefined && {
      pieces: query.pieces.replace(/\d+(?=,|$)/g, (square, at: number, text: string) =>
        text[at - 1] === ' ' ? formatSquare(Number(square)) : square,
      ),
    }),
  });

  it('finds what a plain scan finds, in its order, on pages of any size', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(queries(), fc.integer({ min: 7, max: 50 }), async (query, limit) => {
        const expected = scan(all, query).map((no) => idOf.get(no));
        found += expected.length > 0 ? 1 : 0;
        expect(await allPages(api, asked(query), limit)).toEqual(expected);
      }),
      { numRuns: 120, seed: 1901 },
    );
    expect(found).toBeGreaterThan(40);
    expect(await allPages(api, {}, 1)).toEqual(scan(all, {}).map((no) => idOf.get(no)));
  }, 180_000);

  it('finds a position as well when it is turned, where the rules are symmetric', async () => {
    const one = all.find(
      ({ record: { rules }, positions }) =>
        rules.options.numbering === 'own-left' && rules.options.tempo === 'none' && positions.length > 5,
    );
    expect(one).toBeDefined();
    const position = formatPosition(one?.positions[5] ?? kroneGrotewold().start);
    const [board = '', side] = position.split(' ');
    const turned = board
      .split('/')
      .map((rank) => [...rank].reverse().join(''))
      .reverse()
      .join('/')
      .replace(/[A-Za-z]/g, (letter) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      );
    const text = `${turned} ${side === 'l' ? 'd' : 'l'} 7`;
    const ids = await allPages(api, { position: text, turned: 'true' }, 50);
    expect(ids).toContain(idOf.get(one?.no ?? 0));
    expect(await allPages(api, { position: text }, 50)).not.toContain(idOf.get(one?.no ?? 0));
  });

  it('refuses what it does not know', async () => {
    const refused: [string, RegExp][] = [
      ['colour=red', /\/colour/],
      ['minPoints=-1', /\/minPoints/],
      ['since=2024-02-30', /no calendar has/],
      ['since=yesterday', /\/since/],
      ['side=light', /needs player/],
      ['turned=true', /needs position/],
      ['sort=date&cursor=abc', /invalid-cursor/],
      ['order=up', /\/order/],
      ['rated=maybe', /\/rated/],
      ['player=', /\/player/],
    ];
    for (const [query, message] of refused) await api.get(`/v1/records?${query}`).expect(400).expect(message);
    const unprocessable: [string, RegExp][] = [
      ['rules=chess', /invalid-rules/],
      ['position=nonsense', /invalid-position/],
      ['pieces=light%20sun-9%20home', /invalid-position/],
      ['pieces=light%20sun-1%20on%20a2', /invalid-notation/],
      ['pieces=light%20sun-1%20on%20a3,dark%20sun-2%20on%20a3', /invalid-position/],
      ['opening=e3-e9x', /invalid-notation/],
    ];
    for (const [query, message] of unprocessable) await api.get(`/v1/records?${query}`).expect(422).expect(message);
    const { nextCursor } = await search(api, { sort: 'plies', limit: '1' });
    await api
      .get(`/v1/records?sort=date&cursor=${nextCursor ?? ''}`)
      .expect(400)
      .expect(/invalid-cursor/);
  });

  it('gives the same database back: what is exported, brought in and exported again is the same byte for byte', async () => {
    const copy = await startServer({ env });
    try {
      const formats = [
        ['ndjson', 'application/x-ndjson'],
        ['text', 'text/plain'],
      ] as const;
      const [first, ...others] = SQUARE_NOTATIONS.flatMap((notation) =>
        formats.map(([format, type]) => ({ notation, format, type })),
      );
      const exports = async (url: string) =>
        Promise.all(
          [first, ...others].flatMap((one) => (one ? take(url, { format: one.format, notation: one.notation }) : [])),
        );
      const before = await exports(server.url);
      const lines = await send(copy.url, first?.type ?? '', before[0] ?? '');
      // The first record is there already.
      expect(lines.at(-1)?.summary).toEqual({ stored: games.length, alreadyThere: 1, refused: 0 });
      expect(await exports(copy.url)).toEqual(before);
      for (const [index, { type }] of others.entries()) {
        const again = await send(copy.url, type, before[index + 1] ?? '');
        expect(again.at(-1)?.summary).toEqual({ stored: 0, alreadyThere: games.length + 1, refused: 0 });
      }
    } finally {
      await copy.stop();
    }
  });

  it('takes up an export that broke off', async () => {
    const whole = (await take(server.url, { cursors: 'true' })).trimEnd().split('\n');
    expect(whole).toHaveLength(all.length);
    const { headers } = JSON.parse(whole[40] ?? '') as { headers: { Cursor: string } };
    const rest = await take(server.url, { cursors: 'true', cursor: headers.Cursor });
    expect(rest.trimEnd().split('\n')).toEqual(whole.slice(41));
    const csv = await take(server.url, { format: 'csv', rules: 'tournament' });
    expect(csv).toMatch(/^event,site,date,round,light,dark,rules/);
    expect(csv).toContain('Krone,Grotewold,tournament');
  });

  it('lists the events', async () => {
    const { body } = await api.get('/v1/records/events?name=j%C3%BCterbog').expect(200);
    const { items } = body as { items: { id: string; games: number; firstDay: string }[] };
    expect(items).toMatchObject([{ name: 'Jüterbog 1901', games: 1, firstDay: '1901-01-01' }]);
    expect((await search(api, { event: items[0]?.id ?? '' })).items).toHaveLength(1);
    await api.get(`/v1/records/events/${items[0]?.id ?? ''}`).expect(200, items[0] ?? {});
    await api
      .get('/v1/records/events/019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b22')
      .expect(404)
      .expect(/event-not-found/);
  });
});
