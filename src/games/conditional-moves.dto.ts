import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { MAX_CONDITIONAL_MOVES } from './conditional-moves/conditional-moves.js';

/** Every line has at least one move and one reply. */
const MAX_LINES = MAX_CONDITIONAL_MOVES / 2;

const LINES = {
  type: 'array',
  maxItems: MAX_LINES,
  items: { type: 'array', items: { type: 'string' } },
  description: `Lines: the opponent's move, your reply, the opponent's next move, your next reply, ...; up to ${String(MAX_CONDITIONAL_MOVES)} moves in all.`,
} as const;

export class ConditionalMovesBody {
  @ApiProperty(LINES)
  @IsArray({ message: 'must be a list of lines' })
  @ArrayMaxSize(MAX_LINES, { message: `must have at most ${String(MAX_LINES)} lines` })
  lines!: unknown[];
}

export class ConditionalMovesView {
  @ApiProperty(LINES)
  lines!: string[][];
}

export const LINES_EXAMPLE: ConditionalMovesView = {
  lines: [
    ['f8-e7', 'c3-d4', 'e7-d6', 'd4-e5'],
    ['d8-e7', 'f4-g5'],
  ],
};
