/** A game as the service knows it. */
import type { Clock } from '../clocks/clock.js';
import type { TimeControl } from '../clocks/time-control.js';
import type { Caller } from '../players/credentials.js';
import type { CallableStep, Outcome, Position, RuleSet, Side } from '../salta/index.js';
import type { StoredTree } from './conditional-moves/stored-tree.js';

export const GAME_STATUSES = ['open', 'active', 'finished', 'cancelled'] as const;
export type GameStatus = (typeof GAME_STATUSES)[number];

export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The side that the creator of a game asks for. */
export const SIDE_CHOICES = ['light', 'dark', 'random'] as const;
export type SideChoice = (typeof SIDE_CHOICES)[number];

export interface Participant {
  readonly id: string;
  readonly handle: string;
  readonly displayName: string;
  /** The app that the player belongs to. */
  readonly appId: string | null;
}

/** Offers of a draw, or requests for a takeback. */
export interface Offers {
  /** The side whose offer waits for an answer. */
  readonly standing: Side | null;
  /** The ply at which each side last made one. */
  readonly last: Readonly<Record<Side, number | null>>;
}

/** The proposal of one side that both clocks stand still. */
export interface PauseOffer {
  readonly by: Side;
  /** `null`: until they resume. */
  readonly until: Date | null;
}

export const CANCELLATIONS = ['cancelled', 'declined', 'expired'] as const;
export type CancellationKind = (typeof CANCELLATIONS)[number];

/** How a game came to be cancelled. */
export interface Cancellation {
  readonly kind: CancellationKind;
  /** `null` when nobody joined in time. */
  readonly by: Participant | null;
  /** What the one who declined says. */
  readonly reason: string | null;
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
  /** The ply before the first move of the game that stands. */
  readonly startPly: number;
  readonly drawOffers: Offers;
  readonly takebacks: Offers;
  /** `null` without a time control, and before the game starts. */
  readonly clock: Clock | null;
  /** The time of the database at which all this was read. */
  readonly readAt: Date;
  /** Whether the clock has asked for something by then. */
  readonly alarmed: boolean;
  /** Whether the side to move has been reminded in this turn. */
  readonly reminded: boolean;
  readonly pauseOffer: PauseOffer | null;
  /** The side that proposes that weekends no longer count, or count again. */
  readonly weekendsOfferBy: Side | null;
  /** What the side that is not to move wants played by itself. */
  readonly lines: StoredTree | null;
  readonly linesRevision: number;
  readonly outcome: Outcome | null;
  readonly cancellation: Cancellation | null;
  /** The game that this one repeats with exchanged sides. */
  readonly rematchOf: string | null;
  /** Until when an open game may be joined. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** The side that a player has in a game, `null` for everybody else. */
export function sideOf({ players }: Pick<Game, 'players'>, playerId: string): Side | null {
  if (players.light?.id === playerId) return 'light';
  return players.dark?.id === playerId ? 'dark' : null;
}

/** Whether a game concerns the player who calls, or a player of the app that does: a private one is shown to nobody else. */
export function concerns(game: Game, { playerId, appId }: Caller): boolean {
  return [game.players.light, game.players.dark, game.creator, game.opponent].some((player) =>
    playerId === null ? appId !== null && player?.appId === appId : player?.id === playerId,
  );
}
