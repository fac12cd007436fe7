import { Injectable } from '@nestjs/common';
import { PrismaService, type HotStatement } from '../database/prisma.service.js';
import type { Spot } from '../records/course.js';
import { spotBytes } from './node-index.js';

const PASSING: HotStatement = {
  name: 'explorer_passing',
  text: `
    select coalesce(sum(m.light + m.draws + m.dark + m.unfinished), 0)::int as games
    from explorer_nodes n join explorer_moves m on m.node = n.no
    where n.rule_set in (select no from rule_sets) and n.position = any ($1::bytea[])`,
};

@Injectable()
export class PositionCountsRepository {
  constructor(private readonly prisma: PrismaService) {}

  async passing(spots: readonly Spot[]): Promise<number> {
    const [row] = await this.prisma.run<{ games: number }>(PASSING, [spots.map(spotBytes)]);
    return row?.games ?? 0;
  }
}
