/** The headers of a text record that say which game it is: rule set, start position, date. */
import type { RecordFault, Result } from './errors.js';
import { parsePartialDate } from './partial-date.js';
import { admitPosition, Play } from './play.js';
import { parsePosition, startPosition, type Position } from './position.js';
import { GAME_TAGS } from './record.js';
import { RecordRefusal, type Place } from './record-scanner.js';
import { createRuleSet, type RuleSet } from './rule-set.js';

export type Tag = { readonly value: string } & Place;
export type Tags = ReadonlyMap<string, Tag>;

/** Whether a header says what a field of the record says. */
export const isGameTag = (name: string): boolean => (GAME_TAGS as readonly string[]).includes(name);

/** The value of a result, or a refusal at a place. */
export function accept<T>(result: Result<T>, place: Place, fault: RecordFault): T {
  if (result.ok) return result.value;
  const { message, reason, index } = result.error;
  throw new RecordRefusal(place, fault, message, { ...(reason && { reason }), ...(index !== undefined && { index }) });
}

/** The rule set; checks the date on the way. */
export function readRules(tags: Tags, after: Place): RuleSet {
  const rules = tags.get('Rules');
  if (!rules) throw new RecordRefusal(after, 'bad-header', 'header Rules is missing');
  const date = tags.get('Date');
  if (date) accept(parsePartialDate(date.value), date, 'bad-header');
  const overrides = tags.get('Overrides');
  return accept(createRuleSet(rules.value, readOverrides(overrides)), overrides ?? rules, 'bad-rules');
}

function readOverrides(tag: Tag | undefined): Record<string, unknown> {
  if (!tag) return {};
  const pairs = tag.value.split(' ').map((pair) => {
    const [name, value, ...rest] = pair.split('=');
    if (!name || value === undefined || rest.length > 0)
      throw new RecordRefusal(tag, 'bad-rules', 'Overrides is name=value, separated by single spaces');
    return [name, readOptionValue(name, value)] as const;
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RecordRefusal(tag, 'bad-rules', `Overrides has ${twice} twice`);
  return Object.fromEntries(pairs);
}

function readOptionValue(name: string, value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (name !== 'moveLimit') return value;
  if (value === 'null') return null;
  return /^[1-9]\d{0,3}$/.test(value) ? Number(value) : value;
}

export function readStart(tags: Tags, rules: RuleSet): Position {
  const tag = tags.get('Position');
  if (!tag) return startPosition(rules);
  const start = accept(
    admitPosition(rules, accept(parsePosition(tag.value), tag, 'bad-position')),
    tag,
    'bad-position',
  );
  if (new Play(rules, start).ending)
    throw new RecordRefusal(tag, 'bad-position', 'the game is over in the position it starts from');
  return start;
}
