/** Generators of random rule sets, positions and games for the property tests of the core. */
import fc from 'fast-check';
import {
  createPosition,
  createRuleSet,
  CALL_WORD,
  Play,
  PRESETS,
  RULE_OPTION_VALUES,
  replay,
  startPosition,
  unwrap,
  type Action,
  type Position,
  type RuleSet,
} from '../../src/salta/index.js';

const overrides: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    ...Object.fromEntries(
      Object.entries(RULE_OPTION_VALUES).map(([name, values]) => [name, fc.constantFrom<unknown>(...values)]),
    ),
    moveLimit: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constant(null)),
  },
  { requiredKeys: [] },
);

/** Every preset, and presets with any overrides that make sense together. */
export const ruleSets: fc.Arbitrary<RuleSet> = fc
  .tuple(fc.constantFrom(...PRESETS), fc.oneof(fc.constant({}), overrides))
  .map(([preset, chosen]) => createRuleSet(preset, chosen))
  .filter((result) => result.ok)
  .map(unwrap);

/** All 30 pieces anywhere, either side to move. */
export const positions: fc.Arbitrary<Position> = fc
  .tuple(
    fc.shuffledSubarray(
      Array.from({ length: 50 }, (_, square) => square),
      { minLength: 30, maxLength: 30 },
    ),
    fc.constantFrom('light' as const, 'dark' as const),
    fc.integer({ min: 0, max: 300 }),
  )
  .map(([squares, sideToMove, ply]) =>
    unwrap(
      createPosition({
        squares: { light: squares.slice(0, 15), dark: squares.slice(15) },
        sideToMove,
        ply,
        callState: null,
      }),
    ),
  );

/** A game under way: seeds decide the moves, and whether a missed jump is called. */
export interface RandomGame {
  readonly rules: RuleSet;
  readonly seeds: readonly number[];
}

export const games = (maxLength: number): fc.Arbitrary<RandomGame> =>
  fc.record({ rules: ruleSets, seeds: fc.array(fc.nat(), { maxLength }) });

/** What a seed does: call a missed jump now and then, else one of the legal moves. */
export function choose(play: Play, seed: number): Action | null {
  const { callState } = play.position;
  if (callState !== null && callState !== 'called' && seed % 3 === 0) return CALL_WORD;
  const moves = play.legalMoves();
  const move = moves[seed % moves.length];
  return move ? [move.from, move.to] : null;
}

/** Plays a random game until it ends or the seeds do; shows the start and each state on the way. */
export function* walk({ rules, seeds }: RandomGame): Generator<Play> {
  const play = new Play(rules, startPosition(rules));
  yield play;
  for (const seed of seeds) {
    const action = choose(play, seed);
    if (!action) return;
    if (action === CALL_WORD) unwrap(play.callSalta());
    else unwrap(play.play(action));
    yield play;
  }
}

/** The actions of a random game, one for each seed until the game ends. */
export function actionsOf({ rules, seeds }: RandomGame): Action[] {
  const actions: Action[] = [];
  for (const seed of seeds) {
    const { play } = unwrap(replay(rules, startPosition(rules), actions));
    const action = choose(play, seed);
    if (!action) break;
    actions.push(action);
  }
  return actions;
}
