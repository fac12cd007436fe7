/** Imports over HTTP, and records to bring in. */
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportRefusal } from '../../src/records/refusal.js';
import { checkAnswer } from './validation.js';

/** A short good record, told apart by its number. */
export const goodRecord = (number: number): string =>
  `[Round "${String(number)}"]\n[Light "Player ${String(number)}"]\n[Rules "standard"]\n\n1. e3-f4 f8-e7 {fine} *\n`;

export interface ImportLine {
  readonly index: number;
  readonly line: number;
  readonly status: 'stored' | 'already-there' | 'refused';
  readonly id?: string;
  readonly refusal?: ImportRefusal;
}

export interface ImportSummary {
  readonly stored: number;
  readonly alreadyThere: number;
  readonly refused: number;
}

export interface ImportAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly lines: readonly ImportLine[];
  /** Null where the answer has broken off. */
  readonly summary: ImportSummary | null;
  readonly text: string;
}

export interface ImportRequest {
  readonly token?: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly query?: string;
}

type Body = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Sends a body as it comes, reading the answer meanwhile, and holds the answer against openapi.yaml. */
export async function importRecords(
  url: string,
  body: Body,
  { token, type = 'text/plain', encoding, query = '' }: ImportRequest = {},
): Promise<ImportAnswer> {
  const target = `/v1/records/import${query}`;
  const sent = request(new URL(target, url), {
    method: 'POST',
    headers: {
      'content-type': type,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    },
  });
  const answered = new Promise<ImportAnswer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const { statusCode: status = 0, headers } = answer;
        const header = (name: string) => headers[name] as string | undefined;
        checkAnswer(url, { method: 'POST', target, status, header, text });
        const values = status === 200 ? text.split('\n').filter(Boolean).map(parsed) : [];
        const last = values.at(-1);
        const summary = last && 'summary' in last ? (last.summary as ImportSummary) : null;
        resolve({ status, headers, text, summary, lines: (summary ? values.slice(0, -1) : values) as ImportLine[] });
      });
    });
  });
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  // What is refused at once is not read to its end.
  const sending = pipeline(Readable.from(bytes instanceof Uint8Array ? [bytes] : bytes), sent).catch(() => undefined);
  const answer = await answered;
  await sending;
  return answer;
}

const parsed = (line: string): object => JSON.parse(line) as object;
