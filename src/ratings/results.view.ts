import { ApiProperty } from '@nestjs/swagger';
import { PlayerRefView } from '../players/player.view.js';
import { RuleSetView } from '../rules/views/index.js';
import { END_REASONS, SIDES, type EndReason, type Side } from '../salta/index.js';
import { RESULTS_OF_PLAYER, type ResultOfPlayer } from './rating.view.js';

const COUNT = { type: 'integer', minimum: 0 } as const;

export class ResultCountsView {
  @ApiProperty({ ...COUNT, example: 3 })
  games!: number;

  @ApiProperty({ ...COUNT, example: 2 })
  wins!: number;

  @ApiProperty({ ...COUNT, example: 0 })
  draws!: number;

  @ApiProperty({ ...COUNT, example: 1 })
  losses!: number;
}

export class ResultsView extends ResultCountsView {
  @ApiProperty({ ...COUNT, description: 'Of the games that the player won.', example: 33 })
  pointsWon!: number;

  @ApiProperty({ ...COUNT, description: 'Of the games that the player lost.', example: 12 })
  pointsLost!: number;
}

export class ReasonCountsView extends ResultCountsView {
  @ApiProperty({ enum: END_REASONS, example: 'goal' })
  reason!: EndReason;
}

export class StatisticsPartView extends ResultsView {
  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    description: 'Moves by both sides in a game, to one decimal; null without games.',
    example: 187.3,
  })
  averagePlies!: number | null;

  @ApiProperty({ type: [ReasonCountsView], description: 'Every reason for which a game has ended.' })
  reasons!: ReasonCountsView[];
}

/** Where a game is. */
export class GameLinkView {
  @ApiProperty({ format: 'uuid', example: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21' })
  gameId!: string;

  @ApiProperty({ format: 'uri-reference', example: '/v1/games/019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21' })
  url!: string;
}

export class PlayedGameView extends GameLinkView {
  @ApiProperty({ enum: SIDES, description: 'Of the player.', example: 'light' })
  side!: Side;

  @ApiProperty({ enum: RESULTS_OF_PLAYER, description: 'For the player.', example: 'loss' })
  result!: ResultOfPlayer;

  @ApiProperty({ enum: END_REASONS, example: 'goal' })
  reason!: EndReason;

  @ApiProperty({ ...COUNT, description: 'What the winner won by.', example: 12 })
  points!: number;

  @ApiProperty({ ...COUNT, description: 'Moves by both sides.', example: 214 })
  plies!: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-29T20:15:00.000Z' })
  finishedAt!: string;
}

/** What was asked about, and of which games. */
class ResultsOfView {
  @ApiProperty({ type: PlayerRefView })
  player!: PlayerRefView;

  @ApiProperty({ type: RuleSetView, nullable: true, description: 'Null: under all rule sets.' })
  rules!: RuleSetView | null;

  @ApiProperty({ type: Boolean, nullable: true, description: 'Null: rated games and others.', example: null })
  rated!: boolean | null;
}

export class HeadToHeadView extends ResultsOfView {
  @ApiProperty({ type: PlayerRefView })
  opponent!: PlayerRefView;

  @ApiProperty({ type: ResultsView, description: 'All games of the two.' })
  all!: ResultsView;

  @ApiProperty({ type: ResultsView, description: 'Those in which the player was Light.' })
  light!: ResultsView;

  @ApiProperty({ type: ResultsView, description: 'Those in which the player was Dark.' })
  dark!: ResultsView;

  @ApiProperty({ type: [PlayedGameView], description: 'The last ten games, newest first.' })
  newest!: PlayedGameView[];
}

export class StatisticsView extends ResultsOfView {
  @ApiProperty({ type: StatisticsPartView, description: 'All games of the player.' })
  all!: StatisticsPartView;

  @ApiProperty({ type: StatisticsPartView, description: 'Those in which the player was Light.' })
  light!: StatisticsPartView;

  @ApiProperty({ type: StatisticsPartView, description: 'Those in which the player was Dark.' })
  dark!: StatisticsPartView;

  @ApiProperty({ type: PlayedGameView, nullable: true, description: 'The longest game; null without games.' })
  longest!: PlayedGameView | null;

  @ApiProperty({
    type: PlayedGameView,
    nullable: true,
    description: 'The game that the player won by most points; null without one.',
  })
  biggestWin!: PlayedGameView | null;
}
