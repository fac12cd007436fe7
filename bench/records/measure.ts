/** Requests one after the other on one connection, and what they take. */
import { Agent, get } from 'node:http';

interface PageBody {
  readonly items?: readonly unknown[];
  readonly moves?: readonly unknown[];
  readonly nextCursor?: string | null;
}

/** Addresses to ask for, each with the cursor of its page; `page` is the furthest that there is. */
export interface Reached {
  readonly addresses: readonly string[];
  readonly page: number;
}

export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly url: string) {}

  close(): void {
    this.agent.destroy();
  }

  async ask(address: string): Promise<PageBody> {
    return JSON.parse(await this.text(address)) as PageBody;
  }

  private text(address: string): Promise<string> {
    return new Promise((resolve, reject) => {
      get(this.url + address, { agent: this.agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(text) : reject(new Error(`${address}: ${text.slice(0, 500)}`)),
        );
      }).on('error', reject);
    });
  }

  /** The same questions for a later page of 50, or for the last one that there is: of the first few addresses. */
  async reach(addresses: readonly string[], page: number): Promise<Reached> {
    if (page === 1) return { addresses, page };
    const reached: string[] = [];
    let furthest = 0;
    for (const address of addresses.slice(0, REACHED)) {
      let cursor: string | null = null;
      let last = address;
      let pages = 1;
      // Four pages at a time.
      while (pages + 4 <= page) {
        const suffix: string = cursor === null ? '' : `&cursor=${cursor}`;
        const { nextCursor = null } = await this.ask(`${address}&limit=200${suffix}`);
        if (nextCursor === null) break;
        cursor = nextCursor;
        last = `${address}&cursor=${cursor}`;
        pages += 4;
      }
      furthest = Math.max(furthest, pages);
      reached.push(last);
    }
    return { addresses: reached, page: furthest };
  }

  /** Milliseconds that each of so many requests took, and how much they found on average. */
  async measure({ addresses }: Reached, times: number): Promise<{ times: number[]; found: number }> {
    const taken: number[] = [];
    let found = 0;
    for (let count = -WARM_UP; count < times; count++) {
      const address = addresses[(count + WARM_UP) % addresses.length];
      if (address === undefined) break;
      const began = performance.now();
      const text = await this.text(address);
      const ended = performance.now();
      if (count < 0) continue;
      taken.push(ended - began);
      const { items, moves } = JSON.parse(text) as PageBody;
      found += (items ?? moves ?? []).length / times;
    }
    return { times: taken, found };
  }
}

/** Questions whose later pages are asked for. */
const REACHED = 1;
const WARM_UP = 10;

export function quantiles(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export const formatRow = (name: string, cells: readonly string[]): string =>
  [name.padEnd(52), ...cells.map((cell) => cell.padStart(9))].join(' ');
