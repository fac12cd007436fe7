import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../domain-error.js';
import { newestPage, readNewestCursor } from '../http/newest-first.js';
import type { Page } from '../http/page.js';
import { Callers } from '../players/callers.js';
import {
  badToken,
  requirePlayer,
  requireScope,
  type Caller,
  type Credentials,
  type TokenCredentials,
} from '../players/credentials.js';
import { PlayersService } from '../players/players.service.js';
import { RulesService } from '../rules/rules.service.js';
import type { ScoreView } from '../rules/views/index.js';
import { concerns, type Game } from './game.js';
import { gameView, type GameView } from './game.view.js';
import { staleVersion } from './game-errors.js';
import type { CreateGameBody, GamesQuery, MyGamesQuery } from './games.dto.js';
import { GameTimeService } from './game-time.service.js';
import { GamesRepository, type GameCounts, type GamesFilter } from './games.repository.js';
import type { StoredHistory } from './history.js';
import { openForOf } from './open-for.js';
import { startOf } from './start.js';
import { timeControlOf } from './time-control.dto.js';
import { viewerOf } from '../players/viewer.js';

/** A game that a request may see, and who asks. */
export interface OpenedGame {
  readonly game: Game;
  readonly caller: Caller | null;
}

/** A game in which a player may give a command. */
export interface OwnGame {
  readonly game: Game;
  readonly playerId: string;
  readonly credentials: TokenCredentials;
}

const LIST = 'games';
const MY_LIST = 'my-games';

@Injectable()
export class GamesService {
  constructor(
    private readonly games: GamesRepository,
    private readonly callers: Callers,
    private readonly players: PlayersService,
    private readonly rules: RulesService,
    private readonly time: GameTimeService,
  ) {}

  /** A game that the caller may see. Throws `unauthorized` for a bad token, `game-not-found`, `insufficient-scope` for a private game. */
  async open(id: string, credentials: Credentials): Promise<OpenedGame> {
    const { caller: found, game } = await this.time.findSettled(id, credentials);
    const caller = this.callers.of(found, credentials);
    if (!game || (game.visibility === 'private' && !(caller && concerns(game, caller))))
      throw new DomainError('game-not-found', `There is no game ${id}.`);
    if (game.visibility === 'private' && caller) requireScope(caller.scopes, 'read');
    return { game, caller };
  }

  /** A list of games whose clocks ask for nothing any more. */
  private async listSettled(...list: Parameters<GamesRepository['list']>): Promise<Game[]> {
    const games = await this.games.list(...list);
    const alarmed = games.filter((game) => game.alarmed);
    if (alarmed.length === 0) return games;
    for (const game of alarmed) await this.time.settle(game);
    return this.games.list(...list);
  }

  /** A game for a player who acts in it. Throws what `open` throws, and what {@link requirePlayer} does. */
  async openToAct(id: string, credentials: Credentials): Promise<OwnGame> {
    const { game, caller } = await this.open(id, credentials);
    const { playerId } = requirePlayer(caller, 'play');
    if (credentials === null) throw badToken();
    return { game, playerId, credentials };
  }

  /** Holds a game until the current transaction ends: whoever would change it waits. */
  async hold(id: string): Promise<void> {
    await this.games.hold(id);
  }

  /** What is stored of a game's course. */
  async history(game: Game): Promise<StoredHistory> {
    return this.games.findHistory(game.id);
  }

  /** The score that was stored when the game ended. */
  async finalScore(game: Game): Promise<ScoreView> {
    return (await this.games.findFinalScore(game.id)) as ScoreView;
  }

  async get(id: string, credentials: Credentials): Promise<GameView> {
    return gameView((await this.open(id, credentials)).game);
  }

  /** An open game, or a challenge where an opponent is named. */
  async create(body: CreateGameBody, credentials: Credentials): Promise<GameView> {
    const { playerId, scopes } = requirePlayer(await this.players.identify(credentials), 'play');
    // The answer shows the game.
    if (body.visibility === 'private') requireScope(scopes, 'read');
    const rules = this.rules.ruleSet(body.rules);
    const start = startOf(this.rules, rules, body);
    const opponentId = body.opponent ?? null;
    if (opponentId === playerId)
      throw new DomainError('invalid-request', 'Nobody plays against itself.', {
        errors: [{ pointer: '/opponent', detail: 'must be another player' }],
      });
    if (opponentId !== null) await this.players.find(opponentId);
    if (opponentId === null && body.visibility === 'private')
      throw new DomainError('invalid-request', 'Nobody could find a private game to join it.', {
        errors: [{ pointer: '/opponent', detail: 'must be a player where visibility is private' }],
      });
    const id = uuidv7();
    const added = await this.games.add({
      id,
      rules,
      start,
      creatorId: playerId,
      creatorSide: body.side,
      opponentId,
      rated: body.rated,
      visibility: body.visibility,
      timeControl: timeControlOf(body.timeControl),
      openForMs: openForOf(body.expiresIn),
      rematchOf: null,
    });
    if (!added) {
      // An account was deleted in between: the opponent's, or the caller's own with its tokens.
      if (opponentId !== null) await this.players.find(opponentId);
      throw badToken();
    }
    return this.get(id, credentials);
  }

  /** The error for a command that came second, with the state that it has to reckon with now. */
  async lostRace(id: string, credentials: Credentials): Promise<DomainError> {
    return staleVersion((await this.open(id, credentials)).game);
  }

  /** A page of the games that the caller may see, newest first. */
  async list(query: GamesQuery, credentials: Credentials): Promise<Page<GameView>> {
    const viewer = viewerOf(await this.players.identify(credentials));
    const { status, player, turn, rules } = query;
    return this.page(LIST, { status, player, turn, rules, viewer }, query);
  }

  /** A page of the games of the player who asks, newest first. */
  async listOwn(query: MyGamesQuery, credentials: Credentials): Promise<Page<GameView>> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'read');
    const { status, turn, rules } = query;
    const filter = { status, rules, player: playerId, toMove: turn === 'mine', viewer: { playerId } };
    return this.page(MY_LIST, filter, query);
  }

  /** How many games of the player who asks want something of it. */
  async countOwn(credentials: Credentials): Promise<GameCounts> {
    const { playerId } = requirePlayer(await this.players.identify(credentials), 'read');
    return this.games.count(playerId);
  }

  private async page(
    list: string,
    filter: GamesFilter,
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<Page<GameView>> {
    const games = await this.listSettled(filter, readNewestCursor(list, cursor), limit + 1);
    return newestPage(list, games, limit, gameView);
  }
}
