import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { MayBeAbsent } from '../http/body-values.js';
import { PageQuery } from '../http/page.js';
import { IsShownText } from '../http/shown-text.js';
import { HANDLE, MAX_DISPLAY_NAME } from './player.js';

const HANDLE_MESSAGE = { message: 'must be 3 to 30 letters a-z, digits, "-" or "_"' };
const DISPLAY_NAME =
  'The name to show: 1 to 60 characters of any script, kept in Unicode NFC without white space around it.';

export class RegisterBody {
  @ApiProperty({
    pattern: HANDLE.source,
    description: 'The name by which others find the player; unique without regard to case.',
    example: 'krone',
  })
  @IsString({ message: 'must be text' })
  @Matches(HANDLE, HANDLE_MESSAGE)
  handle!: string;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: MAX_DISPLAY_NAME,
    description: `${DISPLAY_NAME} The handle where it is left out.`,
    example: 'Krone',
  })
  @MayBeAbsent()
  @IsShownText(MAX_DISPLAY_NAME)
  displayName?: string;
}

export class UpdateMeBody {
  @ApiProperty({
    type: String,
    minLength: 1,
    maxLength: MAX_DISPLAY_NAME,
    description: DISPLAY_NAME,
    example: 'Krone',
  })
  @IsShownText(MAX_DISPLAY_NAME)
  displayName!: string;
}

export class PlayersQuery extends PageQuery {
  @ApiPropertyOptional({
    type: String,
    pattern: HANDLE.source,
    description: 'The one player with this handle, upper and lower case counting as the same.',
    example: 'krone',
  })
  @MayBeAbsent()
  @Matches(HANDLE, HANDLE_MESSAGE)
  handle?: string;
}
