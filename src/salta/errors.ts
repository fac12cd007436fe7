/** What the core answers when it refuses: a closed set of codes, a sentence, and data. */

export const SALTA_ERROR_CODES = [
  'bad-square',
  'bad-position',
  'bad-rules',
  'bad-notation',
  'illegal-move',
  'illegal-call',
  'game-over',
  'bad-record',
] as const;
export type SaltaErrorCode = (typeof SALTA_ERROR_CODES)[number];

/** Why a move is refused. */
export const ILLEGAL_MOVE_REASONS = [
  'game-over',
  'empty-square',
  'not-your-piece',
  'square-occupied',
  'same-square',
  'not-a-step-or-jump',
  'wrong-direction',
  'nothing-to-jump',
  'own-piece-jumped',
  'wrong-path',
  'jump-required',
  'blockade',
] as const;
export type IllegalMoveReason = (typeof ILLEGAL_MOVE_REASONS)[number];

/** What is wrong with a record that is refused, for programs. */
export const RECORD_FAULTS = [
  'bad-syntax',
  'bad-header',
  'bad-rules',
  'bad-position',
  'bad-notation',
  'mixed-notations',
  'illegal-move',
  'illegal-call',
  'wrong-number',
  'wrong-result',
  'truncated',
  'too-long',
] as const;
export type RecordFault = (typeof RECORD_FAULTS)[number];

/** One option of a rule set that is refused, and why. */
export interface Violation {
  readonly option: string;
  readonly message: string;
}

export interface SaltaError {
  readonly code: SaltaErrorCode;
  readonly message: string;
  /** Set for `illegal-move`. */
  readonly reason?: IllegalMoveReason;
  /** Set where one of a list of moves is refused: its 0-based place. */
  readonly index?: number;
  /** Set for `bad-rules`: every option at fault. */
  readonly violations?: readonly Violation[];
  /** Set for `bad-record`: what is wrong. */
  readonly fault?: RecordFault;
  /** Set where a move or call of a record is refused: the ply it would have made, or taken back. */
  readonly ply?: number;
  /** Set for `bad-record`: where reading stopped, both counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

export type Result<T, E = SaltaError> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** A refusal: `code`, a sentence for people, and what belongs to the code. */
export const fail = (
  code: SaltaErrorCode,
  message: string,
  data: Omit<SaltaError, 'code' | 'message'> = {},
): { readonly ok: false; readonly error: SaltaError } => ({ ok: false, error: { ...data, code, message } });

/** The value of a result that cannot have failed; throws when it has. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}
