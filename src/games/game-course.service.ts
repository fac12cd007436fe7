import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import type { Credentials } from '../players/credentials.js';
import { renderBoard } from '../rules/board-svg.js';
import { moveView, ruleSetView, outcomeView } from '../rules/views/index.js';
import { formatMove, formatPosition, formatRecord, parsePosition, replay, unwrap } from '../salta/index.js';
import type { GameRecord, PlayedMove, Position, SquareNotation } from '../salta/index.js';
import type { Game } from './game.js';
import type { GamePositionView, GameRecordView } from './game-course.view.js';
import { GamesService } from './games.service.js';
import { standingMoves, type History } from './history.js';

/** A moment of a game: the position after so many moves, and the move that led to it. */
interface Moment {
  readonly game: Game;
  readonly position: Position;
  readonly lastMove: PlayedMove | null;
}

/** What can be seen of a game's course: any of its positions, pictures of them, its record. */
@Injectable()
export class GameCourseService {
  constructor(private readonly games: GamesService) {}

  /** The position at a ply, the current one by default. */
  async position(
    id: string,
    ply: number | undefined,
    notation: SquareNotation,
    credentials: Credentials,
  ): Promise<GamePositionView> {
    const { game, position, lastMove } = await this.moment(id, ply, credentials);
    return {
      gameId: game.id,
      ply: position.ply,
      position: formatPosition(position),
      sideToMove: position.sideToMove,
      lastMove: lastMove && moveView(lastMove, notation),
    };
  }

  /** The picture of a position, as SVG. */
  async board(id: string, ply: number | undefined, flip: boolean, credentials: Credentials): Promise<string> {
    const { game, position, lastMove } = await this.moment(id, ply, credentials);
    return renderBoard({ position, rules: game.rules, flip, lastMove });
  }

  /** The text record. */
  async recordText(id: string, notation: SquareNotation, credentials: Credentials): Promise<string> {
    const { game } = await this.games.open(id, credentials);
    return formatRecord(recordOf(game, await this.games.history(game)), notation);
  }

  /** The record as data. */
  async record(id: string, notation: SquareNotation, credentials: Credentials): Promise<GameRecordView> {
    const { game } = await this.games.open(id, credentials);
    const { tags, start, entries, outcome } = recordOf(game, await this.games.history(game));
    return {
      headers: Object.fromEntries(tags),
      rules: ruleSetView(game.rules),
      startPosition: formatPosition(start),
      moves: entries.map((entry) => (entry.kind === 'call' ? 'salta' : formatMove(entry.move, notation))),
      outcome: outcome && outcomeView(outcome),
    };
  }

  private async moment(id: string, ply: number | undefined, credentials: Credentials): Promise<Moment> {
    const { game } = await this.games.open(id, credentials);
    const history = await this.games.history(game);
    const start = unwrap(parsePosition(history.startPosition));
    const moves = standingMoves(history);
    const wanted = (ply ?? start.ply + moves.length) - start.ply;
    const lastMove = moves[wanted - 1] ?? null;
    if (wanted < 0 || wanted > moves.length) throw noSuchPly(start.ply, start.ply + moves.length);
    if (wanted === moves.length) return { game, position: history.play.position, lastMove };
    const path = moves.slice(0, wanted).map(({ from, to }) => [from, to] as const);
    return { game, position: unwrap(replay(game.rules, start, path)).play.position, lastMove };
  }
}

const noSuchPly = (first: number, last: number): DomainError =>
  new DomainError('invalid-request', 'The game has no position at this ply.', {
    errors: [{ in: 'query', pointer: '/ply', detail: `must be from ${String(first)} to ${String(last)}` }],
  });

/** `2026.11.29`, in UTC. */
const recordDate = (time: Date): string => time.toISOString().slice(0, 10).replaceAll('-', '.');

function recordOf(game: Game, history: History): GameRecord {
  const { light, dark } = game.players;
  const tags = new Map([
    ['Date', recordDate(game.startedAt ?? game.createdAt)],
    ['Light', light?.displayName ?? '?'],
    ['Dark', dark?.displayName ?? '?'],
    ['GameId', game.id],
  ]);
  return {
    tags,
    rules: game.rules,
    start: unwrap(parsePosition(history.startPosition)),
    entries: history.entries.map(({ entry }) => entry),
    comments: [],
    outcome: game.outcome,
  };
}
