/**
 * Who may do what in which state of a game: one table, which the services ask, docs/games.md shows and the tests walk at
 * random. Whether a move is legal is for the rules of Salta to say; everything else is here.
 */
import type { DomainErrorCode } from '../domain-error.js';
import { opponentOf, type Side } from '../salta/index.js';
import { sideOf, type Game, type Offers } from './game.js';

export const COMMANDS = [
  'join',
  'decline',
  'cancel',
  'move',
  'salta-call',
  'resign',
  'offer-draw',
  'accept-draw',
  'decline-draw',
  'withdraw-draw',
  'request-takeback',
  'accept-takeback',
  'decline-takeback',
  'withdraw-takeback',
  'offer-pause',
  'accept-pause',
  'decline-pause',
  'withdraw-pause',
  'resume',
  'offer-weekends',
  'accept-weekends',
  'decline-weekends',
  'withdraw-weekends',
  'set-lines',
  'rematch',
] as const;
export type Command = (typeof COMMANDS)[number];

/** Plies that must pass before a player may offer a draw again. */
export const DRAW_OFFER_INTERVAL = 10;

/**
 * What a player is to a game: the creator or the challenged one of a game that has not started, a guest who may join it,
 * a player of one that has, or a stranger.
 */
export type Role = 'creator' | 'challenged' | 'guest' | 'player' | 'stranger';

/** What a decision rests on. */
export type Standing = Pick<
  Game,
  | 'status'
  | 'startedAt'
  | 'startPly'
  | 'creator'
  | 'opponent'
  | 'players'
  | 'position'
  | 'drawOffers'
  | 'takebacks'
  | 'clock'
  | 'readAt'
  | 'pauseOffer'
  | 'weekendsOfferBy'
>;

interface Situation {
  readonly game: Standing;
  readonly role: Role;
  /** Whether the game was made as a challenge to the player, whatever has become of it. */
  readonly isChallenge: boolean;
  /** The seat; `null` for everybody who has none in a game that has started. */
  readonly side: Side | null;
  /** Moves played since the start that stand. */
  readonly plies: number;
}

/** Something that must hold for a command, and what is answered where it does not. */
export interface Requirement {
  /** What must hold, for people. */
  readonly words: string;
  readonly code: DomainErrorCode;
  readonly holds: (situation: Situation) => boolean;
  readonly detail: (situation: Situation) => string;
}

export type Verdict =
  { readonly allowed: true } | { readonly allowed: false; readonly broken: Requirement; readonly detail: string };

const requirement = (
  words: string,
  code: DomainErrorCode,
  holds: Requirement['holds'],
  detail: string | Requirement['detail'],
): Requirement => ({ words, code, holds, detail: typeof detail === 'string' ? () => detail : detail });

const outsider = requirement(
  'you have no part in the game yet',
  'already-joined',
  ({ role }) => role !== 'creator' && role !== 'player',
  'You are a player of this game already.',
);
const open = requirement(
  'the game is open',
  'game-not-open',
  ({ game }) => game.status === 'open',
  ({ game }) => (game.status === 'active' ? 'The game has both its players.' : `The game is ${game.status}.`),
);
const invited = requirement(
  'the game is open to anyone, or a challenge to you',
  'forbidden',
  ({ role }) => role === 'guest' || role === 'challenged',
  'The game is a challenge to another player.',
);
const challenged = requirement(
  'the game is, or was, a challenge to you',
  'not-challenged',
  ({ isChallenge }) => isChallenge,
  'The game is no challenge to you.',
);
const owner = requirement(
  'you made the game or play in it',
  'not-a-player-of-this-game',
  ({ role }) => role === 'creator' || role === 'player',
  'Only its players act in a game.',
);
const participant = requirement(
  'you play in the game',
  'not-a-player-of-this-game',
  ({ role }) => role !== 'stranger' && role !== 'guest',
  'Only its players act in a game.',
);
const notOver = requirement(
  'the game is not over',
  'game-over',
  ({ game }) => game.status !== 'finished',
  'The game is over.',
);
const active = requirement(
  'the game is under way',
  'game-not-active',
  ({ game }) => game.status === 'active',
  ({ game }) => `The game is ${game.status}, nobody can act in it.`,
);
const notCancelled = requirement(
  'the game is not cancelled',
  'game-not-active',
  ({ game }) => game.status !== 'cancelled',
  'The game is cancelled.',
);
const notBothMoved = requirement(
  'not both players have moved',
  'too-late-to-cancel',
  ({ plies }) => plies < 2,
  'Both players have moved: resign, or offer a draw.',
);
const turn = requirement(
  'it is your turn',
  'not-your-turn',
  ({ game, side }) => side === game.position.sideToMove,
  ({ game }) => `It is the turn of ${game.position.sideToMove}.`,
);

const noDrawOffer = requirement(
  'no offer of a draw stands',
  'draw-offer-pending',
  ({ game }) => game.drawOffers.standing === null,
  ({ game, side }) =>
    game.drawOffers.standing === side
      ? 'Your offer of a draw stands already.'
      : 'Your opponent offers a draw: accept or decline that.',
);
const notPestering = requirement(
  `your last offer is ${String(DRAW_OFFER_INTERVAL)} plies back`,
  'draw-offer-too-soon',
  ({ game, side }) => game.position.ply >= earliestOffer(game.drawOffers, side),
  ({ game, side }) => `You may offer a draw again from ply ${String(earliestOffer(game.drawOffers, side))} on.`,
);
const drawOffered = requirement(
  'your opponent offers a draw',
  'no-draw-offer',
  ({ game, side }) => side !== null && game.drawOffers.standing === opponentOf(side),
  ({ game, side }) =>
    game.drawOffers.standing === side && side !== null
      ? 'The offer of a draw is your own: your opponent accepts or declines it.'
      : 'No offer of a draw stands.',
);
const ownDrawOffer = requirement(
  'your offer of a draw stands',
  'no-draw-offer',
  ({ game, side }) => side !== null && game.drawOffers.standing === side,
  'You have no offer of a draw that stands.',
);

const noTakebackRequest = requirement(
  'no request for a takeback stands',
  'takeback-pending',
  ({ game }) => game.takebacks.standing === null,
  ({ game, side }) =>
    game.takebacks.standing === side
      ? 'Your request for a takeback stands already.'
      : 'Your opponent asks for a takeback: accept or decline that.',
);
const somethingToTakeBack = requirement(
  'you have a move to take back',
  'nothing-to-take-back',
  ({ game, side, plies }) => plies >= takebackPlies(game, side),
  'You have played no move yet.',
);
const notAskedYet = requirement(
  'you have not asked at this ply before',
  'takeback-too-soon',
  ({ game, side }) => side === null || game.takebacks.last[side] !== game.position.ply,
  'You have asked for a takeback at this ply already.',
);
const takebackRequested = requirement(
  'your opponent asks for a takeback',
  'no-takeback-request',
  ({ game, side }) => side !== null && game.takebacks.standing === opponentOf(side),
  ({ game, side }) =>
    game.takebacks.standing === side && side !== null
      ? 'The request for a takeback is your own: your opponent accepts or declines it.'
      : 'No request for a takeback stands.',
);
const ownTakebackRequest = requirement(
  'your request for a takeback stands',
  'no-takeback-request',
  ({ game, side }) => side !== null && game.takebacks.standing === side,
  'You have no request for a takeback that stands.',
);
const clocked = requirement(
  'the game has a clock',
  'no-clock',
  ({ game }) => game.clock !== null,
  'The game has no clock.',
);
/** A proposal by either side that both must agree on. */
function proposal(name: string, by: (game: Standing) => Side | null) {
  const yours = `Your proposal of ${name} stands already.`;
  const theirs = `Your opponent proposes ${name}: accept or decline that.`;
  return {
    none: requirement(
      `no proposal of ${name} stands`,
      'proposal-pending',
      ({ game }) => by(game) === null,
      ({ game, side }) => (by(game) === side ? yours : theirs),
    ),
    theirs: requirement(
      `your opponent proposes ${name}`,
      'no-proposal',
      ({ game, side }) => side !== null && by(game) === opponentOf(side),
      `Your opponent does not propose ${name}.`,
    ),
    own: requirement(
      `your proposal of ${name} stands`,
      'no-proposal',
      ({ game, side }) => side !== null && by(game) === side,
      `You have no proposal of ${name} that stands.`,
    ),
  };
}
const pause = proposal('a pause', ({ pauseOffer }) => pauseOffer?.by ?? null);
/** A pause that was agreed on until a moment is over at that moment, whether its clock has been asked since or not. */
const isPaused = ({ clock, readAt }: Standing): boolean =>
  Boolean(clock?.pause && (clock.pause.until ?? Infinity) > readAt.getTime());
const weekends = proposal('other weekends', ({ weekendsOfferBy }) => weekendsOfferBy);
const notPaused = requirement(
  'the clocks do not stand still by agreement',
  'paused-already',
  ({ game }) => !isPaused(game),
  'The clocks stand still already.',
);
const paused = requirement(
  'the clocks stand still by agreement',
  'not-paused',
  ({ game }) => isPaused(game),
  'The clocks do not stand still by agreement.',
);
const opponentsTurn = requirement(
  "it is your opponent's turn",
  'your-own-turn',
  ({ game, side }) => side !== game.position.sideToMove,
  'It is your turn: make your move first.',
);
const finished = requirement(
  'the game is finished',
  'game-not-finished',
  ({ game }) => game.status === 'finished',
  'A rematch follows a finished game.',
);

/** The first requirement that does not hold is the answer. */
export const LIFECYCLE: Readonly<Record<Command, readonly Requirement[]>> = {
  join: [outsider, open, invited],
  decline: [challenged, open],
  cancel: [owner, notOver, notCancelled, notBothMoved],
  move: [participant, notOver, active, turn],
  'salta-call': [participant, notOver, active, turn],
  resign: [participant, notOver, active],
  'offer-draw': [participant, notOver, active, noDrawOffer, notPestering],
  'accept-draw': [participant, notOver, active, drawOffered],
  'decline-draw': [participant, notOver, active, drawOffered],
  'withdraw-draw': [participant, notOver, active, ownDrawOffer],
  'request-takeback': [participant, notOver, active, noTakebackRequest, somethingToTakeBack, notAskedYet],
  'accept-takeback': [participant, notOver, active, takebackRequested],
  'decline-takeback': [participant, notOver, active, takebackRequested],
  'withdraw-takeback': [participant, notOver, active, ownTakebackRequest],
  'offer-pause': [participant, notOver, active, clocked, notPaused, pause.none],
  'accept-pause': [participant, notOver, active, clocked, pause.theirs],
  'decline-pause': [participant, notOver, active, clocked, pause.theirs],
  'withdraw-pause': [participant, notOver, active, clocked, pause.own],
  resume: [participant, notOver, active, clocked, paused],
  'offer-weekends': [participant, notOver, active, clocked, weekends.none],
  'accept-weekends': [participant, notOver, active, clocked, weekends.theirs],
  'decline-weekends': [participant, notOver, active, clocked, weekends.theirs],
  'withdraw-weekends': [participant, notOver, active, clocked, weekends.own],
  'set-lines': [participant, notOver, active, opponentsTurn],
  rematch: [participant, finished],
};

/** Codes with which a command can be refused by the table. */
export const refusalsOf = (command: Command): DomainErrorCode[] => [
  ...new Set(LIFECYCLE[command].map(({ code }) => code)),
];

export function roleOf(game: Standing, playerId: string): Role {
  if (game.startedAt) return sideOf(game, playerId) === null ? 'stranger' : 'player';
  if (game.creator.id === playerId) return 'creator';
  if (game.opponent) return game.opponent.id === playerId ? 'challenged' : 'stranger';
  return 'guest';
}

/** Whether a player may give a command now, and if not, why. */
export function judge(command: Command, game: Standing, playerId: string): Verdict {
  const situation = {
    game,
    role: roleOf(game, playerId),
    isChallenge: game.opponent?.id === playerId,
    side: game.startedAt && sideOf(game, playerId),
    plies: game.position.ply - game.startPly,
  };
  const broken = LIFECYCLE[command].find(({ holds }) => !holds(situation));
  return broken ? { allowed: false, broken, detail: broken.detail(situation) } : { allowed: true };
}

/** How many plies a takeback takes back: the last one, or on one's own turn the opponent's answer as well. */
export const takebackPlies = ({ position }: Standing, side: Side | null): 1 | 2 =>
  position.sideToMove === side ? 2 : 1;

function earliestOffer({ last }: Offers, side: Side | null): number {
  const ply = side && last[side];
  return ply === null ? 0 : ply + DRAW_OFFER_INTERVAL;
}
