import { Injectable } from '@nestjs/common';
import { DomainError } from '../domain-error.js';
import { checkVersion } from '../http/entity-tag.js';
import { requirePlayer, type Credentials } from '../players/credentials.js';
import { formatConditionalMoves, parseConditionalMoves } from './conditional-moves/conditional-moves.js';
import type { ConditionalTree } from './conditional-moves/tree.js';
import { readStoredTree, storeTree } from './conditional-moves/stored-tree.js';
import type { ConditionalMovesBody, ConditionalMovesView } from './conditional-moves.dto.js';
import { sideOf, type Game } from './game.js';
import type { GameCommand } from './game-command.js';
import { refusalOf } from './game-errors.js';
import { GamesRepository } from './games.repository.js';
import { GamesService } from './games.service.js';

/** What a player wants played by itself. It belongs to the side that is not to move, and is seen by nobody else. */
@Injectable()
export class ConditionalMovesService {
  constructor(
    private readonly games: GamesService,
    private readonly repository: GamesRepository,
  ) {}

  async get(id: string, credentials: Credentials): Promise<ConditionalMovesView> {
    const { game, caller } = await this.games.open(id, credentials);
    const { playerId } = requirePlayer(caller, 'read');
    return view(ownLines(game, playerId));
  }

  /** Throws `invalid-conditional-moves`, what the table of commands refuses, and `stale-version` when the game moves on meanwhile. */
  async set(id: string, { lines }: ConditionalMovesBody, command: GameCommand): Promise<ConditionalMovesView> {
    const { credentials, accepted } = command;
    const { game, playerId } = await this.games.openToAct(id, credentials);
    const refusal = refusalOf('set-lines', game, playerId);
    if (refusal) throw refusal;
    checkVersion(accepted, game.version);
    const owner = sideOf(game, playerId);
    if (owner === null) throw new Error(`player ${playerId} has no seat in game ${id}`);
    const tree = parseConditionalMoves({ lines }, { rules: game.rules, position: game.position, owner });
    if (!tree.ok) {
      const { pointer, message, reason, illegal } = tree.error;
      throw new DomainError('invalid-conditional-moves', 'The conditional moves cannot be kept.', {
        refusal: reason,
        ...(illegal && { reason: illegal }),
        errors: [{ pointer, detail: message }],
      });
    }
    if (!(await this.repository.setLines(game, tree.value.length === 0 ? null : storeTree(tree.value))))
      throw await this.games.lostRace(id, credentials);
    return view(tree.value);
  }

  async drop(id: string, credentials: Credentials): Promise<void> {
    const { game, playerId } = await this.games.openToAct(id, credentials);
    if (ownLines(game, playerId).length === 0) return;
    if (!(await this.repository.setLines(game, null))) throw await this.games.lostRace(id, credentials);
  }
}

/** The lines of a player, none where it is its turn; throws `not-a-player-of-this-game`. */
function ownLines(game: Game, playerId: string): ConditionalTree {
  const side = sideOf(game, playerId);
  if (side === null) throw new DomainError('not-a-player-of-this-game', 'Only its players have lines in a game.');
  return side === game.position.sideToMove ? [] : readLines(game);
}

/** What is stored for the side that is not to move. */
export function readLines({ id, lines }: Pick<Game, 'id' | 'lines'>): ConditionalTree {
  if (lines === null) return [];
  const tree = readStoredTree(lines);
  if (tree.ok) return tree.value;
  throw new Error(`the conditional moves of game ${id} are stored in a way that cannot be read`);
}

const view = (tree: ConditionalTree): ConditionalMovesView => ({
  lines: formatConditionalMoves(tree).lines.map((line) => [...line]),
});
