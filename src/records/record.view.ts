import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { TIME_CONTROL_TYPES, type TimeControlType } from '../clocks/time-control.js';
import { GameRecordView } from '../games/game-course.view.js';
import { PlayerRefView, playerRefView } from '../players/player.view.js';
import { START } from '../rules/examples.js';
import { OutcomeView, outcomeView, RuleSetView, ruleSetView } from '../rules/views/index.js';
import { startText } from '../salta/index.js';
import type { Side, SquareNotation } from '../salta/index.js';
import { endOf } from './course.js';
import { knownHeader } from './headers.js';
import { RECORD_SOURCES, type RecordSource } from './new-record.js';
import type { RecordOnFile } from './record-on-file.js';
import type { Reached } from './search/course-filter.js';
import { lineOf, textOf } from './stored-course.js';
import { writeStoredMoves } from './stored-moves.js';

/** Somebody who has played a game on record. */
export class RecordPlayerView {
  @ApiProperty({ description: 'As the record has it; of a player here, the name to show.', example: 'Krone' })
  name!: string;

  @ApiProperty({
    type: PlayerRefView,
    nullable: true,
    description: 'The player here, where it was one.',
    example: null,
  })
  player!: PlayerRefView | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The rating before the game.', example: null })
  rating!: number | null;
}

/** The event that a game belongs to. */
export class RecordEventView {
  @ApiProperty({ format: 'uuid', example: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b22' })
  id!: string;

  @ApiProperty({ example: 'Jüterbog 1901' })
  name!: string;
}

/** Where a game has what was searched for. */
export class ReachedView {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The first ply at which it has it.', example: 214 })
  ply!: number;

  @ApiProperty({ description: 'Position text.', example: START })
  position!: string;
}

/** A game on record, without its moves. */
export class RecordView {
  @ApiProperty({ format: 'uuid', description: 'Of a game played here: the id of the game.' })
  id!: string;

  @ApiProperty({ enum: RECORD_SOURCES, example: 'imported' })
  source!: RecordSource;

  @ApiProperty({ enum: ['public', 'private'], example: 'public' })
  visibility!: 'public' | 'private';

  @ApiProperty({ type: RuleSetView })
  rules!: RuleSetView;

  @ApiProperty({ type: RecordPlayerView, nullable: true, description: 'Null where the player is not known.' })
  light!: RecordPlayerView | null;

  @ApiProperty({ type: RecordPlayerView, nullable: true, description: 'Null where the player is not known.' })
  dark!: RecordPlayerView | null;

  @ApiProperty({ type: OutcomeView, nullable: true, description: 'Null for a game that was broken off.' })
  outcome!: OutcomeView | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Moves that stand, by both sides together.', example: 214 })
  plies!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The header `Date`: the day on which the game began, `?` for what is not known of it.',
    example: '1901.??.??',
  })
  date!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it ended, where that is known better than by its date.',
    example: null,
  })
  finishedAt!: string | null;

  @ApiProperty({ type: RecordEventView, nullable: true })
  event!: RecordEventView | null;

  @ApiProperty({ type: String, nullable: true, example: 'Jüterbog' })
  site!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  round!: string | null;

  @ApiProperty({ type: Boolean, nullable: true, description: 'Null where it is not known.', example: null })
  rated!: boolean | null;

  @ApiProperty({
    type: String,
    enum: [...TIME_CONTROL_TYPES, null],
    nullable: true,
    description: 'Null where it is not known.',
    example: null,
  })
  timeControl!: TimeControlType | null;

  @ApiProperty({ description: 'The last position, as position text.', example: START })
  position!: string;
}

/** A game on record that a search has found. */
export class FoundRecordView extends RecordView {
  @ApiProperty({
    type: ReachedView,
    nullable: true,
    description: 'In a search by `position` or `pieces`: where the game has that.',
    example: null,
  })
  reached!: ReachedView | null;
}

export class RecordCommentView {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Moves and calls before it.', example: 1 })
  after!: number;

  @ApiProperty({ example: 'The usual beginning.' })
  text!: string;
}

/** A game on record with all that is known of it. */
export class WholeRecordView extends IntersectionType(
  RecordView,
  PickType(GameRecordView, ['startPosition', 'moves']),
) {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The headers of the text record that are not said by rules, start and outcome.',
    example: { Event: 'Jüterbog 1901', Light: 'Krone', Dark: 'Grotewold' },
  })
  headers!: Record<string, string>;

  @ApiProperty({ type: [RecordCommentView] })
  comments!: RecordCommentView[];
}

export function recordView(record: RecordOnFile): RecordView {
  const { id, source, visibility, rules, outcome, plies, headers, endedAt, event, rated, timeControl } = record;
  return {
    id,
    source,
    visibility,
    rules: ruleSetView(rules),
    light: playerView(record, 'light'),
    dark: playerView(record, 'dark'),
    outcome: outcome && outcomeView(outcome),
    plies,
    date: knownHeader(headers, 'Date'),
    finishedAt: endedAt?.toISOString() ?? null,
    event: event && { id: event.id, name: event.name },
    site: knownHeader(headers, 'Site'),
    round: knownHeader(headers, 'Round'),
    rated,
    timeControl,
    position: textOf(endOf(lineOf(record))),
  };
}

export const foundRecordView = (record: RecordOnFile, reached: Reached | null): FoundRecordView => ({
  ...recordView(record),
  reached,
});

export const wholeRecordView = (record: RecordOnFile, notation: SquareNotation): WholeRecordView => ({
  ...recordView(record),
  headers: Object.fromEntries(record.headers),
  startPosition: record.startPosition ?? startText(record.rules),
  moves: writeStoredMoves(record, notation),
  comments: record.comments.map(({ after, text }) => ({ after, text })),
});

function playerView({ players, ratings }: RecordOnFile, side: Side): RecordPlayerView | null {
  const found = players[side];
  return found && { name: found.name, player: found.player && playerRefView(found.player), rating: ratings[side] };
}
