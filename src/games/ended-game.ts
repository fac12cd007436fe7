import type { BySide, Outcome } from '../salta/index.js';
import type { Game, Participant } from './game.js';

/** A game that has ended with a result. */
export interface EndedGame extends Game {
  readonly players: BySide<Participant>;
  readonly outcome: Outcome;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}

/** A game as it is after its end. */
export function endedGame(game: Game, outcome: Outcome, finishedAt: Date): EndedGame {
  const { players, startedAt } = game;
  const { light, dark } = players;
  if (!light || !dark || !startedAt) throw new Error(`game ${game.id} has ended without having begun`);
  return { ...game, status: 'finished', players: { light, dark }, outcome, startedAt, finishedAt };
}
