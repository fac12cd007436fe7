import { Injectable } from '@nestjs/common';
import { GamesService } from '../games/games.service.js';
import { pageOf, type Page } from '../http/page.js';
import { requirePlayer, type Caller, type Credentials } from '../players/credentials.js';
import { PlayersService } from '../players/players.service.js';
import { formatPlace, parsePlace, startOf } from './event-cursor.js';
import type { EventLog } from './event-row.js';
import type { EventAccess } from './event-stream-access.js';
import type { EventStream } from './event-stream.js';
import { EventStreams } from './event-streams.service.js';
import { eventView, type EventView } from './event.view.js';
import { typesOf, type EventsQuery } from './events.dto.js';
import { EventsRepository } from './events.repository.js';

/** Whose events are asked for: those of a game, or everything that concerns the player who asks. */
export type EventsOf = { readonly gameId: string } | 'caller';

/** How a stream is asked for. */
export interface StreamWish {
  /** The last id that the reader has seen, where it comes back. */
  readonly lastEventId: string | undefined;
  /** Where the request comes from: who has no token is known by that. */
  readonly address: string;
}

interface Opened extends EventAccess {
  readonly caller: Caller | null;
}

@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsRepository,
    private readonly streams: EventStreams,
    private readonly games: GamesService,
    private readonly players: PlayersService,
  ) {}

  /** A page of events, oldest first. Throws what opening the game throws, or what {@link requirePlayer} does. */
  async list(of: EventsOf, query: EventsQuery, credentials: Credentials): Promise<Page<EventView>> {
    const { log } = await this.open(of, credentials);
    const { cursor, limit } = query;
    const after = cursor === undefined ? startOf(log) : parsePlace(log, cursor);
    const rows = await this.events.read(log, after, limit + 1, typesOf(query));
    return pageOf(
      rows,
      limit,
      ({ place }) => formatPlace(log, place),
      (row) => eventView(log, row),
    );
  }

  /**
   * The events after the last one that the reader has seen, or else after the cursor, or else from now on. Throws what
   * {@link list} throws, and `too-many-streams`.
   */
  async stream(of: EventsOf, query: EventsQuery, credentials: Credentials, wish: StreamWish): Promise<EventStream> {
    const { caller, ...access } = await this.open(of, credentials);
    const { log } = access;
    const cursor = wish.lastEventId ?? query.cursor;
    const from = cursor === undefined ? await this.events.last(log) : parsePlace(log, cursor);
    return this.streams.add({
      ...access,
      from: from ?? startOf(log),
      types: typesOf(query),
      caller: quotaOf(caller, wish.address),
    });
  }

  private async open(of: EventsOf, credentials: Credentials): Promise<Opened> {
    if (of === 'caller') {
      const caller = requirePlayer(await this.players.identify(credentials), 'read');
      return { caller, credentials, isPrivate: false, log: logOf('player', caller.playerId) };
    }
    const { game, caller } = await this.games.open(of.gameId, credentials);
    return { caller, credentials, isPrivate: game.visibility === 'private', log: logOf('game', game.id) };
  }
}

const logOf = (kind: EventLog['kind'], id: string): EventLog => ({ kind, id });

/** Whose streams are counted together. */
function quotaOf(caller: Caller | null, address: string): string {
  if (!caller) return `address ${address}`;
  return caller.playerId ?? caller.appId ?? 'operator';
}
