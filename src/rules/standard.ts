import { createRuleSet, formatPosition, startPosition, unwrap } from '../salta/index.js';

/** The preset `standard`, for documentation. */
export const STANDARD = unwrap(createRuleSet('standard'));

/** Its start as position text. */
export const START = formatPosition(startPosition(STANDARD));
