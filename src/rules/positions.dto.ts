import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { MayBeAbsent, NestedObject } from '../http/body-values.js';
import { QueryBoolean } from '../http/query-values.js';
import { SIDES } from '../salta/index.js';
import type { Side } from '../salta/index.js';
import { START } from './standard.js';
import { RuleSetBody } from './rules.dto.js';
import { MoveView, OutcomeView, PlayedMoveView } from './views/index.js';

export const MAX_MOVES = 2000;
const MAX_TEXT = 300;

const POSITION_TEXT = {
  type: String,
  maxLength: MAX_TEXT,
  description:
    'Position text: `<placement> <side> <ply> <callable>`. Ranks 10 down to 1 with A-O for stars, moons and suns 1-5 ' +
    '(upper case Light, lower case Dark) and digits for vacant squares; `l` or `d`; the moves made so far; `-`, `!` or ' +
    'the step that "Salta!" may be called on. The last field may be left out.',
  example: START,
};

/** A position under a rule set. */
export class PositionBody {
  @ApiProperty({ type: RuleSetBody })
  @NestedObject(() => RuleSetBody)
  rules!: RuleSetBody;

  @ApiProperty(POSITION_TEXT)
  @IsString({ message: 'must be position text' })
  @MaxLength(MAX_TEXT, { message: `must have at most ${MAX_TEXT} characters` })
  position!: string;
}

/** Moves to play from a position. */
export class PlayBody extends PositionBody {
  @ApiProperty({
    type: [String],
    maxItems: MAX_MOVES,
    description: 'Moves in any of the three notations; a call of "Salta!" stands as the word `salta`.',
    example: ['e3-f4', 'f8-e7'],
  })
  @IsArray({ message: 'must be a list of moves' })
  @ArrayMaxSize(MAX_MOVES, { message: `must have at most ${MAX_MOVES} moves` })
  @IsString({ each: true, message: 'must hold texts only' })
  moves!: string[];
}

/** What can be played in a position. */
export class LegalMovesView {
  @ApiProperty({ description: 'Position text, written canonically.', example: START })
  position!: string;

  @ApiProperty({ enum: SIDES, example: 'light' })
  sideToMove!: Side;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Moves made by both sides so far.', example: 0 })
  ply!: number;

  @ApiProperty({ description: 'Whether only jumps are legal because a jump must be made.', example: false })
  jumpObligatory!: boolean;

  @ApiProperty({ type: [MoveView], description: 'In the order of their squares; empty when the game is over.' })
  legalMoves!: MoveView[];

  @ApiProperty({ type: OutcomeView, nullable: true, description: 'Null while the game goes on.' })
  outcome!: OutcomeView | null;
}

/** What came of a list of moves. */
export class PlayView {
  @ApiProperty({ description: 'The position after the last move.', example: START })
  position!: string;

  @ApiProperty({
    type: [PlayedMoveView],
    description: 'The moves in order. A call is not one of them: the move that it took back has `retracted`.',
  })
  moves!: PlayedMoveView[];

  @ApiProperty({ type: OutcomeView, nullable: true, description: 'Null while the game goes on.' })
  outcome!: OutcomeView | null;
}

export class BoardQuery {
  @ApiPropertyOptional({
    ...POSITION_TEXT,
    description: `${POSITION_TEXT.description} The start position when left out.`,
  })
  @MayBeAbsent()
  @IsString()
  @MaxLength(MAX_TEXT, { message: `must have at most ${MAX_TEXT} characters` })
  position?: string;

  @ApiPropertyOptional({
    type: String,
    default: 'standard',
    description: 'The rule set, which decides the goal squares: the name of a preset, or a rule set as JSON.',
    examples: {
      preset: { value: 'standard' },
      json: { value: '{"preset":"standard","overrides":{"goal":"advance"}}' },
    },
  })
  @MayBeAbsent()
  @IsString()
  rules: string = 'standard';

  @QueryBoolean({ description: "Whether the board is seen from Dark's side.", default: false })
  flip: boolean = false;

  @ApiPropertyOptional({
    type: String,
    maxLength: MAX_TEXT,
    description: 'A move to mark, as e3-f4; the ends of its way are enough.',
    example: 'e3-f4',
  })
  @MayBeAbsent()
  @IsString()
  @MaxLength(MAX_TEXT, { message: `must have at most ${MAX_TEXT} characters` })
  lastMove?: string;
}
