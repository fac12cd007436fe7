/** How fast records are taken out and brought in over HTTP, and what memory the service has meanwhile. */
import { writeJsonRecord } from '../../src/records/record-json.js';
import { createRuleSet, parsePosition, replay, startText, unwrap, type GameRecord } from '../../src/salta/index.js';
import { decodeActions } from '../../src/games/history.js';
import { recordAt } from '../records-data.js';
import { OPERATOR_TOKEN, type Service } from './service.js';

const SECONDS = 30;

/** For half a minute, or until all are out. */
export async function measureExport(service: Service): Promise<void> {
  const before = await service.memory();
  let most = before;
  const began = performance.now();
  const answer = await fetch(`${service.url}/v1/records/export`, { headers: { 'accept-encoding': 'identity' } });
  let records = 0;
  let bytes = 0;
  if (!answer.body) throw new Error('nothing is exported');
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) records++;
    if (records % 5_000 < 100) most = Math.max(most, await service.memory());
    if (performance.now() - began > SECONDS * 1000) break;
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `export: ${(records / seconds).toFixed(0)} games/s of NDJSON, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s; ` +
      `memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most`,
  );
}

/** Games that are not there yet. */
export async function measureImport(service: Service, count: number): Promise<void> {
  const texts = Array.from({ length: count }, (_, index) => writeJsonRecord(recordOf(index, count)));
  const before = await service.memory();
  for (const points of ['stated', 'proven'] as const) {
    const part = points === 'stated' ? texts.slice(0, count / 2) : texts.slice(count / 2, count / 2 + count / 10);
    const began = performance.now();
    const answer = await fetch(`${service.url}/v1/records/import?points=${points}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/x-ndjson' },
      body: part.join(''),
    });
    const lines = (await answer.text()).trimEnd().split('\n');
    const seconds = (performance.now() - began) / 1000;
    console.log(
      `import with points as ${points}: ${(part.length / seconds).toFixed(0)} games/s, ${lines.at(-1) ?? ''}; ` +
        `memory ${before.toFixed(0)} MB before, ${(await service.memory()).toFixed(0)} MB after`,
    );
  }
}

function recordOf(index: number, count: number): GameRecord {
  const { record } = recordAt(index, count, 77);
  const rules = unwrap(createRuleSet(record.preset));
  const start = unwrap(parsePosition(startText(rules)));
  const { entries, play } = unwrap(replay(rules, start, decodeActions(record.moves)));
  const tags = new Map([
    ['Date', '2020.01.01'],
    ['Light', `Light ${String(index)}`],
    ['Dark', `Dark ${String(index)}`],
  ]);
  // Points that a search would prove take one here as well: without them the game is one that was broken off.
  const outcome = play.ending
    ? null
    : { winner: 'light' as const, reason: 'adjudication' as const, points: 1, exact: false };
  return { tags, rules, start, entries, comments: [], outcome: play.ending ? record.outcome : outcome };
}
