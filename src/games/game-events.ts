/** Events that more than one service writes. */
import type { NewEvent } from '../events/event.js';
import type { RuleSet } from '../salta/index.js';

export const createdEvent = (creator: string, opponent: string | null, { preset }: RuleSet): NewEvent => ({
  type: 'game.created',
  data: { creator, opponent, preset },
});
