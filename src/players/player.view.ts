import { ApiProperty } from '@nestjs/swagger';
import type { Player } from './player.js';
import { SCOPES, type Scope } from './token.js';

/** A player as games name it. */
export class PlayerRefView {
  @ApiProperty({ format: 'uuid', example: '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10' })
  id!: string;

  @ApiProperty({ example: 'krone' })
  handle!: string;

  @ApiProperty({ example: 'Krone' })
  displayName!: string;
}

export class PlayerView extends PlayerRefView {
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;
}

/** A token at the one moment when its secret is shown. */
export class NewTokenView {
  @ApiProperty({ format: 'uuid', example: '019ad0c8-5a60-7d21-8a51-b1d2f5c0a9e4' })
  id!: string;

  @ApiProperty({
    description: 'To be sent as `Authorization: Bearer <secret>`. It is shown now and never again.',
    example: 'salta_q0w1e2r3t4y5u6i7o8p9a0s1d2f3g4h5j6k7l8z9x0c',
  })
  secret!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: [...SCOPES] })
  scopes!: Scope[];
}

/** What registration gives. */
export class RegistrationView {
  @ApiProperty({ type: PlayerView })
  player!: PlayerView;

  @ApiProperty({ type: NewTokenView })
  token!: NewTokenView;
}

export const playerRefView = ({ id, handle, displayName }: Omit<Player, 'createdAt'>): PlayerRefView => ({
  id,
  handle,
  displayName,
});

export const playerView = (player: Player): PlayerView => ({
  ...playerRefView(player),
  createdAt: player.createdAt.toISOString(),
});
