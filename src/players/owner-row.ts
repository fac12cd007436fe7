/** What the tables of things that players and apps own have in common: columns `player_id` and `app_id`, one of them set. */
import { Prisma } from '../database/generated/client.js';
import type { Owner } from './owner.js';

export const ownerColumn = ({ kind }: Owner): Prisma.Sql => Prisma.raw(kind === 'player' ? 'player_id' : 'app_id');

/** The rows of `table`, a name in the statement, that are an owner's. */
export const ownedBy = (table: string, owner: Owner): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(`${table}.`)}${ownerColumn(owner)} = ${owner.id}::uuid`;

/** A row if the owner is still there. The lock has those who add something at the same time count one after the other. */
export const lockedOwner = ({ kind, id }: Owner): Prisma.Sql => Prisma.sql`
  select 1 from ${Prisma.raw(kind === 'player' ? 'players' : 'apps')}
  where id = ${id}::uuid and deleted_at is null for no key update`;
