/** How the reference describes the commands of {@link LifecycleController}. */
import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { VERSION_TAG_HEADER } from '../http/entity-tag.js';
import type { ProblemCode } from '../http/problems.js';
import { GAME_EXAMPLE } from './examples.js';
import { ApiGameCommand } from './game-command.js';
import { GameView } from './game.view.js';
import { DRAW_OFFER_INTERVAL, type Command } from './lifecycle.js';

export type LifecycleCommand = Exclude<Command, 'move' | 'salta-call' | 'set-lines'>;

interface Description {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The game afterwards, where it differs from the example of a game under way. */
  readonly example?: Partial<GameView>;
  readonly problems?: readonly ProblemCode[];
}

const finishedAt = '2026-12-01T09:30:00.000Z';
const { light, dark } = GAME_EXAMPLE.players;
const moved: Partial<GameView> = { version: 3 };

const OPERATIONS: Readonly<Record<LifecycleCommand, Description>> = {
  join: {
    operationId: 'joinGame',
    summary: 'Join a game',
    description:
      'Takes the free seat of an open game or accepts a challenge; the game starts. Of many who join one is seated.',
  },
  decline: {
    operationId: 'declineGame',
    summary: 'Decline a challenge',
    description: 'The game is cancelled. The challenger can read the reason, if one is given.',
    example: {
      ...{ status: 'cancelled', finishedAt, startedAt: null, opponent: dark, players: { light, dark: null } },
      cancellation: { kind: 'declined', by: dark, reason: 'No time before Christmas.' },
    },
  },
  cancel: {
    operationId: 'cancelGame',
    summary: 'Cancel a game',
    description:
      'Takes an open game or a challenge back, by its creator; or ends a game that has started without a result, by either ' +
      'player, as long as not both have moved.',
    example: {
      ...{ status: 'cancelled', finishedAt, startedAt: null, players: { light, dark: null } },
      cancellation: { kind: 'cancelled', by: light, reason: null },
    },
  },
  resign: {
    operationId: 'resignGame',
    summary: 'Resign a game',
    description: 'Ends the game for the opponent, also when it is not the turn of the player who resigns.',
    example: {
      ...{ status: 'finished', finishedAt },
      outcome: { winner: 'dark', reason: 'resignation', points: 0, exact: true },
    },
  },
  'offer-draw': {
    operationId: 'offerDraw',
    summary: 'Offer a draw',
    description:
      'The offer stands until the opponent answers or somebody moves. The same player may offer again ' +
      `${String(DRAW_OFFER_INTERVAL)} plies later.`,
    example: { drawOffer: { by: 'light' } },
  },
  'accept-draw': {
    operationId: 'acceptDraw',
    summary: 'Accept a draw',
    description: "Ends the game by agreement. One cannot accept an offer of one's own.",
    example: {
      ...{ status: 'finished', finishedAt },
      outcome: { winner: null, reason: 'agreement', points: 0, exact: true },
    },
  },
  'decline-draw': {
    operationId: 'declineDraw',
    summary: 'Decline a draw',
    description: 'The offer of the opponent no longer stands.',
  },
  'withdraw-draw': {
    operationId: 'withdrawDraw',
    summary: 'Withdraw the offer of a draw',
    description: 'The offer of the caller no longer stands; it counts as made all the same.',
  },
  'request-takeback': {
    operationId: 'requestTakeback',
    summary: 'Ask for a takeback',
    description:
      'Asks the opponent to let the last own move be taken back: one ply, or two when it is the turn of the one who asks, ' +
      'since the answer goes as well. Void once somebody moves.',
    example: { ply: 1, sideToMove: 'dark', takebackRequest: { by: 'light', plies: 1 } },
  },
  'accept-takeback': {
    operationId: 'acceptTakeback',
    summary: 'Accept a takeback',
    description: 'The moves are taken back, and the opponent moves again.',
  },
  'decline-takeback': {
    operationId: 'declineTakeback',
    summary: 'Decline a takeback',
    description: 'The game stays as it is. The opponent cannot ask again before the next move.',
  },
  'withdraw-takeback': {
    operationId: 'withdrawTakeback',
    summary: 'Withdraw the request for a takeback',
    description: 'The request of the caller no longer stands.',
  },
  'offer-pause': {
    operationId: 'offerPause',
    summary: 'Propose a pause',
    description: 'Both clocks would stand still: until the moment given, or until one of the players ends the pause.',
    example: { pauseOffer: { by: 'light', until: null } },
  },
  'accept-pause': {
    operationId: 'acceptPause',
    summary: 'Accept a pause',
    description: 'Both clocks stand still from now on. Moves may be made all the same.',
  },
  'decline-pause': {
    operationId: 'declinePause',
    summary: 'Decline a pause',
    description: 'The proposal of the opponent no longer stands.',
  },
  'withdraw-pause': {
    operationId: 'withdrawPause',
    summary: 'Withdraw the proposal of a pause',
    description: 'The proposal of the caller no longer stands.',
  },
  resume: {
    operationId: 'endPause',
    summary: 'End a pause',
    description: 'The clocks run again. Either player may end a pause that both have agreed on.',
  },
  'offer-weekends': {
    operationId: 'offerWeekends',
    summary: 'Propose that weekends do not count',
    description: 'Saturdays and Sundays (UTC) would no longer count, or would count again where they do not.',
    example: { weekendsOffer: { by: 'light' } },
  },
  'accept-weekends': {
    operationId: 'acceptWeekends',
    summary: 'Accept the proposal about weekends',
    description: 'From now on weekends count as proposed.',
  },
  'decline-weekends': {
    operationId: 'declineWeekends',
    summary: 'Decline the proposal about weekends',
    description: 'The proposal of the opponent no longer stands.',
  },
  'withdraw-weekends': {
    operationId: 'withdrawWeekends',
    summary: 'Withdraw the proposal about weekends',
    description: 'The proposal of the caller no longer stands.',
  },
  rematch: {
    operationId: 'rematchGame',
    summary: 'Ask for a rematch',
    description:
      'Challenges the opponent of a finished game to another one with the same terms and exchanged sides; where the opponent ' +
      'has done so already, that challenge is accepted and the game starts. A game has one rematch; one that was declined, ' +
      'cancelled or has expired may be asked for again.',
    problems: ['already-rematched', 'player-not-found'],
  },
};

export const versionOf = ({ version }: GameView): number => version;

/** Documents a command and everything that it can refuse; `ok`: with a 200 that shows the game. */
export function ApiLifecycle(command: LifecycleCommand, ok = true): MethodDecorator {
  const { operationId, summary, description, example, problems = [] } = OPERATIONS[command];
  return applyDecorators(
    ApiOperation({ operationId, summary, description }),
    ApiGameCommand(command, versionOf, ...problems),
    ...(ok
      ? [
          ApiOkResponse({
            type: GameView,
            description: 'The game as it then is.',
            example: { ...GAME_EXAMPLE, ...moved, ...example },
            headers: VERSION_TAG_HEADER,
          }),
        ]
      : []),
  );
}
