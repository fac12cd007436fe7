import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import type { Credentials } from '../players/credentials.js';
import { renderBoard } from '../rules/board-svg.js';
import { moveView, ruleSetView, outcomeView } from '../rules/views/index.js';
import { CALL_WORD, formatMove, formatPosition, formatRecord, parsePosition, unwrap } from '../salta/index.js';
import type { GameRecord, SquareNotation } from '../salta/index.js';
import type { Game } from './game.js';
import type { GamePositionView, GameRecordView } from './game-course.view.js';
import { GamesService } from './games.service.js';
import { recordDate } from './played-record.js';
import { readEntries, readMoments, type Moment, type StoredHistory } from './history.js';

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
      moves: entries.map((entry) => (entry.kind === 'call' ? CALL_WORD : formatMove(entry.move, notation))),
      outcome: outcome && outcomeView(outcome),
    };
  }

  private async moment(
    id: string,
    ply: number | undefined,
    credentials: Credentials,
  ): Promise<Moment & { readonly game: Game }> {
    const { game } = await this.games.open(id, credentials);
    const moments = readMoments(game.rules, await this.games.history(game));
    const moment = ply === undefined ? moments.at(-1) : moments.find(({ position }) => position.ply === ply);
    if (!moment) throw noSuchPly(moments.map(({ position }) => position.ply));
    return { game, ...moment };
  }
}

const noSuchPly = (plies: readonly number[]): DomainError =>
  new DomainError('invalid-request', 'The game has no position at this ply.', {
    errors: [{ in: 'query', pointer: '/ply', detail: `must be from ${String(plies[0])} to ${String(plies.at(-1))}` }],
  });

function recordOf(game: Game, history: StoredHistory): GameRecord {
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
    entries: readEntries(game.rules, history).map(({ entry }) => entry),
    comments: [],
    outcome: game.outcome,
  };
}
