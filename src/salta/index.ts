/** The rules of Salta. Everything else in the project enters the core through this file. */
export {
  ILLEGAL_MOVE_REASONS,
  RECORD_FAULTS,
  SALTA_ERROR_CODES,
  fail,
  succeed,
  unwrap,
  type IllegalMoveReason,
  type RecordFault,
  type Result,
  type SaltaError,
  type SaltaErrorCode,
  type Violation,
} from './errors.js';
export {
  BOARD_SIZE,
  FILES,
  SQUARE_COUNT,
  SQUARE_NOTATIONS,
  distanceBetween,
  fileOf,
  formatSquare,
  parseSquare,
  placeOf,
  rankOf,
  squareAt,
  turned,
  type Square,
  type SquareName,
  type SquareNotation,
} from './square.js';
export {
  DEVICES,
  PIECE_COUNT,
  PIECE_NAMES,
  SIDES,
  bySide,
  formatPiece,
  opponentOf,
  type BySide,
  type Device,
  type Piece,
  type PieceName,
  type Side,
} from './piece.js';
export {
  MAX_MOVE_LIMIT,
  PRESETS,
  PRESET_SOURCES,
  RULE_OPTION_VALUES,
  createRuleSet,
  hasMovesNeeded,
  parsePreset,
  secondPlayer,
  type Preset,
  type RuleOptions,
  type RuleOverrides,
  type RuleSet,
} from './rule-set.js';
export { goalSquares, startSquares, type Squares } from './setup.js';
export {
  MAX_PLY,
  createPosition,
  formatPlacement,
  formatPosition,
  occupants,
  parsePosition,
  startPosition,
  type CallState,
  type CallableStep,
  type Occupant,
  type Position,
} from './position.js';
export { CALL_WORD, formatMove, OneNotation, parseMove, type SquareSequence } from './notation.js';
export { END_REASONS, isScored, type EndReason, type Ending } from './ending.js';
export { Play, admitPosition, type Call, type Move, type PlayedMove } from './play.js';
export { markRetracted, parseAction, perform, replay, type Action, type Entry, type Replay } from './replay.js';
export {
  awardOf,
  countSide,
  outcomeOf,
  scorePosition,
  restsOnSearch,
  scoreSide,
  settleEnding,
  type Award,
  type Count,
  type Outcome,
  type PieceScore,
  type Score,
  type SideScore,
  type Solve,
} from './score.js';
export { DEFAULT_BUDGET, solveMovesNeeded, type MovesNeeded, type MovesNeededStep } from './moves-needed.js';
export { perft } from './perft.js';
export {
  UNKNOWN_DATE,
  comparePartialDates,
  dayRange,
  formatPartialDate,
  parsePartialDate,
  type DayRange,
  type PartialDate,
} from './partial-date.js';
export {
  GAME_TAGS,
  RESULTS,
  ROSTER,
  formatOverrides,
  formatRecord,
  formatWritten,
  isTagName,
  resultToken,
  startText,
  writeMoves,
  type Comment,
  type GameRecord,
  type ResultToken,
  type WrittenRecord,
} from './record.js';
export { parseRecord, readRecord, type ReadingOptions } from './record-reader.js';
export {
  mapRefusals,
  openRecord,
  type Contradiction,
  type StatedOutcome,
  type UnsettledRecord,
} from './record-outcome.js';
