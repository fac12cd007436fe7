/** What the reference says of operations that honour `Idempotency-Key`. */
import type { ProblemCode } from './problems.js';

/** The extension by which an operation says that it does; taken off again. */
export const IDEMPOTENCY_EXTENSION = 'x-idempotency';

export interface Idempotency {
  /** The least length of a key. */
  readonly minLength: number;
}

export const IDEMPOTENCY_CODES = ['request-in-progress', 'idempotency-key-reused'] as const satisfies ProblemCode[];

const REPLAYED = 'Idempotent-Replayed';

/** For the components of the document. */
export const IDEMPOTENCY_HEADERS = {
  [REPLAYED]: {
    description: '`true` on an answer that was first given to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
} as const;

/** The answers that are kept for a key. */
const KEPT = /^(?:2..|404|409|410|412|422)$/;

/** Adds the header to the parameters. */
export function addKeyParameter(parameters: object[], { minLength }: Idempotency): void {
  const secret =
    minLength > 1
      ? ` At least ${String(minLength)} characters here: whoever knows the key can have the answer repeated, with the secret in it. The key belongs to the one token that is used, if any.`
      : ' All tokens of a player share its keys, except that those without the scope `read` have keys of their own.';
  parameters.push({
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of your choice, such as a UUID, new for every command and the same when you send it again: the command ' +
      `then takes effect once, and its answer is repeated for 24 hours.${secret}`,
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]+$', minLength, maxLength: 255 },
    example: '5b3f6f0e-8a0c-4c9b-9d57-0f3c1a7e2d64',
  });
}

/** Adds the header of repeated answers to those that can be repeated. */
export function describeReplays(responses: Record<string, { headers?: Record<string, unknown> }>): void {
  for (const [status, response] of Object.entries(responses))
    if (KEPT.test(status))
      response.headers = { ...response.headers, [REPLAYED]: { $ref: `#/components/headers/${REPLAYED}` } };
}
