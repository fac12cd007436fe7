import { ApiProperty } from '@nestjs/swagger';
import { IsShownText } from '../../http/shown-text.js';
import { MAX_APP_NAME } from './app.js';

/** Of a new app, or the new name of one. */
export class AppBody {
  @ApiProperty({
    type: String,
    minLength: 1,
    maxLength: MAX_APP_NAME,
    description: '1 to 60 characters of any script, counted and kept in Unicode NFC without white space around it.',
    example: 'Salta on the phone',
  })
  @IsShownText(MAX_APP_NAME)
  name!: string;
}
