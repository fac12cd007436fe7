import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, ValidateBy } from 'class-validator';
import { MayBeAbsent } from '../http/body-values.js';
import { PageQuery } from '../http/page.js';
import { IsShownText } from '../http/shown-text.js';
import { HANDLE, isDeletedHandle, isDeletedName, MAX_DISPLAY_NAME } from './player.js';

const HANDLE_MESSAGE = { message: 'must be 3 to 30 letters a-z, digits, "-" or "_"' };
const DISPLAY_NAME =
  'The name to show: 1 to 60 characters of any script, counted and kept in Unicode NFC without white space around it. ' +
  '"Deleted player" is taken by those who have left.';

/** A text that is not one of those of players who have left. */
const IsNotOfDeleted = (isTaken: (text: string) => boolean, message: string): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isNotOfDeleted',
      validator: { validate: (value: unknown) => typeof value !== 'string' || !isTaken(value) },
    },
    { message },
  );

const IsDisplayName = (): PropertyDecorator =>
  applyDecorators(
    IsShownText(MAX_DISPLAY_NAME),
    IsNotOfDeleted(isDeletedName, 'must not be "Deleted player", the name of those who have left'),
  );

export class RegisterBody {
  @ApiProperty({
    pattern: HANDLE.source,
    description:
      'The name by which others find the player; unique without regard to case. It cannot begin with `deleted_`, as the ' +
      'handles of players do who have left.',
    example: 'krone',
  })
  @IsString({ message: 'must be text' })
  @Matches(HANDLE, HANDLE_MESSAGE)
  @IsNotOfDeleted(isDeletedHandle, 'must not begin with "deleted_"')
  handle!: string;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: MAX_DISPLAY_NAME,
    description: `${DISPLAY_NAME} The handle where it is left out.`,
    example: 'Krone',
  })
  @MayBeAbsent()
  @IsDisplayName()
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
  @IsDisplayName()
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
