import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../domain-error.js';
import { checkVersion } from '../http/entity-tag.js';
import { decodeCursor, encodeCursor, foreignCursor, pageOf, type Page } from '../http/page.js';
import { badToken, requireScope, type Caller, type Credentials } from '../players/credentials.js';
import { PlayersService } from '../players/players.service.js';
import { RulesService } from '../rules/rules.service.js';
import { scoreView, type ScoreView } from '../rules/views/index.js';
import { opponentOf, outcomeOf, SIDES, type Side } from '../salta/index.js';
import { ScoringService } from '../scoring/scoring.service.js';
import { concerns, sideOf, type Game } from './game.js';
import { requireActive, staleVersion } from './game-errors.js';
import type { GameCommand } from './game-command.js';
import { gameView, type GameView } from './game.view.js';
import type { CreateGameBody, GamesQuery } from './games.dto.js';
import { GamesRepository, type GamesKey } from './games.repository.js';
import type { StoredHistory } from './history.js';
import { startOf } from './start.js';

/** A game that a request may see, and who asks. */
export interface OpenedGame {
  readonly game: Game;
  readonly caller: Caller | null;
}

/** A game on which one of its players acts. */
export interface OwnGame {
  readonly game: Game;
  readonly side: Side;
  /** The hash of the token by which the player was known. */
  readonly token: Uint8Array;
}

const LIST = 'games';
/** Each time another command was faster. */
const RESIGNATION_TRIES = 5;

@Injectable()
export class GamesService {
  constructor(
    private readonly games: GamesRepository,
    private readonly players: PlayersService,
    private readonly rules: RulesService,
    private readonly scoring: ScoringService,
  ) {}

  /** A game that the caller may see. Throws `unauthorized` for a bad token, `game-not-found`. */
  async open(id: string, credentials: Credentials): Promise<OpenedGame> {
    const { caller, game } = await this.games.findForCaller(id, credentials);
    if (credentials !== null && !caller) throw badToken();
    const viewer = caller?.scopes.includes('read') ? caller.playerId : null;
    if (!game || (game.visibility === 'private' && (viewer === null || !concerns(game, viewer))))
      throw new DomainError('game-not-found', `There is no game ${id}.`);
    return { game, caller };
  }

  /** A game in which the caller plays and may act. Throws what `open` throws, `not-a-player-of-this-game`, `precondition-failed`. */
  async openOwn(id: string, { credentials, accepted }: GameCommand): Promise<OwnGame> {
    const { game, caller } = await this.open(id, credentials);
    const { playerId } = requireScope(caller, 'play');
    const side = sideOf(game, playerId);
    if (side === null || credentials === null) {
      // Who made an open game may have no seat yet: then it is the game that is not ready.
      if (concerns(game, playerId)) requireActive(game);
      throw new DomainError('not-a-player-of-this-game', 'Only its players act in a game.');
    }
    checkVersion(accepted, game.version);
    return { game, side, token: credentials };
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
    const { playerId } = requireScope(await this.players.identify(credentials), 'play');
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
    await this.games.add({
      id,
      rules,
      start,
      creatorId: playerId,
      creatorSide: body.side,
      opponentId,
      rated: body.rated,
      visibility: body.visibility,
      timeControl: { type: body.timeControl?.type ?? 'none' },
    });
    return this.get(id, credentials);
  }

  /** Takes the free seat of an open game, which starts it. */
  async join(id: string, { credentials, accepted }: GameCommand): Promise<GameView> {
    const { game, caller } = await this.open(id, credentials);
    const { playerId } = requireScope(caller, 'play');
    checkVersion(accepted, game.version);
    if (game.creator.id === playerId || sideOf(game, playerId) !== null)
      throw new DomainError('already-joined', 'You are a player of this game already.');
    if (game.status !== 'open') throw new DomainError('game-not-open', 'The game has both its players.');
    if (game.opponent && game.opponent.id !== playerId)
      throw new DomainError('forbidden', 'The game is a challenge to another player.');
    const creatorSide = game.creatorSide === 'random' ? SIDES[randomInt(2) as 0 | 1] : game.creatorSide;
    const seats = { light: playerId, dark: playerId, [creatorSide]: game.creator.id };
    if (!(await this.games.join(game, seats))) throw await this.lostRace(id, credentials);
    return this.get(id, credentials);
  }

  /**
   * Resigns: the opponent wins. A move that comes first does not stand in the way, unless the command was meant for the
   * version before it.
   */
  async resign(id: string, command: GameCommand): Promise<GameView> {
    for (let tries = 1; ; tries++) {
      const { game, side } = await this.openOwn(id, command);
      requireActive(game);
      const ending = { reason: 'resignation', winner: opponentOf(side) } as const;
      const score = await this.scoring.score(game.rules, game.position, ending, 'command');
      if (await this.games.finish(game, outcomeOf(ending, score.award), scoreView(score))) break;
      if (tries === RESIGNATION_TRIES) throw await this.lostRace(id, command.credentials);
    }
    return this.get(id, command.credentials);
  }

  /** The error for a command that came second, with the state that it has to reckon with now. */
  async lostRace(id: string, credentials: Credentials): Promise<DomainError> {
    return staleVersion((await this.open(id, credentials)).game);
  }

  /** A page of the games that the caller may see, newest first. */
  async list(query: GamesQuery, credentials: Credentials): Promise<Page<GameView>> {
    const caller = await this.players.identify(credentials);
    const { status, player, turn, rules, limit } = query;
    const viewer = caller?.scopes.includes('read') ? caller.playerId : null;
    const games = await this.games.list({ status, player, turn, rules, viewer }, readKey(query.cursor), limit + 1);
    return pageOf(games, limit, (game) => encodeCursor(LIST, [game.createdAt.toISOString(), game.id]), gameView);
  }
}

function readKey(cursor: string | undefined): GamesKey | null {
  if (cursor === undefined) return null;
  const [createdAt, id] = decodeCursor(LIST, ['string', 'string'], cursor) as readonly [string, string];
  const time = new Date(createdAt);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== createdAt || !isUUID(id)) throw foreignCursor();
  return { createdAt, id };
}
