import { Injectable } from '@nestjs/common';
import type { Instant } from '../clocks/instant.js';
import { formatVacation, parseVacation } from '../clocks/vacation-json.js';
import { NO_VACATION, type VacationAccount } from '../clocks/vacation.js';
import { PrismaService } from '../database/prisma.service.js';

export interface PlayerVacation {
  readonly account: VacationAccount;
  /** Since when a vacation begins by itself before a deadline is missed; `null` where it does not. */
  readonly automaticSince: Instant | null;
  /** The database's time of this look. */
  readonly now: Instant;
}

interface Row {
  readonly id: string;
  readonly vacation: unknown;
  readonly since: Date | null;
  readonly now: Date;
}

function accountOf(stored: unknown, id: string): VacationAccount {
  if (stored === null) return NO_VACATION;
  const parsed = parseVacation(stored);
  if (parsed.ok) return parsed.value;
  throw new Error(`the vacation of player ${id} is stored in a way that cannot be read`);
}

@Injectable()
export class VacationsRepository {
  constructor(private readonly prisma: PrismaService) {}

  async find(playerIds: readonly string[]): Promise<ReadonlyMap<string, PlayerVacation>> {
    const rows = await this.prisma.db.$queryRaw<Row[]>`
      select id, vacation, auto_vacation_since as since, date_trunc('milliseconds', statement_timestamp()) as now
      from players where id = any (${playerIds}::uuid[])`;
    return new Map(
      rows.map(({ id, vacation, since, now }) => [
        id,
        { account: accountOf(vacation, id), automaticSince: since?.getTime() ?? null, now: now.getTime() },
      ]),
    );
  }

  async get(playerId: string): Promise<PlayerVacation> {
    const found = (await this.find([playerId])).get(playerId);
    if (!found) throw new Error(`there is no player ${playerId}`);
    return found;
  }

  async save(playerId: string, account: VacationAccount): Promise<void> {
    await this.prisma.db.$executeRaw`
      update players set vacation = ${JSON.stringify(formatVacation(account))}::jsonb where id = ${playerId}::uuid`;
  }

  /** Says whether vacations begin by themselves; who has said so already has said so since then. */
  async setAutomatic(playerId: string, automatic: boolean): Promise<void> {
    await this.prisma.db.$executeRaw`
      update players set auto_vacation_since =
        case when ${automatic} then coalesce(auto_vacation_since, date_trunc('milliseconds', statement_timestamp())) end
      where id = ${playerId}::uuid`;
  }
}
