/** What webhooks brought in a campaign: which events in which order, and whether each message can be recognised. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { verify, type Message } from './webhooks.js';

/** One message in so many is refused when it comes for the first time. */
const REFUSED = 50;

/** What came to one webhook about one game: places in the order of events, `version.ordinal`. */
type Arrivals = string[];

export class CampaignMessages {
  /** By the path of the webhook and the game. */
  private readonly arrivals = new Map<string, Arrivals>();
  /** Body by webhook-id. */
  private readonly bodies = new Map<string, string>();
  readonly faults: string[] = [];
  received = 0;
  refused = 0;
  /** Secrets by the path of their webhook. */
  readonly secrets = new Map<string, string>();

  /** Takes a message, and refuses some that come for the first time. */
  take(message: Message, response: ServerResponse): void {
    this.received += 1;
    const { id, body, url = '', data } = message;
    this.check(message);
    const known = this.bodies.get(id);
    if (known !== undefined && known !== body) this.faults.push(`${id} came with two bodies`);
    this.bodies.set(id, body);
    const first = !this.of(url, data.gameId ?? '').includes(placeOf(message));
    if (first && !this.refusedOnce.has(`${url} ${id}`) && chance(id) < 1 / REFUSED) {
      this.refusedOnce.add(`${url} ${id}`);
      this.refused += 1;
      response.writeHead(500).end();
      return;
    }
    this.of(url, data.gameId ?? '').push(placeOf(message));
  }

  private readonly refusedOnce = new Set<string>();

  /** The places that came, repeated ones as well. */
  of(url: string, gameId: string): Arrivals {
    const key = `${url} ${gameId}`;
    let arrivals = this.arrivals.get(key);
    if (!arrivals) this.arrivals.set(key, (arrivals = []));
    return arrivals;
  }

  private check(message: Message): void {
    try {
      verify(this.secrets.get(message.url ?? '') ?? '', message);
    } catch (error) {
      this.faults.push(`${message.id} is not signed: ${String(error)}`);
    }
    const [version, ordinal] = placeOf(message).split('.');
    const expected = `msg_${String(message.data.gameId).replaceAll('-', '')}_${String(version)}_${String(ordinal)}`;
    if (message.id !== expected) this.faults.push(`${message.id} is not the id of ${String(message.data.id)}`);
  }
}

const placeOf = ({ data }: Message): string => String(data.id).split('.').slice(1).join('.');

/** The same for the same id, from 0 to below 1. */
const chance = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32;

/** What is wrong with what came of a game whose events are at these places; repetitions are not, as long as the order holds. */
export function orderFaults(arrived: readonly string[], expected: readonly string[]): string[] {
  const indexes = arrived.map((place) => expected.indexOf(place));
  const missing = expected.filter((place) => !arrived.includes(place));
  return [
    ...missing.map((place) => `${place} is missing`),
    ...indexes.flatMap((index, at) => (index < 0 ? [`${String(arrived[at])} is no event`] : [])),
    ...indexes.flatMap((index, at) => (index < (indexes[at - 1] ?? 0) ? [`${String(arrived[at])} came too late`] : [])),
  ];
}
