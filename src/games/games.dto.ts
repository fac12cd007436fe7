import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { IsId, MayBeAbsent, NestedObject } from '../http/body-values.js';
import { PageQuery } from '../http/page.js';
import { IsShownText } from '../http/shown-text.js';
import { START } from '../rules/examples.js';
import { RuleSetBody } from '../rules/rules.dto.js';
import { MAX_PLY, PRESETS, SIDES, type Preset, type Side } from '../salta/index.js';
import {
  GAME_STATUSES,
  SIDE_CHOICES,
  VISIBILITIES,
  type GameStatus,
  type SideChoice,
  type Visibility,
} from './game.js';
import { DEFAULT_OPEN_FOR } from './open-for.js';
import { TimeControlBody } from './time-control.dto.js';

const MAX_POSITION_TEXT = 300;
const oneOf = (values: readonly string[]): { message: string } => ({ message: `must be one of ${values.join(', ')}` });

export class CreateGameBody {
  @ApiProperty({ type: RuleSetBody })
  @NestedObject(() => RuleSetBody)
  rules!: RuleSetBody;

  @ApiPropertyOptional({ enum: SIDE_CHOICES, default: 'random', description: 'The side that the creator plays.' })
  @MayBeAbsent()
  @IsIn(SIDE_CHOICES, oneOf(SIDE_CHOICES))
  side: SideChoice = 'random';

  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    nullable: true,
    default: null,
    description: 'The one player who may join; anyone may where it is null.',
  })
  @IsOptional()
  @IsId('must be the id of a player')
  opponent?: string | null;

  @ApiPropertyOptional({ type: TimeControlBody, default: { type: 'none' } })
  @MayBeAbsent()
  @NestedObject(() => TimeControlBody)
  timeControl?: TimeControlBody;

  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Whether the game is meant to count for ratings.',
  })
  @MayBeAbsent()
  @IsBoolean({ message: 'must be true or false' })
  rated: boolean = false;

  @ApiPropertyOptional({
    enum: VISIBILITIES,
    default: 'public',
    description: 'A private game is shown to its players only, and needs an `opponent`.',
  })
  @MayBeAbsent()
  @IsIn(VISIBILITIES, oneOf(VISIBILITIES))
  visibility: Visibility = 'public';

  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_POSITION_TEXT,
    description: 'Position text to start from; the start position of the rule set where it is left out.',
    example: START,
  })
  @MayBeAbsent()
  @IsString({ message: 'must be position text' })
  @MaxLength(MAX_POSITION_TEXT, { message: `must have at most ${String(MAX_POSITION_TEXT)} characters` })
  position?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: MAX_PLY,
    description: 'Moves made before the start, instead of the ply in `position`.',
  })
  @MayBeAbsent()
  @IsInt({ message: 'must be a whole number' })
  @Min(0, { message: 'must be at least 0' })
  @Max(MAX_PLY, { message: `must be at most ${String(MAX_PLY)}` })
  ply?: number;

  @ApiPropertyOptional({
    type: String,
    format: 'duration',
    default: DEFAULT_OPEN_FOR,
    description: 'How long the game may be joined, from `PT1M` to `P60D`; then it is cancelled.',
  })
  @MayBeAbsent()
  @IsString({ message: 'must be a duration such as P14D' })
  expiresIn?: string;
}

const MAX_REASON = 200;

export class DeclineBody {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_REASON,
    description: 'A word to the challenger.',
    example: 'No time before Christmas.',
  })
  @IsOptional()
  @IsShownText(MAX_REASON)
  reason?: string | null;
}

/** What both lists of games can be narrowed to. */
class GamesFilterQuery extends PageQuery {
  @ApiPropertyOptional({ enum: GAME_STATUSES })
  @MayBeAbsent()
  @IsIn(GAME_STATUSES, oneOf(GAME_STATUSES))
  status?: GameStatus;

  @ApiPropertyOptional({ enum: PRESETS, description: 'Games under this preset, with or without overrides.' })
  @MayBeAbsent()
  @IsIn(PRESETS, oneOf(PRESETS))
  rules?: Preset;
}

export class MyGamesQuery extends GamesFilterQuery {
  @ApiPropertyOptional({ enum: ['mine'], description: 'Active games that wait for your move.' })
  @MayBeAbsent()
  @IsIn(['mine'], oneOf(['mine']))
  turn?: 'mine';
}

export class GamesQuery extends GamesFilterQuery {
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    description: 'Games of this player: with a seat, created by it, or offered to it.',
  })
  @MayBeAbsent()
  @IsId('must be the id of a player')
  player?: string;

  @ApiPropertyOptional({ enum: SIDES, description: 'Active games in which this side is to move.' })
  @MayBeAbsent()
  @IsIn(SIDES, oneOf(SIDES))
  turn?: Side;
}
