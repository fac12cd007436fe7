import { Prisma } from '../database/generated/client.js';
import type { Viewer } from '../players/viewer.js';

/** That a row of `games g` may be shown: a public game, or one of the viewer's. */
export function readableBy(viewer: Viewer | null): Prisma.Sql {
  if (viewer === null) return Prisma.sql`g.visibility = 'public'`;
  if ('playerId' in viewer)
    return Prisma.sql`(g.visibility = 'public' or ${viewer.playerId}::uuid in (g.light_id, g.dark_id, g.creator_id, g.opponent_id))`;
  return Prisma.sql`(g.visibility = 'public' or exists (
    select from players p
    where p.id in (g.light_id, g.dark_id, g.creator_id, g.opponent_id) and p.app_id = ${viewer.appId}::uuid))`;
}
