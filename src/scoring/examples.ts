/** The bodies that the reference shows: the final position printed on the box sheet (Fig. 2), where Dark needs 10 moves. */
import { scoreView } from '../rules/views/index.js';
import { createRuleSet, parsePosition, Play, scorePosition, unwrap } from '../salta/index.js';

const PRINTED = 'KLMNO/FGHIJ/ABCDE/5/1c1b1/ed3/5/4a/jihgf/onmlk l 80 -';

export const SCORE_REQUEST = { rules: { preset: 'tournament' }, position: PRINTED };

const { rules, position, ending } = new Play(unwrap(createRuleSet('tournament')), unwrap(parsePosition(PRINTED)));

export const SCORE_EXAMPLE = scoreView(scorePosition(rules, position, ending));
