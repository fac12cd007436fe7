import { ApiProperty, PickType } from '@nestjs/swagger';
import { RecordView } from '../records/record.view.js';
import { MoveView, moveView, RuleSetView } from '../rules/views/index.js';
import { createPosition, createRuleSet, distanceBetween, Play, SIDES, SQUARE_COUNT, unwrap } from '../salta/index.js';
import type { Move, Position, RuleSet, Side, SquareNotation } from '../salta/index.js';
import { START } from '../rules/standard.js';
import { averagePoints, gamesOf, NO_MOVE, UNKNOWN_TIME, type Tally } from './tally.js';

/** How many games ended in which way. */
export class ExplorerResultsView {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Won by Light.', example: 0 })
  light!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0 })
  draws!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Won by Dark.', example: 1 })
  dark!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Broken off.', example: 0 })
  unfinished!: number;
}

/** What is on record of a position or of a move. */
export class ExplorerStatisticsView {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Games on record; one that comes back counts once.',
    example: 1,
  })
  games!: number;

  @ApiProperty({ type: ExplorerResultsView })
  results!: ExplorerResultsView;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Points in the mean of the finished games, in hundredths; those that Dark won count with a minus.',
    example: -27,
  })
  averagePoints!: number | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When the newest of the games ended: the last moment at which it may have, where only its day, month or year is known. ' +
      'Null where nothing is known.',
    example: '1901-12-31T00:00:00.000Z',
  })
  lastPlayedAt!: string | null;
}

/** A move that has been played from the position. */
export class ExploredMoveView extends ExplorerStatisticsView {
  @ApiProperty({ type: MoveView })
  move!: MoveView;
}

const BEST_KNOWN_FIELDS = ['id', 'light', 'dark', 'outcome', 'plies', 'date', 'finishedAt', 'event'] as const;

/** A well-known game. `GET /v1/records/{id}` has its moves. */
export class BestKnownGameView extends PickType(RecordView, BEST_KNOWN_FIELDS) {}

/** How games on record have gone on from a position. */
export class ExplorerView extends ExplorerStatisticsView {
  @ApiProperty({ type: RuleSetView })
  rules!: RuleSetView;

  @ApiProperty({ description: 'Position text, written canonically.', example: START })
  position!: string;

  @ApiProperty({ enum: SIDES, example: 'light' })
  sideToMove!: Side;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description:
      'Records that may belong to the answer and are not counted in it yet: 0, but for a while after very many have come at once.',
    example: 0,
  })
  pending!: number;

  @ApiProperty({
    type: [ExploredMoveView],
    description: 'Moves that have been played, the most played first. Games that ended here have played none.',
  })
  moves!: ExploredMoveView[];

  @ApiProperty({
    type: [BestKnownGameView],
    maxItems: 5,
    description:
      'The best-known games, the best first: those whose weaker player was rated highest, games of events without ratings among them.',
  })
  bestKnownGames!: BestKnownGameView[];
}

export function statisticsView(tally: Readonly<Tally>): ExplorerStatisticsView {
  const { light, draws, dark, unfinished, lastEndedAt } = tally;
  return {
    games: gamesOf(tally),
    results: { light, draws, dark, unfinished },
    averagePoints: averagePoints(tally),
    lastPlayedAt: lastEndedAt === UNKNOWN_TIME ? null : new Date(lastEndedAt).toISOString(),
  };
}

export function bestKnownView(record: RecordView): BestKnownGameView {
  const { id, light, dark, outcome, plies, date, finishedAt, event } = record;
  return { id, light, dark, outcome, plies, date, finishedAt, event };
}

/** The most played first, then by what they are called. */
export function exploredMoves(
  rules: RuleSet,
  position: Position,
  byMove: ReadonlyMap<number, Readonly<Tally>>,
  notation: SquareNotation,
): ExploredMoveView[] {
  const read = moveReader(rules, position);
  return [...byMove]
    .filter(([move, tally]) => move !== NO_MOVE && gamesOf(tally) > 0)
    .map(([move, tally]) => ({ move: moveView(read(move), notation), ...statisticsView(tally) }))
    .sort((a, b) => b.games - a.games || (a.move.notation < b.move.notation ? -1 : 1));
}

/** Makes moves of start times 50 plus end. Only where chains are allowed the rules have to say by which squares they go. */
function moveReader(rules: RuleSet, { squares, sideToMove }: Position): (move: number) => Move {
  const chains = rules.options.jumpChain ? chainMoves(rules, { squares, sideToMove }) : new Map<number, Move>();
  return (move) => {
    const from = Math.floor(move / SQUARE_COUNT);
    const to = move % SQUARE_COUNT;
    const jump = distanceBetween(from, to) > 1;
    const piece = squares[sideToMove].indexOf(from);
    return chains.get(move) ?? { side: sideToMove, piece, from, to, path: [to], jump };
  };
}

/** Every step and jump, whatever may be forbidden or obligatory at this ply or another. */
function chainMoves(rules: RuleSet, position: Pick<Position, 'squares' | 'sideToMove'>): Map<number, Move> {
  const free = { blockade: 'loses', jumpObligation: 'optional', moveLimit: null } as const;
  const anything = unwrap(createRuleSet(rules.preset, { ...rules.overrides, ...free }));
  const anywhere = unwrap(createPosition({ ...position, ply: 0, callState: null }));
  const moves = new Play(anything, anywhere).legalMoves();
  return new Map(moves.map((move) => [move.from * SQUARE_COUNT + move.to, move]));
}
