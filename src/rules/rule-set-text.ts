import { DomainError } from '../domain-error.js';
import type { RuleSetInput } from './rules.service.js';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a rule set out of a query parameter: the name of a preset, or a rule set as JSON. Throws `invalid-request`. */
export function readRuleSetText(text: string): RuleSetInput {
  if (!text.startsWith('{')) return { preset: text };
  const value = parse(text);
  if (!isObject(value)) throw refuse('must be the name of a preset or a rule set as JSON');
  const { preset, overrides = {}, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw refuse(`there is no field ${JSON.stringify(unknown)} in a rule set`);
  if (typeof preset !== 'string') throw refuse('preset must be the name of a preset');
  if (!isObject(overrides)) throw refuse('overrides must be an object');
  return { preset, overrides };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refuse = (detail: string): DomainError =>
  new DomainError('invalid-request', 'The rule set in the query cannot be read.', {
    errors: [{ in: 'query', pointer: '/rules', detail }],
  });
