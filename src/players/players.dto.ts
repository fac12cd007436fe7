import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import { MayBeAbsent } from '../http/body-values.js';
import { HANDLE } from './player.js';

/** A display name may come in any normal form, so it may be longer before it is normalised. */
const MAX_DISPLAY_NAME_TEXT = 300;

export class RegisterBody {
  @ApiProperty({
    pattern: HANDLE.source,
    description: 'The name by which others find the player; unique without regard to case.',
    example: 'krone',
  })
  @IsString({ message: 'must be text' })
  @Matches(HANDLE, { message: 'must be 3 to 30 letters a-z, digits, "-" or "_"' })
  handle!: string;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: 60,
    description:
      'The name to show: 1 to 60 characters of any script, kept in Unicode NFC without white space around it. The handle where it is left out.',
    example: 'Krone',
  })
  @MayBeAbsent()
  @IsString({ message: 'must be text' })
  @MaxLength(MAX_DISPLAY_NAME_TEXT, { message: 'must be 1 to 60 characters' })
  displayName?: string;
}
