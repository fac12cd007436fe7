/**
 * A rule set is data: a preset with any of its options overridden (docs/rules.md, section 2).
 * The engine reads the options and knows no preset by name.
 */
import { opponentOf, type Side } from './piece.js';
import { fail, succeed, type Result, type Violation } from './errors.js';

/** Every option with a closed list of values; `moveLimit` is the one that is a number. */
export const RULE_OPTION_VALUES = {
  setup: ['standard', '1901'],
  numbering: ['own-left', 'light-left'],
  goal: ['opposite', 'advance'],
  step: ['any', 'forward'],
  jumpOver: ['opponent', 'any'],
  jumpDirection: ['any', 'forward'],
  jumpChain: [true, false],
  jumpObligation: ['required', 'on-call', 'optional'],
  blockade: ['forbidden', 'loses'],
  tempo: ['none', 'equal-turn', 'one-point'],
  scoring: ['moves-needed', 'distance', 'pieces-home'],
  firstPlayer: ['light', 'dark'],
} as const;

type ListedOptions = { readonly [K in keyof typeof RULE_OPTION_VALUES]: (typeof RULE_OPTION_VALUES)[K][number] };

export interface RuleOptions extends ListedOptions {
  /** Moves by each player after which the game ends and is scored; `null` for no limit. */
  readonly moveLimit: number | null;
}

export const MAX_MOVE_LIMIT = 1000;

export type RuleOverrides = Partial<RuleOptions>;

export const PRESETS = ['standard', 'edition-1901', 'seven-ranks', 'forward-chain', 'tournament'] as const;
export type Preset = (typeof PRESETS)[number];

/** A checked combination of options. `overrides` holds only what differs from the preset. */
export interface RuleSet {
  readonly preset: Preset;
  readonly overrides: RuleOverrides;
  readonly options: RuleOptions;
}

const STANDARD: RuleOptions = {
  setup: 'standard',
  numbering: 'own-left',
  goal: 'opposite',
  step: 'any',
  jumpOver: 'opponent',
  jumpDirection: 'any',
  jumpChain: false,
  jumpObligation: 'required',
  blockade: 'forbidden',
  moveLimit: 120,
  tempo: 'none',
  scoring: 'moves-needed',
  firstPlayer: 'light',
};

const PRESET_OPTIONS: Readonly<Record<Preset, RuleOptions>> = {
  standard: STANDARD,
  'edition-1901': { ...STANDARD, setup: '1901', goal: 'advance' },
  'seven-ranks': { ...STANDARD, goal: 'advance', jumpObligation: 'on-call' },
  'forward-chain': {
    ...STANDARD,
    numbering: 'light-left',
    step: 'forward',
    jumpOver: 'any',
    jumpDirection: 'forward',
    jumpChain: true,
    jumpObligation: 'optional',
    blockade: 'loses',
    scoring: 'pieces-home',
  },
  tournament: { ...STANDARD, goal: 'advance', jumpDirection: 'forward', tempo: 'equal-turn' },
};

/** One line on each preset: where it comes from. */
export const PRESET_SOURCES: Readonly<Record<Preset, string>> = {
  standard: 'The modern rulebook.',
  'edition-1901':
    'The variant of 1901 in the same rulebook: the opening position moves seven ranks forward, without mirroring.',
  'seven-ranks':
    'The common database description: seven ranks ahead, and the opponent may call "Salta!" on a jump that was missed.',
  'forward-chain': 'The forward-only description: no move backward, chains over either colour, a blocked player loses.',
  tournament:
    'The printed box sheet and Schubert 1899, as igGameCenter plays it: jumps only forward, an equal number of turns.',
};

const OPTION_NAMES = Object.keys(STANDARD) as (keyof RuleOptions)[];

function valuesOf(name: keyof RuleOptions): readonly unknown[] | null {
  return name === 'moveLimit' ? null : RULE_OPTION_VALUES[name];
}

function checkOption(name: string, value: unknown): string | null {
  if (!(OPTION_NAMES as string[]).includes(name)) return `there is no option ${JSON.stringify(name)}`;
  const values = valuesOf(name as keyof RuleOptions);
  if (values) return values.includes(value) ? null : `${name} is one of ${values.map(String).join(', ')}`;
  const fits = value === null || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_MOVE_LIMIT);
  return fits ? null : `moveLimit is a whole number from 1 to ${MAX_MOVE_LIMIT}, or null`;
}

/** Combinations that make no sense, each named by the option that asks for too much. */
function checkCombination(options: RuleOptions): Violation[] {
  const violations: Violation[] = [];
  const refuse = (option: keyof RuleOptions, message: string) => violations.push({ option, message });
  if (options.scoring === 'moves-needed') {
    if (options.step !== 'any') refuse('scoring', 'moves-needed scoring needs step: any');
    if (options.jumpOver !== 'opponent') refuse('scoring', 'moves-needed scoring needs jumpOver: opponent');
  }
  if (options.tempo === 'one-point' && options.scoring === 'pieces-home')
    refuse('tempo', 'tempo: one-point needs moves-needed or distance scoring');
  if (options.jumpObligation === 'on-call' && options.jumpChain)
    refuse('jumpObligation', 'jumpObligation: on-call needs jumpChain: false');
  return violations;
}

/** Reads a preset name. */
export function parsePreset(text: string): Result<Preset> {
  const preset = PRESETS.find((name) => name === text);
  return preset === undefined
    ? fail('bad-rules', `${JSON.stringify(text)} is not a preset; presets are ${PRESETS.join(', ')}`, {
        violations: [{ option: 'preset', message: `preset is one of ${PRESETS.join(', ')}` }],
      })
    : succeed(preset);
}

const known = new Map<string, RuleSet>();
const KNOWN_MOST = 500;

/**
 * A preset with overrides, checked: `bad-rules` names every option at fault. Equal combinations give
 * the same object, so that what is worked out for a rule set can be kept with it.
 */
export function createRuleSet(preset: string, overrides: Readonly<Record<string, unknown>> = {}): Result<RuleSet> {
  const found = parsePreset(preset);
  if (!found.ok) return found;
  const violations = Object.entries(overrides).flatMap(([option, value]): Violation[] => {
    const message = checkOption(option, value);
    return message === null ? [] : [{ option, message }];
  });
  const base = PRESET_OPTIONS[found.value];
  const options = { ...base, ...overrides };
  if (violations.length === 0) violations.push(...checkCombination(options));
  if (violations.length > 0)
    return fail('bad-rules', violations.map(({ message }) => message).join('; '), { violations });

  const different = OPTION_NAMES.filter((name) => options[name] !== base[name]);
  const kept = Object.fromEntries(different.map((name) => [name, options[name]])) as RuleOverrides;
  const key = JSON.stringify([found.value, kept]);
  let rules = known.get(key);
  if (!rules) {
    rules = Object.freeze({ preset: found.value, overrides: Object.freeze(kept), options: Object.freeze(options) });
    if (known.size >= KNOWN_MOST) known.clear();
    known.set(key, rules);
  }
  return succeed(rules);
}

/** Whether the numbers of `moves-needed` exist: all 15 pieces can be brought home by steps in any direction. */
export const hasMovesNeeded = (options: RuleOptions): boolean =>
  options.step === 'any' && options.jumpOver === 'opponent';

/** The player who does not move first. */
export const secondPlayer = (options: RuleOptions): Side => opponentOf(options.firstPlayer);
