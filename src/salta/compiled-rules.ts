/** A rule set made ready for the move generator: numbers and typed arrays, sides as 0 (Light) and 1 (Dark). */
import { ALL_DIRECTIONS, CELLS, DOWN, UP } from './geometry.js';
import { SIDES, type Side } from './piece.js';
import { MAX_PLY } from './position.js';
import type { RuleOptions, RuleSet } from './rule-set.js';
import { goalSquares } from './setup.js';

/** 0 is Light, 1 is Dark. */
export type SideIndex = 0 | 1;

export const sideIndex = (side: Side): SideIndex => (side === 'light' ? 0 : 1);

/** What stands on a cell; the values of the pieces can be used as a mask. */
export const VACANT = 0;
export const LIGHT = 1;
export const DARK = 2;
export const WALL = 4;

export interface CompiledRules {
  /** Step and jump offsets by side. */
  readonly steps: readonly [Int8Array, Int8Array];
  readonly jumps: readonly [Int8Array, Int8Array];
  /** Whether each side may step and jump up the ranks, and down. */
  readonly stepsUp: readonly [boolean, boolean];
  readonly stepsDown: readonly [boolean, boolean];
  readonly jumpsUp: readonly [boolean, boolean];
  readonly jumpsDown: readonly [boolean, boolean];
  /** What each side may jump over, as a mask of LIGHT and DARK. */
  readonly jumpable: readonly [number, number];
  readonly chains: boolean;
  readonly obligation: RuleOptions['jumpObligation'];
  readonly blockadeForbidden: boolean;
  /** The ply at which the game ends, the highest there is where the rule set has no limit. */
  readonly lastPly: number;
  readonly equalTurn: boolean;
  readonly first: SideIndex;
  /** The goal cell of each piece, by side. */
  readonly goals: readonly [Uint8Array, Uint8Array];
}

const directions = (allowed: RuleOptions['step']): [Int8Array, Int8Array] =>
  allowed === 'any'
    ? [Int8Array.from(ALL_DIRECTIONS), Int8Array.from(ALL_DIRECTIONS)]
    : [Int8Array.from(UP), Int8Array.from(DOWN)];

function compile({ options }: RuleSet): CompiledRules {
  const goals = goalSquares(options);
  const goalCells = (side: Side) => Uint8Array.from(goals[side], (square) => CELLS[square]!);
  return {
    steps: directions(options.step),
    jumps: directions(options.jumpDirection),
    stepsUp: [true, options.step === 'any'],
    stepsDown: [options.step === 'any', true],
    jumpsUp: [true, options.jumpDirection === 'any'],
    jumpsDown: [options.jumpDirection === 'any', true],
    jumpable: options.jumpOver === 'any' ? [LIGHT | DARK, LIGHT | DARK] : [DARK, LIGHT],
    chains: options.jumpChain,
    obligation: options.jumpObligation,
    blockadeForbidden: options.blockade === 'forbidden',
    lastPly: options.moveLimit === null ? MAX_PLY : 2 * options.moveLimit,
    equalTurn: options.tempo === 'equal-turn',
    first: sideIndex(options.firstPlayer),
    goals: [goalCells(SIDES[0]), goalCells(SIDES[1])],
  };
}

const compiled = new WeakMap<RuleSet, CompiledRules>();

/** The compiled form of a rule set, made once. */
export function compileRules(rules: RuleSet): CompiledRules {
  let found = compiled.get(rules);
  if (!found) compiled.set(rules, (found = compile(rules)));
  return found;
}
