/** The schema and the examples of problem documents in openapi.yaml. */
import { ILLEGAL_MOVE_REASONS } from '../salta/index.js';
import { problemDocument } from './problem.js';
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from './problems.js';
import type { ErrorData } from '../domain-error.js';

export const PROBLEM_SCHEMA = {
  type: 'object',
  description:
    'A failure (RFC 9457). Further members belong to the code; programs decide by `code`, people read `detail`.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'A page on this code.' },
    title: { type: 'string', description: 'The same for every occurrence of the code.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'One sentence on this occurrence.' },
    instance: { type: 'string', description: 'The path that was asked for.' },
    code: { type: 'string', enum: PROBLEM_CODES },
    requestId: { type: 'string', description: 'The `X-Request-Id` of the answer.' },
    errors: {
      type: 'array',
      description: 'The parts of the request that are at fault.',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        additionalProperties: false,
        properties: {
          in: { type: 'string', enum: ['query', 'path', 'header'], description: 'The body unless it is said.' },
          pointer: {
            type: 'string',
            description: 'RFC 6901 pointer into the body, or `/` and the name of a parameter.',
          },
          detail: { type: 'string' },
        },
      },
    },
    reason: { type: 'string', enum: ILLEGAL_MOVE_REASONS, description: 'Why a move is not legal.' },
    refusal: {
      type: 'string',
      description: 'Of `invalid-conditional-moves`: what is wrong in one word, such as `no-reply` or `illegal-move`.',
    },
    legalMoves: {
      type: 'array',
      description: 'Of `illegal-move`: what is legal instead.',
      items: { $ref: '#/components/schemas/MoveView' },
    },
    index: { type: 'integer', minimum: 0, description: 'Which one of a list of moves is refused.' },
    ply: { type: 'integer', minimum: 0, description: 'Where the state of a game refuses: the ply it stands at.' },
    position: { type: 'string', description: 'Where the state of a game refuses: its position.' },
    version: { type: 'integer', minimum: 1, description: 'Where the state of a game refuses: its version.' },
    rematch: { type: 'string', format: 'uuid', description: 'Of `already-rematched`: the game that is the rematch.' },
    requiredScope: { type: 'string', description: 'Of `insufficient-scope`: the one that is missing.' },
  },
};

interface Occurrence {
  readonly detail: string;
  readonly instance?: string;
  readonly data?: ErrorData;
}

const MOVES = '/v1/games/019ad0c9-11c2-7f3a-b6a4-0c6d5f0e9b21/moves';

/** Typical occurrences; a code without one is shown with its title. */
const OCCURRENCES: Partial<Readonly<Record<ProblemCode, Occurrence>>> = {
  'malformed-json': {
    detail: 'The body is not JSON: Unexpected end of JSON input.',
    instance: '/v1/positions/legal-moves',
  },
  'invalid-request': {
    detail: 'The body does not fit the schema.',
    instance: '/v1/positions/legal-moves',
    data: { errors: [{ pointer: '/position', detail: 'must be position text' }] },
  },
  'invalid-text': {
    detail: 'A text in the body holds a character that cannot be stored.',
    instance: '/v1/players',
    data: { errors: [{ pointer: '/displayName', detail: 'holds U+0000 or half of a surrogate pair' }] },
  },
  'too-deep': { detail: 'The body is nested more than 32 levels deep.', instance: '/v1/positions/play' },
  'payload-too-large': { detail: 'The body has more than 1 MiB.', instance: '/v1/positions/play' },
  'unsupported-media-type': {
    detail: 'The body is "text/plain"; only application/json is read.',
    instance: '/v1/positions/play',
  },
  unauthorized: { detail: 'This needs a token: Authorization: Bearer salta_...', instance: '/v1/games' },
  'insufficient-scope': {
    detail: 'The token has not the scope "play".',
    instance: MOVES,
    data: { requiredScope: 'play' },
  },
  'handle-taken': { detail: 'The handle "krone" is taken.', instance: '/v1/players' },
  'game-not-found': { detail: '"x" is not an id; ids are UUIDs.', instance: '/v1/games/x' },
  'not-your-turn': {
    detail: 'It is the turn of dark.',
    instance: MOVES,
    data: { version: 3, ply: 1, position: 'edcba/jihgf/onmlk/5/5/5/2M2/KL1NO/FGHIJ/ABCDE d 1 -' },
  },
  'stale-ply': {
    detail: 'The move is meant for ply 1, the next one is ply 2.',
    instance: MOVES,
    data: { version: 3, ply: 1, position: 'edcba/jihgf/onmlk/5/5/5/2M2/KL1NO/FGHIJ/ABCDE d 1 -' },
  },
  'precondition-failed': { detail: 'The game is in version 3.', instance: MOVES, data: { version: 3 } },
  'request-in-progress': {
    detail: 'An earlier request with this Idempotency-Key is still being worked on.',
    instance: MOVES,
  },
  'idempotency-key-reused': {
    detail: 'This Idempotency-Key came with another request before: another address, body or If-Match.',
    instance: MOVES,
  },
  'preset-not-found': { detail: 'There is no preset called "chess".', instance: '/v1/rules/chess' },
  'invalid-rules': {
    detail: 'moveLimit is a whole number from 1 to 1000, or null.',
    instance: '/v1/positions/legal-moves',
    data: {
      errors: [
        { pointer: '/rules/overrides/moveLimit', detail: 'moveLimit is a whole number from 1 to 1000, or null' },
      ],
    },
  },
  'invalid-position': {
    detail: 'Light star-1 is missing.',
    instance: '/v1/positions/legal-moves',
    data: { errors: [{ pointer: '/position', detail: 'light star-1 is missing' }] },
  },
  'invalid-notation': {
    detail: '"e3" is no move: it must name two squares.',
    instance: '/v1/positions/play',
    data: { errors: [{ pointer: '/moves/0', detail: '"e3" is no move: it must name two squares' }] },
  },
  'illegal-move': {
    detail: 'a5-b6 is not legal: there is no piece on the square it starts from.',
    instance: '/v1/positions/play',
    data: {
      reason: 'empty-square',
      index: 0,
      legalMoves: [
        { notation: 'e3-f4', from: 'e3', to: 'f4', path: ['f4'], jump: false, side: 'light', piece: 'sun-3' },
      ],
    },
  },
  'rate-limited': {
    detail: 'No more than 600 requests of one caller in 60 seconds; try again in 1 s.',
    instance: '/v1/games',
  },
  'webhook-not-found': {
    detail: 'There is no webhook 019ad0ca-3b7d-7a42-8f0e-5d2c9b1a6e37.',
    instance: '/v1/webhooks/019ad0ca-3b7d-7a42-8f0e-5d2c9b1a6e37',
  },
  'invalid-webhook-url': {
    detail: 'Webhooks cannot go to this address: it must begin with https://.',
    instance: '/v1/webhooks',
    data: { errors: [{ pointer: '/url', detail: 'must begin with https://' }] },
  },
  'illegal-call': { detail: 'The last move missed no jump.', instance: '/v1/positions/play', data: { index: 2 } },
};

const REQUEST_ID = '0b0f7d52-6f0e-4a51-9d0b-3c1f6f1f4c55';

/** A problem document as an entry of `components.examples`. */
export function problemExample(code: ProblemCode): { summary: string; value: Record<string, unknown> } {
  const { detail, data = {}, instance } = OCCURRENCES[code] ?? { detail: `${PROBLEMS[code].title}.` };
  const place = { requestId: REQUEST_ID, ...(instance !== undefined && { instance }) };
  return { summary: PROBLEMS[code].title, value: problemDocument({ code, detail, data, headers: {} }, place) };
}
