/** The position that a new game starts from. */
import { DomainError } from '../domain-error.js';
import type { RulesService } from '../rules/rules.service.js';
import type { Position, RuleSet } from '../salta/index.js';

export interface StartInput {
  readonly position?: string | undefined;
  readonly ply?: number | undefined;
}

/**
 * The rule set's own start, or a position set by hand that is not over; `ply` replaces the one in its text.
 * Throws `invalid-position`.
 */
export function startOf(rulesService: RulesService, rules: RuleSet, { position, ply }: StartInput): Position {
  if (position === undefined) {
    if (ply !== undefined) throw refuse('/ply', 'goes with a position only');
    return rulesService.startPosition(rules);
  }
  const start = rulesService.position(rules, ply === undefined ? position : withPly(position, ply));
  if (rulesService.play(rules, start).ending) throw refuse('/position', 'the game would be over before it began');
  return start;
}

/** Position text with another ply: the third of its fields. */
const withPly = (text: string, ply: number): string =>
  text
    .split(' ')
    .map((field, index) => (index === 2 ? String(ply) : field))
    .join(' ');

const refuse = (pointer: string, detail: string): DomainError =>
  new DomainError('invalid-position', 'A game cannot start from this position.', { errors: [{ pointer, detail }] });
