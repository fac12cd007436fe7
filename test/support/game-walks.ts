/** Random games of {@link GameModel}: what they start from, and what is tried in them. */
import fc from 'fast-check';
import { SIDES } from '../../src/salta/index.js';
import { ACTORS, MODEL_COMMANDS, type Actor, type GameModel, type ModelSetup, type ModelStep } from './game-model.js';

const START = 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -';
/** Light may jump e5^g7, or miss it. */
const MISSABLE = 'edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4 -';
/** Light has missed it by e3-d4: Dark may call, and the game goes back behind its start. */
const CALLABLE = 'edcba/jihgf/on1lk/5/2m2/2N2/1M3/KL2O/FGHIJ/ABCDE d 5 e3-d4';

/** Scored by distance, which takes no time. */
const BOARDS = [
  { preset: 'standard', overrides: { moveLimit: 8, scoring: 'distance' }, start: START },
  { preset: 'seven-ranks', overrides: { moveLimit: 10, scoring: 'distance' }, start: MISSABLE },
  { preset: 'seven-ranks', overrides: { moveLimit: 10, scoring: 'distance' }, start: CALLABLE },
] as const;

const setups: fc.Arbitrary<ModelSetup> = fc
  .record({
    board: fc.constantFrom(...BOARDS),
    makerSide: fc.constantFrom(...SIDES),
    challenge: fc.boolean(),
    // Three of four: most commands about time need a clock.
    timed: fc.nat({ max: 3 }).map((number) => number > 0),
  })
  .map(({ board, ...rest }) => ({ ...board, ...rest }));

/** A player by what it is at the moment: actors are drawn so often by turn that games get somewhere. */
type Who = Actor | 'mover' | 'waiting';

interface Try {
  readonly who: Who;
  readonly command: ModelStep['command'] | 'negotiate' | 'negotiate-time';
  readonly choice: number;
  readonly stale: 'version' | 'ply' | undefined;
}

const choice = fc.nat({ max: 1000 });
const never = fc.constant(undefined);
const tries: fc.Arbitrary<Try> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record<Try>({ who: fc.constant('mover'), command: fc.constant('move'), choice, stale: never }),
  },
  {
    weight: 3,
    arbitrary: fc.record<Try>({
      who: fc.constantFrom('mover', 'waiting'),
      command: fc.constantFrom('offer-draw', 'request-takeback', 'salta-call', 'rematch'),
      choice,
      stale: never,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record<Try>({ who: fc.constant('mover'), command: fc.constant('negotiate'), choice, stale: never }),
  },
  {
    weight: 4,
    arbitrary: fc.record<Try>({
      who: fc.constant('waiting'),
      command: fc.constantFrom('negotiate-time', 'set-lines'),
      choice,
      stale: never,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record<Try>({
      who: fc.constantFrom<Who>(...ACTORS),
      command: fc.constantFrom(...MODEL_COMMANDS),
      choice,
      stale: fc.oneof({ weight: 4, arbitrary: never }, fc.constantFrom('version' as const, 'ply' as const)),
    }),
  },
);

export interface Walk {
  readonly setup: ModelSetup;
  readonly tries: readonly Try[];
}

/** A game that begins, and up to `maxLength` tries at it. */
export const walks = (maxLength: number): fc.Arbitrary<Walk> =>
  fc.record({ setup: setups, tries: fc.array(tries, { maxLength, size: 'max' }) });

const ILLEGAL = 'a1-j10';

/** What a try means in the game as it stands. */
export function stepOf({ who, command, choice, stale }: Try, model: GameModel): ModelStep {
  if (model.status === 'open' && command === 'move' && choice % 3 > 0)
    return { actor: 'other', command: model.setup.challenge && choice % 7 === 0 ? 'decline' : 'join' };
  if (command === 'negotiate') return negotiate(model, choice);
  if (command === 'negotiate-time') return negotiateTime(model, choice);
  const actor = actorOf(who, model);
  if (command === 'set-lines')
    return { actor, command, ...lineFor(model, choice), stale: stale === 'ply' ? undefined : stale };
  if (command !== 'move') return { actor, command, stale: stale === 'ply' ? undefined : stale };
  const moves = model.moves();
  // What has been left for a move shows once that move is made.
  if (model.line && choice % 2 === 1) return { actor, command, move: model.line[0], stale };
  // Every tenth move or so is none.
  const move = choice % 10 === 0 ? ILLEGAL : (moves[choice % moves.length] ?? ILLEGAL);
  return { actor, command, move, stale };
}

/** An offer or a request is made where none stands, else answered by the opponent or withdrawn. */
function negotiate({ takeback, drawOffer, seats, ply }: GameModel, choice: number): ModelStep {
  const by = takeback ?? drawOffer;
  if (by === null)
    return {
      actor: (choice % 2 === 0 ? seats.light : seats.dark) ?? 'other',
      command: ply > 1 && choice % 3 > 0 ? 'request-takeback' : 'offer-draw',
    };
  const kind = takeback === null ? 'draw' : 'takeback';
  if (choice % 4 === 0) return { actor: by, command: `withdraw-${kind}` };
  const opponent = seats.light === by ? seats.dark : seats.light;
  return { actor: opponent ?? 'other', command: choice % 4 === 1 ? `decline-${kind}` : `accept-${kind}` };
}

/** A proposal about time is made where none stands, else answered; a pause is ended. */
function negotiateTime({ pauseOffer, paused, weekendsOffer, seats }: GameModel, choice: number): ModelStep {
  const someone = (choice % 2 === 0 ? seats.light : seats.dark) ?? 'other';
  const by = pauseOffer ?? weekendsOffer;
  if (by === null) {
    if (choice % 3 === 0) return { actor: someone, command: 'offer-weekends' };
    return { actor: someone, command: paused ? 'resume' : 'offer-pause' };
  }
  const kind = pauseOffer === null ? 'weekends' : 'pause';
  if (choice % 5 === 0) return { actor: by, command: `withdraw-${kind}` };
  const opponent = (seats.light === by ? seats.dark : seats.light) ?? 'other';
  return { actor: opponent, command: choice % 5 === 1 ? `decline-${kind}` : `accept-${kind}` };
}

/** A move that may come, and a reply to it; in one of five tries, none. */
function lineFor(model: GameModel, choice: number): Pick<ModelStep, 'line'> {
  const moves = model.status === 'active' ? model.moves() : [];
  const move = moves[choice % Math.max(1, moves.length)];
  const replies = move === undefined || choice % 5 === 0 ? [] : model.repliesTo(move);
  const reply = replies[choice % Math.max(1, replies.length)];
  return move === undefined || reply === undefined ? {} : { line: [move, reply] };
}

function actorOf(who: Who, { seats, sideToMove }: GameModel): Actor {
  if (who !== 'mover' && who !== 'waiting') return who;
  const [mover, waiting] = sideToMove === 'light' ? [seats.light, seats.dark] : [seats.dark, seats.light];
  return (who === 'mover' ? mover : waiting) ?? 'other';
}
