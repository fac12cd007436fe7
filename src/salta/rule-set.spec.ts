import { describe, expect, it } from '@jest/globals';
import { createRuleSet, PRESETS } from './rule-set.js';
import { unwrap } from './errors.js';

describe('rule sets', () => {
  it('keeps only the overrides that differ from the preset', () => {
    const rules = unwrap(createRuleSet('standard', { moveLimit: 60, step: 'any' }));
    expect(rules.overrides).toEqual({ moveLimit: 60 });
    expect(rules.options).toMatchObject({ moveLimit: 60, step: 'any', scoring: 'moves-needed' });
  });

  it('gives equal combinations the same object', () =>
    expect(unwrap(createRuleSet('standard', { tempo: 'one-point', moveLimit: 120 }))).toBe(
      unwrap(createRuleSet('standard', { tempo: 'one-point' })),
    ));

  it('accepts every preset, the limits of moveLimit, and none', () => {
    for (const preset of PRESETS)
      for (const moveLimit of [1, 1000, null]) expect(createRuleSet(preset, { moveLimit }).ok).toBe(true);
  });

  it.each<[string, string, Record<string, unknown>, string[]]>([
    ['an unknown preset', 'chess', {}, ['preset']],
    ['an unknown option', 'standard', { castling: true }, ['castling']],
    ['an option of the prototype', 'standard', { constructor: 'x' }, ['constructor']],
    ['a value that is not listed', 'standard', { step: 'sideways' }, ['step']],
    ['a text for a boolean', 'standard', { jumpChain: 'false' }, ['jumpChain']],
    ['a limit of 0', 'standard', { moveLimit: 0 }, ['moveLimit']],
    ['a limit of 1001', 'standard', { moveLimit: 1001 }, ['moveLimit']],
    ['a limit that is not whole', 'standard', { moveLimit: 1.5 }, ['moveLimit']],
    ['a limit that is text', 'standard', { moveLimit: '60' }, ['moveLimit']],
    ['several at once', 'standard', { step: 1, goal: 2 }, ['step', 'goal']],
    ['moves-needed with forward steps', 'standard', { step: 'forward' }, ['scoring']],
    ['moves-needed with jumps over any piece', 'standard', { jumpOver: 'any' }, ['scoring']],
    ['one-point with pieces-home', 'standard', { tempo: 'one-point', scoring: 'pieces-home' }, ['tempo']],
    ['on-call with chains', 'seven-ranks', { jumpChain: true }, ['jumpObligation']],
  ])('refuses %s', (_, preset, overrides, options) => {
    const result = createRuleSet(preset, overrides);
    expect(result.ok ? [] : result.error.violations?.map(({ option }) => option)).toEqual(options);
  });
});
