/** Bringing records in over HTTP. */
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeJsonRecord } from '../../src/records/record-json.js';
import { writeTextRecord } from '../../src/records/text-record.js';
import { BROKEN_RECORDS } from '../support/broken-records.js';
import { goodRecord, importRecords, type ImportLine } from '../support/imports.js';
import { apiOf, createApp, OPERATOR, register, registerFor, type Api } from '../support/players.js';
import { kroneGrotewold } from '../support/record-arbitraries.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/server.js';
import { chunks, concatenated } from '../support/streams.js';
import { waitFor } from '../support/wait-for.js';

const { token } = OPERATOR;
const MEGABYTE = 1024 * 1024;

let service: ServerWithDatabase;
let url: string;
let api: Api;

beforeAll(async () => {
  service = await startServerWithDatabase({ ADMIN_TOKEN: token });
  url = service.server.url;
  api = apiOf(url);
});

afterAll(() => service.stop());

const statuses = (lines: readonly ImportLine[]): string[] => lines.map(({ status }) => status);

async function countOf(round: string): Promise<number> {
  const { rows } = await service.client.query<{ count: string }>(
    `select count(*) from records where headers @> jsonb_build_array(jsonb_build_array('Round', $1::text))`,
    [round],
  );
  return Number(rows[0]?.count);
}

describe('an import', () => {
  it('says of each record what has become of it, in order, and sums up', async () => {
    const text = [goodRecord(1), '[Rules "standard"]\n\n1. e3-f4 c3-d4 *\n', goodRecord(2), goodRecord(1)].join('\n');
    const { status, headers, lines, summary } = await importRecords(url, text, { token });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/x-ndjson');
    expect(lines.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(statuses(lines)).toEqual(['stored', 'refused', 'stored', 'already-there']);
    expect(lines[1]).toMatchObject({ line: 7, refusal: { code: 'illegal-move', line: 9, column: 10, ply: 2 } });
    expect(lines[3]?.id).toBe(lines[0]?.id);
    expect(summary).toEqual({ stored: 2, alreadyThere: 1, refused: 1 });
  });

  it('finds what is there already, in whichever form it comes', async () => {
    const krone = kroneGrotewold();
    const text = await importRecords(url, writeTextRecord(krone, 'roman'), { token });
    const json = await importRecords(url, writeJsonRecord(krone), { token, type: 'application/x-ndjson' });
    expect(text.lines).toHaveLength(1);
    expect(json.lines).toMatchObject([{ status: 'already-there', id: text.lines[0]?.id }]);
  });

  it.each([
    ['said', 'gzip'],
    ['not said', undefined],
  ])('unpacks gzip, %s', async (said, encoding) => {
    const round = `packed, ${said}`;
    const record = goodRecord(3).replace('"3"', `"${round}"`).replace('Player 3', round);
    const { summary } = await importRecords(url, gzipSync(record), { token, ...(encoding && { encoding }) });
    expect(summary).toEqual({ stored: 1, alreadyThere: 0, refused: 0 });
    expect(await countOf(round)).toBe(1);
  });

  it('of nothing stores nothing', async () => {
    for (const body of ['', '\n \n'])
      expect(await importRecords(url, body, { token })).toMatchObject({
        status: 200,
        lines: [],
        summary: { stored: 0, alreadyThere: 0, refused: 0 },
      });
  });

  it('answers while the request is still coming, each record before the next is sent', async () => {
    async function* body(): AsyncGenerator<Uint8Array> {
      for (const number of [10_000, 10_001, 10_002]) {
        yield Buffer.from(`${goodRecord(number)}\n`);
        if (number === 10_000) continue;
        // In text, a record is whole when the next one begins.
        await waitFor('the record before', async () => (await countOf(String(number - 1))) === 1);
      }
    }
    expect((await importRecords(url, body(), { token })).summary).toEqual({ stored: 3, alreadyThere: 0, refused: 0 });
  });

  it('keeps to points that are stated wrongly, even where it only looks', async () => {
    const text = writeTextRecord(kroneGrotewold());
    for (const points of ['proven', 'stated']) {
      const query = `?points=${points}`;
      const wrong = await importRecords(url, text.replace('"27"', '"26"'), { token, query });
      expect(wrong.lines).toMatchObject([{ status: 'refused', refusal: { code: 'wrong-result', line: 7 } }]);
      const right = await importRecords(url, text, { token, query });
      expect(right.lines).toMatchObject([{ status: 'already-there' }]);
    }
  });
});

describe('who brings records in', () => {
  it('is the operator or an app by itself', async () => {
    const app = await createApp(api);
    const player = await register(api);
    const ofApp = await registerFor(api, app);
    const record = goodRecord(4);
    expect((await importRecords(url, record, { token: app.token })).summary?.stored).toBe(1);
    expect((await importRecords(url, record)).status).toBe(401);
    expect(JSON.parse((await importRecords(url, record, { token: player.token })).text)).toMatchObject({
      status: 403,
      code: 'app-required',
    });
    await api
      .post('/v1/records/import', ofApp)
      .type('text/plain')
      .send(record)
      .expect(403)
      .expect(({ body }) => expect(body).toMatchObject({ code: 'app-required' }));
  });

  it('sends a type that is read, and asks for what there is', async () => {
    for (const type of ['application/json', 'text/csv'])
      expect(JSON.parse((await importRecords(url, '{}', { token, type })).text)).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
      });
    expect((await importRecords(url, goodRecord(5), { token, query: '?points=guessed' })).status).toBe(400);
  });
});

describe('what is broken', () => {
  it('is refused with its place and code, a line of 100 MB too, and what stands between is stored; memory stays flat', async () => {
    const parts = BROKEN_RECORDS.flatMap(({ bytes }, index) => [
      bytes,
      Buffer.from(`${bytes.at(-1) === 0x0a ? '' : '\n'}\n`),
      Buffer.from(`${goodRecord(20_000 + index)}\n`),
    ]);
    const head = Buffer.concat(parts);
    const line = Buffer.alloc(MEGABYTE, 'x');
    const huge = concatenated(
      chunks(Buffer.from('[Event "')),
      ...Array.from({ length: 100 }, () => chunks(line)),
      chunks(Buffer.from('"]\n[Rules "standard"]\n\n*\n\n')),
    );
    await importRecords(url, goodRecord(19_999), { token });
    const before = await rssOf(service.server.pid);
    let most = 0;
    const watch = setInterval(() => void rssOf(service.server.pid).then((rss) => (most = Math.max(most, rss))), 20);
    const body = concatenated(chunks(head), huge, chunks(Buffer.from(goodRecord(30_000))));
    const { lines, summary } = await importRecords(url, body, { token });
    clearInterval(watch);

    expect(lines.map(({ refusal, status }) => refusal?.code ?? status)).toEqual([
      ...BROKEN_RECORDS.flatMap(({ code }) => [code, 'stored']),
      'too-large',
      'stored',
    ]);
    expect(summary).toEqual({ stored: BROKEN_RECORDS.length + 1, alreadyThere: 0, refused: BROKEN_RECORDS.length + 1 });
    let first = 1;
    for (const [index, { name, line: at, column, ply, code }] of BROKEN_RECORDS.entries()) {
      const { refusal } = lines[2 * index] ?? {};
      const expected = { line: first + at - 1, column: code === 'too-large' ? undefined : column, ply };
      expect({ name, line: refusal?.line, column: refusal?.column, ply: refusal?.ply }).toEqual({ name, ...expected });
      first += Buffer.concat(parts.slice(3 * index, 3 * index + 3)).filter((byte) => byte === 0x0a).length;
    }
    expect(most).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(256 * MEGABYTE);
  });

  it('in gzip ends the import with a refusal: a bomb, and a stream cut off', async () => {
    const good = gzipSync(goodRecord(6));
    const member = gzipSync(Buffer.alloc(64 * MEGABYTE));
    const bomb = Array.from({ length: 16 }, () => member);
    const bombed = await importRecords(url, Buffer.concat([good, ...bomb]), { token });
    expect(bombed.lines.at(-1)).toMatchObject({ status: 'refused', refusal: { code: 'too-compressed' } });
    const packed = gzipSync(`${goodRecord(7)}\n`.repeat(50));
    const cut = await importRecords(url, packed.subarray(0, packed.length - 20), { token });
    expect(cut.lines.at(-1)).toMatchObject({ status: 'refused', refusal: { code: 'bad-gzip' } });
    expect((await importRecords(url, goodRecord(8), { token })).status).toBe(200);
  });
});

describe('a client', () => {
  it('that goes away has stored what it was told of, and can send all of it again', async () => {
    const text = Array.from({ length: 2_000 }, (_, number) => goodRecord(40_000 + number)).join('\n');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = `POST /v1/records/import HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n`;
    socket.write(`${head}${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    const { summary } = await importRecords(url, text, { token });
    expect(summary?.refused).toBe(0);
    expect(summary?.alreadyThere).toBeGreaterThanOrEqual(1);
    expect((summary?.stored ?? 0) + (summary?.alreadyThere ?? 0)).toBe(2_000);
  });

  it('that reads the answer only in the end does not stop the import', async () => {
    const text = Array.from({ length: 3_000 }, (_, number) => `[Rules "nonsense ${String(number)}"]\n\n*\n`).join('\n');
    const body = Buffer.from(text);
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    const head = `POST /v1/records/import HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${token}\r\ncontent-type: text/plain\r\ncontent-length: ${String(body.length)}\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(Buffer.concat([Buffer.from(head), body]), () => resolve()));
    // Another import gets through meanwhile.
    expect((await importRecords(url, goodRecord(9), { token })).status).toBe(200);
    let answer = '';
    for await (const chunk of socket.setEncoding('utf8') as AsyncIterable<string>) answer += chunk;
    expect(answer).toContain('{"summary":{"stored":0,"alreadyThere":0,"refused":3000}}');
  });
});

async function rssOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
