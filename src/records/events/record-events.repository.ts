import { Injectable } from '@nestjs/common';
import { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';

export interface EventRow {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly games: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

const COLUMNS = Prisma.sql`c.id, c.name, c.name_key as "nameKey", g.games, g.first::text as "firstDay", g.last::text as "lastDay"`;
const GAMES = Prisma.sql`cross join lateral (
  select count(*)::int as games, min(r.first_day) as first, max(r.last_day) as last from records r where r.collection = c.no
) g`;

@Injectable()
export class RecordEventsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Up to `limit` events whose keys begin so and come after `after`, by key. */
  async list(prefix: string, after: string | null, limit: number): Promise<EventRow[]> {
    return this.prisma.db.$queryRaw<EventRow[]>`
      select ${COLUMNS}
      from (
        select * from collections
        where starts_with(name_key, ${prefix}) and (${after}::text is null or name_key collate "C" > ${after}::text)
        order by name_key collate "C" limit ${limit}
      ) c ${GAMES} order by c.name_key collate "C"`;
  }

  async find(id: string): Promise<EventRow | null> {
    const [row] = await this.prisma.db.$queryRaw<EventRow[]>`
      select ${COLUMNS} from collections c ${GAMES} where c.id = ${id}::uuid`;
    return row ?? null;
  }
}
