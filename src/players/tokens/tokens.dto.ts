import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional } from 'class-validator';
import { MayBeAbsent } from '../../http/body-values.js';
import { IsShownText } from '../../http/shown-text.js';
import { IsTimestamp } from '../../http/timestamp.js';
import { SCOPES, type Scope } from '../token.js';

/** In characters of any script. */
export const MAX_TOKEN_NAME = 60;

const AreScopes = (): PropertyDecorator =>
  applyDecorators(
    IsArray({ message: 'must be a list' }),
    ArrayNotEmpty({ message: 'must have at least one' }),
    ArrayUnique({ message: 'must not have one twice' }),
    IsIn(SCOPES, { each: true, message: `must be some of ${SCOPES.join(', ')}` }),
  );

/** What can be said of any new token besides its scopes. */
class NewTokenBody {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    minLength: 1,
    maxLength: MAX_TOKEN_NAME,
    default: null,
    description: 'What its owner calls it in the list of tokens.',
    example: 'Phone',
  })
  @IsOptional()
  @IsShownText(MAX_TOKEN_NAME)
  name?: string | null;

  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    default: null,
    description: 'When it stops being good; a time in the future. Null: never.',
    example: '2027-11-29T00:00:00.000Z',
  })
  @IsOptional()
  @IsTimestamp()
  expiresAt?: string | null;
}

export class CreateTokenBody extends NewTokenBody {
  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    description: 'What it may do; no more than the token that makes it.',
    example: ['read', 'play'],
  })
  @AreScopes()
  scopes!: Scope[];
}

export class CreateAppTokenBody extends NewTokenBody {
  @ApiPropertyOptional({
    enum: SCOPES,
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    default: [...SCOPES],
    description: 'What it may do.',
    example: [...SCOPES],
  })
  @MayBeAbsent()
  @AreScopes()
  scopes: Scope[] = [...SCOPES];
}
