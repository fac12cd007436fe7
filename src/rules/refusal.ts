import { DomainError, type DomainErrorCode, type FieldError } from '../domain-error.js';
import type { Move, SaltaError, SaltaErrorCode, SquareNotation } from '../salta/index.js';
import { moveView } from './views/move.view.js';

/** What the service answers when the core refuses. */
const CODES: Readonly<Record<SaltaErrorCode, DomainErrorCode>> = {
  'bad-square': 'invalid-notation',
  'bad-position': 'invalid-position',
  'bad-rules': 'invalid-rules',
  'bad-notation': 'invalid-notation',
  'illegal-move': 'illegal-move',
  'illegal-call': 'illegal-call',
  // Of the core's functions only a call says this; a move that comes too late is an illegal one.
  'game-over': 'illegal-call',
  'bad-record': 'invalid-notation',
};

/** Where something stands in a request: a pointer into the body, or another part and a pointer. */
export type Place = string | Omit<FieldError, 'detail'>;

export interface RefusalContext {
  /** Where what is refused stands. */
  readonly at?: Place;
  /** What would have been legal instead. */
  readonly legal?: readonly Move[];
  /** How they are written. */
  readonly notation?: SquareNotation;
}

/** The core's refusal as the error that services throw. */
export function refusal(error: SaltaError, { at, legal, notation }: RefusalContext = {}): DomainError {
  const errors = fieldErrors(error, at);
  return new DomainError(CODES[error.code], sentence(error.message), {
    ...(error.reason !== undefined && { reason: error.reason }),
    ...(error.index !== undefined && { index: error.index }),
    ...(error.code === 'illegal-move' && legal && { legalMoves: legal.map((move) => moveView(move, notation)) }),
    ...(errors.length > 0 && { errors }),
  });
}

function fieldErrors({ code, message, violations }: SaltaError, at: Place | undefined): FieldError[] {
  if (at === undefined) return [];
  const place = typeof at === 'string' ? { pointer: at } : at;
  if (code !== 'bad-rules' || violations === undefined) return [{ ...place, detail: message }];
  return violations.map(({ option, message: detail }) => ({
    ...place,
    pointer: `${place.pointer}${optionPointer(option)}`,
    detail,
  }));
}

const optionPointer = (option: string): string =>
  option === 'preset' ? '/preset' : `/overrides/${option.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The core's half sentence as a whole one; what begins with a name such as `moveLimit` or `e3-f4` keeps it. */
const sentence = (message: string): string =>
  `${message.replace(/^[a-z](?=[a-z]*[ ,:])/, (letter) => letter.toUpperCase())}.`;
