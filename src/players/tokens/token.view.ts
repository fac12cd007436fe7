import { ApiProperty } from '@nestjs/swagger';
import { SCOPES, type FreshToken, type Scope } from '../token.js';
import type { StoredToken } from './tokens.repository.js';
import type { CreatedToken, ListedToken } from './tokens.service.js';

const ID = '019ad0c8-5a60-7d21-8a51-b1d2f5c0a9e4';

/** A token, of which nothing can be found out that would let somebody use it. */
export class TokenView {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({ type: String, nullable: true, description: 'What its owner calls it.', example: 'Phone' })
  name!: string | null;

  @ApiProperty({ enum: SCOPES, isArray: true, example: [...SCOPES] })
  scopes!: Scope[];

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Exact to about a minute; null when it was never used.',
    example: '2026-11-30T08:00:00.000Z',
  })
  lastUsedAt!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it stops being good, or stopped; null: never.',
    example: null,
  })
  expiresAt!: string | null;
}

export class ListedTokenView extends TokenView {
  @ApiProperty({ description: 'Whether it is the one of this request.', example: true })
  current!: boolean;
}

/** A token at the one moment when its secret is shown. */
export class NewTokenView {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({
    description: 'To be sent as `Authorization: Bearer <secret>`. It is shown now and never again.',
    example: 'salta_q0w1e2r3t4y5u6i7o8p9a0s1d2f3g4h5j6k7l8z9x0c',
  })
  secret!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: [...SCOPES] })
  scopes!: Scope[];
}

export class CreatedTokenView extends NewTokenView {
  @ApiProperty({ type: String, nullable: true, description: 'What its owner calls it.', example: 'Phone' })
  name!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  expiresAt!: string | null;
}

const text = (time: Date | null): string | null => time?.toISOString() ?? null;

export const tokenView = ({ id, name, scopes, createdAt, lastUsedAt, expiresAt }: StoredToken): TokenView => ({
  id,
  name,
  scopes,
  createdAt: createdAt.toISOString(),
  lastUsedAt: text(lastUsedAt),
  expiresAt: text(expiresAt),
});

export const listedTokenView = (token: ListedToken): ListedTokenView => ({
  ...tokenView(token),
  current: token.current,
});

export const newTokenView = ({ id, secret, scopes }: Omit<FreshToken, 'hash'>): NewTokenView => ({
  id,
  secret,
  scopes: [...scopes],
});

export const createdTokenView = (token: CreatedToken): CreatedTokenView => ({
  ...newTokenView(token),
  name: token.name,
  createdAt: token.createdAt.toISOString(),
  expiresAt: text(token.expiresAt),
});
