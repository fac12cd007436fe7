/** Why a record that is brought in is refused, and where it stands. */
import { RECORD_FAULTS, type IllegalMoveReason } from '../salta/index.js';

/** The faults that a record in text can have, and those of what it comes in. */
export const REFUSAL_CODES = [
  ...RECORD_FAULTS,
  'too-large',
  'bad-encoding',
  'bad-json',
  'bad-gzip',
  'too-compressed',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Where a record begins. */
export interface RecordPlace {
  /** Records before it in the stream, refused ones included. */
  readonly index: number;
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
  /** Bytes before it, counted after decompression. */
  readonly offset: number;
}

export interface ImportRefusal {
  readonly code: RefusalCode;
  /** A sentence for people. */
  readonly detail: string;
  /** Where reading stopped, in the whole stream, from 1. */
  readonly line: number;
  readonly column?: number;
  /** In a record that is JSON: which part of it. */
  readonly pointer?: string;
  /** For a move or call: how many stand before it, calls included. */
  readonly entry?: number;
  /** For a move: the ply that it would have made; for a call: the ply that it would have taken back. */
  readonly ply?: number;
  /** For `illegal-move`. */
  readonly reason?: IllegalMoveReason;
}

/** A refusal within one record: lines count from its first, columns of its first line from its first character. */
export type LocalRefusal = Omit<ImportRefusal, 'line'> & { readonly line?: number };

/** What is refused is quoted, and can be as long as a record. */
const MAX_QUOTED = 400;
const cut = (text: string): string => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}...` : text);

/** A refusal of a record that begins at a place. */
export function refusalAt(
  place: RecordPlace,
  { line = 1, column, detail, pointer, ...rest }: LocalRefusal,
): ImportRefusal {
  return {
    ...rest,
    detail: cut(detail),
    ...(pointer !== undefined && { pointer: cut(pointer) }),
    line: place.line + line - 1,
    ...(column !== undefined && { column: line === 1 ? place.column + column - 1 : column }),
  };
}

/** Ends a stream that cannot be read on. */
export class UnreadableStream extends Error {
  override readonly name = 'UnreadableStream';

  constructor(
    readonly code: 'bad-gzip' | 'too-compressed' | 'too-large',
    readonly detail: string,
  ) {
    super(detail);
  }
}
