import type { RuleSet } from '../salta/index.js';

/** Preset and overrides as one text: two rule sets are the same to the records and ratings if their keys are. */
export const ruleSetKey = ({ preset, overrides }: RuleSet): string =>
  JSON.stringify([preset, Object.entries(overrides).sort(([a], [b]) => (a < b ? -1 : 1))]);
