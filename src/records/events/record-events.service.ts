import { Injectable } from '@nestjs/common';
import { DomainError } from '../../domain-error.js';
import { decodeCursor, encodeCursor, pageOf, type Page } from '../../http/page.js';
import { nameKey } from '../../players/name-key.js';
import type { EventOnRecordView, RecordEventsQuery } from './record-events.controller.js';
import { RecordEventsRepository, type EventRow } from './record-events.repository.js';

const LIST = 'record-events';

/** The events from which games are on record. */
@Injectable()
export class RecordEventsService {
  constructor(private readonly events: RecordEventsRepository) {}

  async list({ name, limit, cursor }: RecordEventsQuery): Promise<Page<EventOnRecordView>> {
    const after = cursor === undefined ? null : String(decodeCursor(LIST, ['string'], cursor)[0]);
    const rows = await this.events.list(nameKey(name ?? ''), after, limit + 1);
    return pageOf(rows, limit, ({ nameKey: key }) => encodeCursor(LIST, [key]), view);
  }

  /** Throws `event-not-found`. */
  async find(id: string): Promise<EventOnRecordView> {
    const row = await this.events.find(id);
    if (!row) throw new DomainError('event-not-found', `There is no event ${id}.`);
    return view(row);
  }
}

const view = ({ id, name, games, firstDay, lastDay }: EventRow): EventOnRecordView => ({
  id,
  name,
  games,
  firstDay,
  lastDay,
});
