/** Signatures as the database is asked for them. */
import { Prisma } from '../database/generated/client.js';
import type { Spot } from './course.js';
import { numberOf } from './signature.js';

/**
 * That a record of `table` may pass one of these positions: only a replay can tell. Of a record that an older version
 * stored, nothing is known until its positions have been hashed.
 */
export const mayPass = (table: 'r' | 'x', spots: readonly Spot[]): Prisma.Sql => {
  const positions = Prisma.raw(`${table}.positions`);
  return Prisma.sql`(${positions} && ${spots.map(numberOf)}::int[] or ${positions} = '{}')`;
};
