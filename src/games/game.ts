/** A game as the service knows it. */
import type { CallableStep, Outcome, Position, RuleSet, Side } from '../salta/index.js';

export const GAME_STATUSES = ['open', 'active', 'finished', 'cancelled'] as const;
export type GameStatus = (typeof GAME_STATUSES)[number];

export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The side that the creator of a game asks for. */
export const SIDE_CHOICES = ['light', 'dark', 'random'] as const;
export type SideChoice = (typeof SIDE_CHOICES)[number];

/** A time control; games without one are the only kind so far. */
export interface TimeControl {
  readonly type: 'none';
}

export interface Participant {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
}

export interface Game {
  readonly id: string;
  /** Counts every change. */
  readonly version: number;
  readonly status: GameStatus;
  readonly rules: RuleSet;
  readonly rated: boolean;
  readonly visibility: Visibility;
  readonly timeControl: TimeControl;
  readonly creator: Participant;
  readonly creatorSide: SideChoice;
  /** The one player who may join; `null` when anyone may. */
  readonly opponent: Participant | null;
  readonly players: Readonly<Record<Side, Participant | null>>;
  readonly position: Position;
  /** The step that was taken back, where the side to move has been called and it is known. */
  readonly calledStep: CallableStep | null;
  readonly outcome: Outcome | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** The side that a player has in a game, `null` for everybody else. */
export function sideOf({ players }: Game, playerId: string): Side | null {
  if (players.light?.id === playerId) return 'light';
  return players.dark?.id === playerId ? 'dark' : null;
}

/** Whether a game concerns a player: a private one is shown to nobody else. */
export const concerns = (game: Game, playerId: string): boolean =>
  [game.players.light, game.players.dark, game.creator, game.opponent].some((player) => player?.id === playerId);
