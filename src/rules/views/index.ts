/** How answers show what the rules core has: the classes are the schemas of openapi.yaml, the functions fill them. */
export {
  MoveView,
  moveView,
  NumberedMoveView,
  PlayedMoveView,
  playedMoveView,
  RecordedMoveView,
  recordedMoveView,
} from './move.view.js';
export { OutcomeView, outcomeView } from './outcome.view.js';
export { PresetView, presetView } from './preset.view.js';
export { RuleOptionsView, RuleOverridesView } from './rule-options.js';
export { RuleSetView, ruleSetView } from './rule-set.view.js';
export { rewriteSquares, ScoreView, scoreView } from './score.view.js';
