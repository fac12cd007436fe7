import { Injectable } from '@nestjs/common';
import type { Rating } from '../ratings/glicko.js';
import { RatingsService } from '../ratings/ratings.service.js';
import { RecordStore } from '../records/record-store.service.js';
import { bySide, type BySide } from '../salta/index.js';
import { endedGame, type EndedGame } from './ended-game.js';
import { GamesRepository } from './games.repository.js';
import { playedRecord } from './played-record.js';

/** Games that a version without records has ended are put on record so many at a time. */
const BATCH = 50;

/** What follows from the end of a game. */
@Injectable()
export class EndedGamesService {
  constructor(
    private readonly games: GamesRepository,
    private readonly ratings: RatingsService,
    private readonly records: RecordStore,
  ) {}

  /** To be called in the transaction in which the game has ended, which has locked the game and then both its players. */
  async note(game: EndedGame): Promise<void> {
    const { rules, players } = game;
    const before = game.rated
      ? await this.ratings.rate(game)
      : await this.ratings.before(rules, { light: players.light.id, dark: players.dark.id });
    await this.putOnRecord(game, before);
  }

  /** Puts on record what has ended and is not, until it is told to stop. */
  async catchUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const games = await this.games.findUnrecorded(BATCH);
      if (games.length === 0) return;
      for (const game of games)
        if (game.outcome && game.finishedAt)
          await this.putOnRecord(endedGame(game, game.outcome, game.finishedAt), { light: null, dark: null });
    }
  }

  /** `before` is what the players were rated before the game, where that is known. */
  private async putOnRecord(game: EndedGame, before: BySide<Rating | null>): Promise<void> {
    const history = await this.games.findHistory(game.id);
    const ratings = bySide((side) => before[side] && Math.round(before[side].rating));
    await this.records.addPlayed(game.id, playedRecord(game, history, ratings));
  }
}
