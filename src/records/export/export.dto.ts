import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { QueryBoolean, QueryWord } from '../../http/query-values.js';
import { NotationProperty } from '../../rules/rules.dto.js';
import type { SquareNotation } from '../../salta/index.js';
import { RecordsFilterQuery, RecordOrderProperty, RecordSortProperty } from '../search/records.dto.js';
import type { RecordOrder, RecordSort } from '../search/records.dto.js';

export const EXPORT_FORMATS = ['ndjson', 'text', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export class ExportQuery extends RecordsFilterQuery {
  @QueryWord(
    EXPORT_FORMATS,
    'One JSON object a line, text records with blank lines between them, or a table for spreadsheets.',
    'ndjson',
  )
  format: ExportFormat = 'ndjson';

  @NotationProperty()
  notation: SquareNotation = 'algebraic';

  @RecordSortProperty()
  sort: RecordSort = 'date';

  @RecordOrderProperty('asc')
  order: RecordOrder = 'asc';

  @QueryBoolean({
    description:
      'Whether each record has the header `Cursor`: an export with that as its `cursor` goes on after this record.',
    default: false,
  })
  cursors: boolean = false;

  @ApiPropertyOptional({
    type: String,
    minLength: 1,
    maxLength: 500,
    description: 'The header `Cursor` of the last record that arrived, or `nextCursor` of a search in the same order.',
  })
  @IsOptional()
  @IsString()
  @Length(1, 500)
  cursor?: string;
}
