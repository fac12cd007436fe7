import { ApiProperty } from '@nestjs/swagger';
import { PlayerRefView } from '../players/player.view.js';
import { RuleSetView, ruleSetView } from '../rules/views/index.js';
import { SIDES, type RuleSet, type Side } from '../salta/index.js';
import { ESTABLISHED_DEVIATION, isProvisional, type Rating } from './glicko.js';

/** How a game ended for one of its players. */
export const RESULTS_OF_PLAYER = ['win', 'draw', 'loss'] as const;
export type ResultOfPlayer = (typeof RESULTS_OF_PLAYER)[number];

/** Glicko-2. */
export class RatingValuesView {
  @ApiProperty({ description: 'Rounded to two decimals.', example: 1662.31 })
  rating!: number;

  @ApiProperty({
    minimum: 0,
    maximum: 350,
    description: 'The strength lies within twice the deviation of the rating with 95 percent. To two decimals.',
    example: 290.32,
  })
  deviation!: number;

  @ApiProperty({
    minimum: 0,
    description: 'How much the strength is expected to change. To six decimals.',
    example: 0.059999,
  })
  volatility!: number;
}

/** What a player is rated under a rule set. */
export class PlayerRatingView extends RatingValuesView {
  @ApiProperty({ type: RuleSetView })
  rules!: RuleSetView;

  @ApiProperty({
    description: `Whether the deviation, which grows while the player does not play, is above ${String(ESTABLISHED_DEVIATION)} now.`,
    example: true,
  })
  provisional!: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Rated games under the rule set.', example: 1 })
  games!: number;

  @ApiProperty({
    format: 'date-time',
    description: 'The day of the last of them, in UTC. Its time of day is not told, since the game may be private.',
    example: '2026-11-29T00:00:00.000Z',
  })
  lastPlayedAt!: string;
}

/** A place on the leaderboard. */
export class RankedPlayerView {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counted from 1; of equal ratings, too.', example: 1 })
  rank!: number;

  @ApiProperty({ type: PlayerRefView })
  player!: PlayerRefView;

  @ApiProperty({ description: 'Rounded to two decimals.', example: 1662.31 })
  rating!: number;

  @ApiProperty({ minimum: 0, maximum: 350, description: 'As of now.', example: 290.32 })
  deviation!: number;

  @ApiProperty({ description: 'Whether the deviation is above 110.', example: true })
  provisional!: boolean;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Rated games under the rule set.', example: 1 })
  games!: number;

  @ApiProperty({
    format: 'date-time',
    description: 'The day of the last of them, in UTC.',
    example: '2026-11-29T00:00:00.000Z',
  })
  lastPlayedAt!: string;
}

/** What a game changed for a player. */
export class RatingChangeView {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Null for a private game that the caller may not see.',
    example: '019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21',
  })
  gameId!: string | null;

  @ApiProperty({ type: PlayerRefView, nullable: true, description: 'Null where `gameId` is.' })
  opponent!: PlayerRefView | null;

  @ApiProperty({
    enum: SIDES,
    nullable: true,
    description: 'Of the player; null where `gameId` is.',
    example: 'light',
  })
  side!: Side | null;

  @ApiProperty({ enum: RESULTS_OF_PLAYER, example: 'win' })
  result!: ResultOfPlayer;

  @ApiProperty({ type: RuleSetView })
  rules!: RuleSetView;

  @ApiProperty({
    format: 'date-time',
    description: 'When the game ended; only the day of it where `gameId` is null.',
    example: '2026-11-29T20:15:00.000Z',
  })
  playedAt!: string;

  @ApiProperty({ type: RatingValuesView, description: 'With the deviation that had grown until the game.' })
  before!: RatingValuesView;

  @ApiProperty({ type: RatingValuesView })
  after!: RatingValuesView;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The beginning of the day in UTC. */
export const dayOf = (moment: Date): string => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS).toISOString();

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

export const ratingValuesView = ({ rating, deviation, volatility }: Rating): RatingValuesView => ({
  rating: rounded(rating, 2),
  deviation: rounded(deviation, 2),
  volatility: rounded(volatility, 6),
});

/** What a player is rated now under a rule set. */
export interface CurrentRating extends Rating {
  readonly games: number;
  readonly lastPlayedAt: Date;
}

const currentView = (current: CurrentRating): Omit<PlayerRatingView, 'rules'> => ({
  ...ratingValuesView(current),
  provisional: isProvisional(current),
  games: current.games,
  lastPlayedAt: dayOf(current.lastPlayedAt),
});

export const playerRatingView = (rules: RuleSet, current: CurrentRating): PlayerRatingView => ({
  rules: ruleSetView(rules),
  ...currentView(current),
});

export function rankedPlayerView(rank: number, player: PlayerRefView, current: CurrentRating): RankedPlayerView {
  const { volatility: _, ...view } = currentView(current);
  return { rank, player, ...view };
}
