/**
 * The one table of everything that can go wrong: code -> status, title and the text of the page `/problems/<code>`.
 * 400 is for what cannot be read as a request, 422 for what can be read and the rules of Salta refuse,
 * 409 for what the state of the game or of an account refuses.
 */
import type { DomainErrorCode } from '../domain-error.js';

/** Codes that only the HTTP layer itself gives. */
export const REQUEST_ERROR_CODES = [
  'malformed-request',
  'malformed-json',
  'invalid-text',
  'too-deep',
  'bad-url',
  'unknown-route',
  'method-not-allowed',
  'request-timeout',
  'payload-too-large',
  'uri-too-long',
  'unsupported-media-type',
  'rate-limited',
  'too-many-streams',
  'headers-too-large',
  'internal-error',
] as const;
export type RequestErrorCode = (typeof REQUEST_ERROR_CODES)[number];

export type ProblemCode = DomainErrorCode | RequestErrorCode;

export interface ProblemKind {
  readonly status: number;
  /** The same for every occurrence. */
  readonly title: string;
  /** When it happens. */
  readonly when: string;
  /** What the caller can do. */
  readonly advice: string;
}

export const PROBLEMS: Readonly<Record<ProblemCode, ProblemKind>> = {
  'malformed-request': {
    status: 400,
    title: 'The request is not valid HTTP',
    when: 'The bytes that arrived are not an HTTP/1.1 request, a header holds characters that no header may hold, or the body is not as long as Content-Length says.',
    advice: 'Use an HTTP client library and let it write the request.',
  },
  'malformed-json': {
    status: 400,
    title: 'The body is not valid JSON',
    when: 'The body is not JSON in UTF-8, names a member of an object twice, or has a member called __proto__.',
    advice:
      'Send one JSON value (RFC 8259) in UTF-8. `detail` says what is wrong with this one. No body at all is `invalid-request`.',
  },
  'invalid-text': {
    status: 400,
    title: 'A text holds a character that cannot be stored',
    when: 'A string in the body or in the URL holds U+0000 or half of a surrogate pair.',
    advice: 'Take the character out; where it stands in the body, `errors` points to each such text.',
  },
  'too-deep': {
    status: 400,
    title: 'The body is nested too deeply',
    when: 'Arrays and objects of the body stand inside each other more than 32 levels deep.',
    advice:
      'No request of this API needs more than a handful of levels. Compare the body with the schema of the operation.',
  },
  'invalid-request': {
    status: 400,
    title: 'The request does not fit the schema',
    when: 'A field or parameter is missing, unknown, given twice, or not of the right type or size. Nothing is converted: "false" is not a boolean and "5" is not a number.',
    advice: '`errors` names each part that is at fault with a JSON pointer and says what it should be.',
  },
  'invalid-cursor': {
    status: 400,
    title: 'The cursor is not one that this list gave out',
    when: '`cursor` was changed or cut short, or comes from another list.',
    advice: 'Use `nextCursor` of the page before as it is, or start again without a cursor.',
  },
  'bad-url': {
    status: 400,
    title: 'The URL cannot be read',
    when: 'The path or the query holds a percent sign that is not followed by two hexadecimal digits, or bytes that are not UTF-8.',
    advice: 'Percent-encode each part of the URL (encodeURIComponent and its kin).',
  },
  unauthorized: {
    status: 401,
    title: 'A valid token is needed',
    when: 'The operation needs to know who calls, and the request has no `Authorization: Bearer <token>` header, or its token is malformed, unknown, expired or revoked.',
    advice:
      'Send a token of a player or an app. POST /v1/players makes a player and shows its first token once; POST /v1/me/tokens makes further ones.',
  },
  forbidden: {
    status: 403,
    title: 'You may not do this',
    when: 'The token is valid, but its player may not do this: the game to be joined is a challenge to somebody else.',
    advice: 'Use the token of the player who is challenged, or join another game: GET /v1/games?status=open.',
  },
  'insufficient-scope': {
    status: 403,
    title: 'The token lacks a scope',
    when: 'The token is valid, but has not the scope that the operation needs: `read`, `play` or `manage`.',
    advice:
      'Use a token that has the scope named in `requiredScope`. No token can make one that may do more than itself.',
  },
  'player-required': {
    status: 403,
    title: 'Only a player can do this',
    when: 'The token is that of an app and no `Salta-Player` header says for which of its players it acts, or the token is that of the operator.',
    advice: 'As an app, name one of its players by `Salta-Player: <player id>`; GET /v1/app/players lists them.',
  },
  'player-not-of-this-app': {
    status: 403,
    title: 'The token may not act for this player',
    when: 'The header `Salta-Player` names somebody who is not a player of the app whose token this is: a player of another app, one who registered without an app, one who was deleted, or nobody. With the token of a player, it names another player.',
    advice: 'GET /v1/app/players lists the players for whom the app can act. Leave the header out to act as yourself.',
  },
  'app-required': {
    status: 403,
    title: 'Only an app can do this',
    when: 'The operation is about what belongs to an app, and the token is that of a player or of the operator.',
    advice: 'Use the token of an app. The operator of the service makes apps.',
  },
  'operator-required': {
    status: 403,
    title: 'Only the operator can do this',
    when: 'The operation manages the apps of the service, and the token is not that of its operator.',
    advice: 'Use the token in the setting `ADMIN_TOKEN`. Where it is not set, nobody can do this.',
  },
  'not-a-player-of-this-game': {
    status: 403,
    title: 'You do not play in this game',
    when: 'The command belongs to the two players of the game, and the token is of neither.',
    advice: 'Use the token of one of the players.',
  },
  'registration-closed': {
    status: 403,
    title: 'Registration is closed',
    when: 'The operator of this service has closed registration (the setting `REGISTRATION`): nobody can make a player of its own. Players that exist play on.',
    advice:
      'Use the token of a player that exists. Apps still make players of theirs, and so does the operator: send their token.',
  },
  'unknown-route': {
    status: 404,
    title: 'There is nothing at this address',
    when: 'No operation has this path. Paths are case-sensitive and do not end in a slash.',
    advice: '/docs lists every operation, and /openapi.json describes them for programs.',
  },
  'preset-not-found': {
    status: 404,
    title: 'There is no such preset',
    when: 'The path names a preset of the rules that does not exist.',
    advice: 'GET /v1/rules lists the presets.',
  },
  'player-not-found': {
    status: 404,
    title: 'There is no such player',
    when: 'The id is not that of a player, or the player has deleted the account.',
    advice:
      'Check the id. Ids are UUIDs, as they came in earlier answers; a handle is not one: GET /v1/players?handle= finds its player.',
  },
  'app-not-found': {
    status: 404,
    title: 'There is no such app',
    when: 'The id is not that of an app, or the app was deleted.',
    advice: 'GET /v1/apps lists the apps.',
  },
  'token-not-found': {
    status: 404,
    title: 'There is no such token',
    when: 'The id is not that of a token of yours, or the token is revoked already.',
    advice: 'GET /v1/me/tokens lists your tokens. The id of a token is not its secret.',
  },
  'game-not-found': {
    status: 404,
    title: 'There is no such game',
    when: 'The id is not that of a game, or the game is private and you are not one of its players.',
    advice: 'Check the id. Private games need the token of one of their players.',
  },
  'record-not-found': {
    status: 404,
    title: 'There is no such record',
    when: 'The id is not that of a game on record, or it is a private game and you are not one of its players.',
    advice: 'GET /v1/records searches the records. A game that is under way is not on record yet.',
  },
  'event-not-found': {
    status: 404,
    title: 'There is no such event',
    when: 'The id is not that of an event from which games are on record.',
    advice: 'GET /v1/records/events lists the events.',
  },
  'webhook-not-found': {
    status: 404,
    title: 'There is no such webhook',
    when: 'The id is not that of a webhook of yours, or the webhook was deleted.',
    advice:
      'GET /v1/webhooks lists your webhooks. Those of an app and those of its players are different ones: `Salta-Player` says whose are meant.',
  },
  'webhook-delivery-not-found': {
    status: 404,
    title: 'There is no such delivery',
    when: 'The id is not that of a delivery to this webhook, or the delivery is older than 30 days.',
    advice:
      'GET /v1/webhooks/{id}/deliveries lists the deliveries. The `webhook-id` of a message is not the id of a delivery.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not know the method',
    when: 'The path exists, but not with this method.',
    advice: 'The `Allow` header lists the methods that it has.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive',
    when: 'The headers or the body of the request did not arrive in time.',
    advice: 'Send the request again in one go.',
  },
  'handle-taken': {
    status: 409,
    title: 'The handle is taken',
    when: 'Another player has this handle. Upper and lower case count as the same.',
    advice: 'Choose another handle.',
  },
  'too-many-tokens': {
    status: 409,
    title: 'There are too many tokens',
    when: 'A player or an app has 50 tokens in force, as many as one can have.',
    advice: 'Revoke one that is not used any more: GET /v1/me/tokens shows when each was used last.',
  },
  'too-many-webhooks': {
    status: 409,
    title: 'There are too many webhooks',
    when: 'A player or an app has 10 webhooks, as many as one can have.',
    advice: 'Delete one that is not used any more, or change its address. One webhook can take events of every type.',
  },
  'webhook-disabled': {
    status: 409,
    title: 'The webhook is disabled',
    when: 'Something is to be sent to a webhook that its owner has turned off, or whose receiver has answered 410.',
    advice: 'Turn it on again: PATCH /v1/webhooks/{id} with {"enabled": true}.',
  },
  'not-your-turn': {
    status: 409,
    title: 'It is not your turn',
    when: 'The command needs the move, and the other side has it.',
    advice: 'Wait for the move of the other side; `sideToMove` of the game says whose turn it is.',
  },
  'game-not-active': {
    status: 409,
    title: 'The game has not started',
    when: 'The command needs a game in progress, and this one still waits for a player or was cancelled.',
    advice: 'Look at `status` of the game.',
  },
  'game-over': {
    status: 409,
    title: 'The game is over',
    when: 'The command needs a game in progress, and this one has ended.',
    advice: 'Look at `outcome` of the game.',
  },
  'game-not-open': {
    status: 409,
    title: 'The game cannot be joined',
    when: 'Both places of the game are taken, or it was cancelled, declined, or has expired.',
    advice: 'Look for another game with GET /v1/games?status=open.',
  },
  'no-clock': {
    status: 409,
    title: 'The game has no clock',
    when: 'The command is about time, and the game has no time control.',
    advice: 'Make games with a `timeControl` to have clocks.',
  },
  'proposal-pending': {
    status: 409,
    title: 'A proposal stands already',
    when: 'A pause, or a change about weekends, is proposed while the same or the other player has a proposal of this kind that waits for an answer.',
    advice:
      'Accept or decline the proposal of the opponent (`pauseOffer` and `weekendsOffer` of the game say whose it is); wait for the answer to your own.',
  },
  'no-proposal': {
    status: 409,
    title: 'There is no such proposal',
    when: 'A proposal is accepted or declined that the opponent has not made or has withdrawn, or one is withdrawn that is not there.',
    advice: 'Look at `pauseOffer` and `weekendsOffer` of the game.',
  },
  'paused-already': {
    status: 409,
    title: 'The clocks stand still already',
    when: 'A pause is proposed while one that was agreed on lasts.',
    advice: 'Wait for its end, or end it with /pauses/end.',
  },
  'not-paused': {
    status: 409,
    title: 'There is no pause to end',
    when: 'A pause is ended while none lasts that both players have agreed on.',
    advice: 'Look at `clock.paused` of the game. A vacation is ended with POST /v1/me/vacation/end.',
  },
  'your-own-turn': {
    status: 409,
    title: 'It is your turn',
    when: "Conditional moves answer the opponent's next move, and it is the player's own turn.",
    advice: 'Make your move first.',
  },
  'on-vacation': {
    status: 409,
    title: 'You are on vacation already',
    when: 'A vacation is begun while one lasts.',
    advice: 'Look at GET /v1/me/vacation.',
  },
  'not-on-vacation': {
    status: 409,
    title: 'You are not on vacation',
    when: 'A vacation is ended while none lasts.',
    advice: 'Look at GET /v1/me/vacation.',
  },
  'no-days-left': {
    status: 409,
    title: 'Your vacation days are used up',
    when: 'A vacation is begun when the days of the calendar year (UTC) are spent.',
    advice: 'Wait for the next year: it brings new days.',
  },
  'invalid-conditional-moves': {
    status: 422,
    title: 'The conditional moves cannot be kept',
    when: 'A line is empty, has no reply to its last move, holds a move that is not legal where its line leads, or contradicts another one; or there are too many.',
    advice:
      '`errors` points to the move that is at fault and says why. `refusal` says it in one word; where that is `illegal-move`, `reason` says why the move is not legal.',
  },
  'not-challenged': {
    status: 403,
    title: 'The game is no challenge to you',
    when: 'Only the player whom a game was offered to can decline it.',
    advice: 'Leave it alone: an open game may wait for somebody else. A game of your own is taken back with /cancel.',
  },
  'too-late-to-cancel': {
    status: 409,
    title: 'Both players have moved',
    when: 'A game that has started can be cancelled without a result until each player has moved.',
    advice: 'Resign, or offer a draw.',
  },
  'draw-offer-pending': {
    status: 409,
    title: 'An offer of a draw stands already',
    when: 'A draw is offered while the same or the other player has an offer that waits for an answer.',
    advice:
      'Accept or decline the offer of the opponent (`drawOffer` of the game says whose it is); wait for the answer to your own.',
  },
  'draw-offer-too-soon': {
    status: 409,
    title: 'You have offered a draw not long ago',
    when: 'The last offer of the same player in this game is less than 10 plies back.',
    advice: '`detail` says from which ply on the player may offer again.',
  },
  'no-draw-offer': {
    status: 409,
    title: 'There is no such offer of a draw',
    when: 'An offer is accepted or declined that the opponent has not made, has withdrawn, or that a move has withdrawn; or one is withdrawn that is not there.',
    advice: 'Look at `drawOffer` of the game.',
  },
  'takeback-pending': {
    status: 409,
    title: 'A request for a takeback stands already',
    when: 'A takeback is asked for while a request of the same or the other player waits for an answer.',
    advice:
      'Accept or decline the request of the opponent (`takebackRequest` of the game); wait for the answer to your own.',
  },
  'takeback-too-soon': {
    status: 409,
    title: 'You have asked for this takeback before',
    when: 'The same player has asked at the same ply already, and the opponent has declined or the request was withdrawn.',
    advice: 'Play on.',
  },
  'no-takeback-request': {
    status: 409,
    title: 'There is no such request for a takeback',
    when: 'A request is accepted or declined that the opponent has not made or has withdrawn, or that the game has moved past; or one is withdrawn that is not there.',
    advice: 'Look at `takebackRequest` of the game.',
  },
  'nothing-to-take-back': {
    status: 409,
    title: 'You have no move to take back',
    when: 'A takeback is asked for by a player who has not moved yet.',
    advice: 'Play on.',
  },
  'game-not-finished': {
    status: 409,
    title: 'The game is not finished',
    when: 'A rematch is asked for while the game goes on, or of a game that was cancelled.',
    advice: 'Make a new game with POST /v1/games.',
  },
  'already-rematched': {
    status: 409,
    title: 'The game has its rematch',
    when: 'A rematch is asked for a second time, by the same player or after it was accepted.',
    advice: '`rematch` is the id of the new game.',
  },
  'already-joined': {
    status: 409,
    title: 'You play in this game already',
    when: 'The player that wants to join holds a place of the game, for example because it made the game.',
    advice: 'Wait for somebody else to join. Playing against oneself takes two players.',
  },
  'stale-ply': {
    status: 409,
    title: 'The game has moved on',
    when: 'The move says the ply that it is meant for, and the game stands at another one.',
    advice: '`ply` and `position` are those of the game now. Choose a move for them.',
  },
  'stale-version': {
    status: 409,
    title: 'Another command was faster',
    when: 'Another command changed the game while this one was worked on. This one had no effect.',
    advice: 'Read the game again and decide anew.',
  },
  'request-in-progress': {
    status: 409,
    title: 'The same request is still being worked on',
    when: 'An earlier request with the same `Idempotency-Key` has not been answered yet. This one had no effect.',
    advice: 'Send the request again, with the same key, after the seconds that `Retry-After` names.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The game is not in the version that If-Match asks for',
    when: 'The command has an `If-Match` header, and the game has another version by now. The command had no effect.',
    advice: 'Read the game again; its `ETag` is the version to ask for.',
  },
  'payload-too-large': {
    status: 413,
    title: 'The body is too large',
    when: 'The body has more than 1 MiB.',
    advice: 'Send less in one request.',
  },
  'uri-too-long': {
    status: 414,
    title: 'The URL is too long',
    when: 'A part of the path is longer than any id or name.',
    advice: 'Check the address; long texts belong in the query or in the body.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body has a media type that is not read here',
    when: 'The body is not `application/json` in UTF-8, has no Content-Type, or has a Content-Encoding.',
    advice: 'Send JSON with `Content-Type: application/json`, not compressed.',
  },
  'invalid-webhook-url': {
    status: 422,
    title: 'Webhooks cannot go to this address',
    when: 'The URL is not one that this service sends to: it is malformed, is not https, has a user name, a password, a fragment or a port that is not permitted, or leads to an address that is not public.',
    advice:
      '`errors` says what is wrong with it. Give the https address of a server that can be reached from the Internet.',
  },
  'invalid-rules': {
    status: 422,
    title: 'There is no such rule set',
    when: 'The preset or an option does not exist, an option has a value that it cannot have, or the options do not make sense together.',
    advice: '`errors` names each option at fault. GET /v1/rules lists the presets with all their options.',
  },
  'invalid-position': {
    status: 422,
    title: 'The text is not a position',
    when: 'The position text does not follow its grammar, does not hold each of the 30 pieces exactly once, or has a last field that this rule set cannot have led to.',
    advice: '`detail` names the piece, the square or the field at fault.',
  },
  'invalid-notation': {
    status: 422,
    title: 'The text is not a move',
    when: 'The text cannot be read as a move in any of the three notations.',
    advice: 'Write e3-f4, e3^g5 or e3^g5^e7, or the same in numeric (33-43) or Roman (III3+IV3) squares.',
  },
  'illegal-move': {
    status: 422,
    title: 'The move is not legal',
    when: 'The rule set does not allow the move in this position.',
    advice:
      '`reason` says why, `legalMoves` what is legal instead, and `index` which of several moves it was (from 0).',
  },
  'illegal-call': {
    status: 422,
    title: '"Salta!" cannot be called',
    when: 'The rule set knows no calls, the last move missed no jump, or the call comes too late.',
    advice: 'Call only while `saltaCall` of the game (or the last field of the position) names a step.',
  },
  'too-many-streams': {
    status: 429,
    title: 'Too many streams are open',
    when: 'The caller has as many streams of events open as one caller can have at once.',
    advice: 'Close a stream that is not needed any more; one of GET /v1/events tells of all games of its player.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    when: 'The caller has used up what one caller may ask for in a minute, or too many players were registered from its address in an hour. The request had no effect.',
    advice:
      'Send the request again after the seconds that `Retry-After` names. `RateLimit` on every answer says how much is left, and `RateLimit-Policy` how much there is.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    when: 'The key came with another request within the last 24 hours: to another address, or with another body or `If-Match`. This one had no effect.',
    advice:
      'Take a new key for each command, also for one that corrects what was refused before. The same key is for sending the very same request again.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The request line and headers are too large',
    when: 'The URL and the headers together have more than 16 KiB.',
    advice: 'Send fewer or shorter headers, and long values in the body.',
  },
  'internal-error': {
    status: 500,
    title: 'The service failed',
    when: 'Something went wrong that is no fault of the request.',
    advice: 'Try again later. When it keeps happening, report it with the `requestId`.',
  },
  'service-unavailable': {
    status: 503,
    title: 'The service cannot answer now',
    when: 'The database cannot be reached, too many positions are being scored, or the service is shutting down.',
    advice: 'Try again after the seconds that `Retry-After` names.',
  },
};

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];
