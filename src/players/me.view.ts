import { ApiProperty } from '@nestjs/swagger';
import { AppView, appView } from './apps/app.view.js';
import type { Me } from './me.service.js';
import { PlayerView, playerView } from './player.view.js';
import { SCOPES, type Scope } from './token.js';
import { TokenView, tokenView } from './tokens/token.view.js';

export const CALLER_KINDS = ['player', 'app', 'operator'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** Whose token a request has, and for whom it acts. */
export class MeView {
  @ApiProperty({ enum: CALLER_KINDS, description: 'Whose token it is.', example: 'player' })
  kind!: CallerKind;

  @ApiProperty({
    type: PlayerView,
    nullable: true,
    description: 'The player who acts: the one whose token it is, or the one that an app names by `Salta-Player`.',
  })
  player!: PlayerView | null;

  @ApiProperty({ type: AppView, nullable: true, description: 'The app whose token it is.' })
  app!: AppView | null;

  @ApiProperty({ enum: SCOPES, isArray: true, description: 'What the token may do.', example: ['read', 'play'] })
  scopes!: Scope[];

  @ApiProperty({ type: TokenView, nullable: true, description: 'The token; null for the operator.' })
  token!: TokenView | null;
}

export const meView = ({ player, app, token, scopes }: Me): MeView => ({
  kind: app ? 'app' : player ? 'player' : 'operator',
  player: player && playerView(player),
  app: app && appView(app),
  scopes: [...scopes],
  token: token && tokenView(token),
});
