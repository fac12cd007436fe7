import { ApiProperty } from '@nestjs/swagger';
import type { Player } from './player.js';
import type { Registration } from './players.service.js';
import { NewTokenView, newTokenView } from './tokens/token.view.js';

/** A player as games name it. */
export class PlayerRefView {
  @ApiProperty({ format: 'uuid', example: '019ad0c8-5a5e-7c3e-9d0e-3f6f1c2b7a10' })
  id!: string;

  @ApiProperty({ description: 'Of a deleted player, one that nobody has.', example: 'krone' })
  handle!: string;

  @ApiProperty({ description: 'Of a deleted player, "Deleted player".', example: 'Krone' })
  displayName!: string;
}

export class PlayerView extends PlayerRefView {
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  createdAt!: string;
}

/** What registration gives. */
export class RegistrationView {
  @ApiProperty({ type: PlayerView })
  player!: PlayerView;

  @ApiProperty({
    type: NewTokenView,
    nullable: true,
    description: "Null for a player of an app, which acts for it with the app's token.",
  })
  token!: NewTokenView | null;
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

export const registrationView = ({ player, token }: Registration): RegistrationView => ({
  player: playerView(player),
  token: token && newTokenView(token),
});
