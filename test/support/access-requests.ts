/** What the requests of the access matrix ask for, beyond what openapi.yaml says. */
import type { MediaType, OperationPlace } from '../api/api-schema.js';
import { API } from '../api/api-schema.js';
import type { Row } from './access-matrix.js';
import type { Stage } from './access-stages.js';
import type { World } from './access-worlds.js';

export interface Setup {
  /** How the game stands; without one there is none. */
  readonly stage?: Stage;
  /** The body, where the example of the document will not do. */
  readonly body?: (world: World) => object;
  /** A body in text instead. */
  readonly text?: (world: World) => string;
  /** Without the question mark. */
  readonly query?: (world: World) => string;
  /** For `{id}`, where the path does not say what it is of. */
  readonly id?: (world: World) => string;
  /** What `200+` names and `200-` does not. */
  readonly watched?: (world: World) => string;
}

const ofPlayer = ({ player }: World): string => `player=${player}`;
const playerWebhook = (world: World): string => world.playerWebhook;
const appWebhook = (world: World): string => world.appWebhook;
const game = ({ game }: World): string => game ?? '';
/** As games are made whose score takes no search. */
const RULES = { preset: 'standard', overrides: { scoring: 'distance' } };

/** By the name of a row, or for all rows of an operation by its name. */
const SETUPS: Readonly<Record<string, Setup>> = {
  drawBoard: { query: () => `position=${encodeURIComponent('edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -')}` },
  scorePosition: {
    body: () => ({ rules: RULES, position: 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -' }),
  },
  registerPlayer: { body: ({ unusedHandle }) => ({ handle: unusedHandle }) },
  listMyTokens: { watched: ({ playerToken }) => playerToken },
  'listMyTokens/app': { watched: ({ appToken }) => appToken },
  createMyToken: { body: () => ({ scopes: ['manage'] }) },
  revokeMyToken: { id: ({ playerToken }) => playerToken },
  'revokeMyToken/app': { id: ({ appToken }) => appToken },
  listWebhooks: { watched: playerWebhook },
  'listWebhooks/app': { watched: appWebhook },
  getWebhook: { id: playerWebhook },
  'getWebhook/app': { id: appWebhook },
  updateWebhook: { id: playerWebhook },
  'updateWebhook/app': { id: appWebhook },
  deleteWebhook: { id: playerWebhook },
  'deleteWebhook/app': { id: appWebhook },
  rotateWebhookSecret: { id: playerWebhook },
  'rotateWebhookSecret/app': { id: appWebhook },
  pingWebhook: { id: playerWebhook },
  'pingWebhook/app': { id: appWebhook },
  listWebhookDeliveries: { id: playerWebhook },
  'listWebhookDeliveries/app': { id: appWebhook },
  getWebhookDelivery: { id: playerWebhook },
  'getWebhookDelivery/app': { id: appWebhook },
  redeliverWebhook: { id: playerWebhook },
  'redeliverWebhook/app': { id: appWebhook },
  createApp: { body: ({ unusedHandle }) => ({ name: unusedHandle }) },
  listAppTokens: { watched: ({ appToken }) => appToken },
  listAppPlayers: { watched: ({ player }) => player },
  getStatistics: { stage: 'finished', watched: game },
  getHeadToHead: { stage: 'finished', watched: game },
  listGames: { stage: 'played', query: ofPlayer, watched: game },
  getRecordEvent: { id: ({ player }) => player },
  searchRecords: { stage: 'finished', query: ofPlayer, watched: game },
  getRecord: { stage: 'finished' },
  importRecords: {
    text: ({ unusedHandle: name }) => `[Event "${name}"]\n[Light "${name}"]\n[Rules "standard"]\n\n*\n`,
  },
  exportRecords: { stage: 'finished', query: ofPlayer, watched: game },
  listMyGames: { stage: 'played', watched: game },
  countMyGames: { stage: 'played' },
  getGame: { stage: 'played' },
  getGamePosition: { stage: 'played' },
  drawGame: { stage: 'played' },
  getGameRecord: { stage: 'played' },
  listGameLegalMoves: { stage: 'played' },
  listMoves: { stage: 'played' },
  scoreGame: { stage: 'played' },
  'joinGame/open': { stage: 'open' },
  joinGame: { stage: 'challenge' },
  declineGame: { stage: 'challenge' },
  'cancelGame/open': { stage: 'challenging' },
  cancelGame: { stage: 'started' },
  playMove: { stage: 'played', body: () => ({ move: 'g3-h4' }) },
  callSalta: { stage: 'jumpMissed' },
  resignGame: { stage: 'played' },
  offerDraw: { stage: 'played' },
  acceptDraw: { stage: 'drawOffered' },
  declineDraw: { stage: 'drawOffered' },
  withdrawDraw: { stage: 'offeringDraw' },
  requestTakeback: { stage: 'played' },
  acceptTakeback: { stage: 'takebackRequested' },
  declineTakeback: { stage: 'takebackRequested' },
  withdrawTakeback: { stage: 'requestingTakeback' },
  rematchGame: { stage: 'finished' },
  listGameEvents: { stage: 'played' },
  getConditionalMoves: { stage: 'waiting' },
  setConditionalMoves: { stage: 'moved' },
  deleteConditionalMoves: { stage: 'waiting' },
  offerPause: { stage: 'timed' },
  acceptPause: { stage: 'pauseOffered' },
  declinePause: { stage: 'pauseOffered' },
  withdrawPause: { stage: 'offeringPause' },
  endPause: { stage: 'paused' },
  offerWeekends: { stage: 'timed' },
  acceptWeekends: { stage: 'weekendsOffered' },
  declineWeekends: { stage: 'weekendsOffered' },
  withdrawWeekends: { stage: 'offeringWeekends' },
};

export const setupOf = ({ name, operationId }: Pick<Row, 'name' | 'operationId'>): Setup =>
  SETUPS[name] ?? SETUPS[operationId] ?? {};

/** Setups that no row has. */
export const idleSetups = (rows: readonly Row[]): string[] =>
  Object.keys(SETUPS).filter((key) => !rows.some(({ name, operationId }) => key === name || key === operationId));

/** What an `{id}` is of, by the part of the path before it. */
const OWNERS: Readonly<Record<string, (world: World) => string>> = {
  games: game,
  records: game,
  players: ({ player }) => player,
  'head-to-head': ({ opponent }) => opponent,
  apps: ({ appId }) => appId,
};

/** Path and query of a request. Throws for a parameter that nobody knows. */
export function addressOf({ path }: OperationPlace, setup: Setup, world: World): string {
  const filled = path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, parameter: string) => {
    const value = valueOf(before, parameter, setup, world);
    if (!value) throw new Error(`access-requests.ts does not say what {${parameter}} is in ${path}`);
    return `${before}/${value}`;
  });
  return setup.query ? `${filled}?${setup.query(world)}` : filled;
}

function valueOf(before: string, parameter: string, setup: Setup, world: World): string | undefined {
  if (parameter === 'preset') return 'standard';
  if (parameter === 'tokenId') return world.appToken;
  if (parameter === 'deliveryId')
    return setup.id?.(world) === world.appWebhook ? world.appDelivery : world.playerDelivery;
  return (setup.id ?? OWNERS[before])?.(world);
}

/** The body of a request: that of its setup, or the first example of the document; undefined where there is none. */
export function bodyOf({ operation }: OperationPlace, setup: Setup, world: World): object | undefined {
  if (setup.body) return setup.body(world);
  const media = operation.requestBody?.content['application/json'];
  return media && exampleOf(media);
}

function exampleOf({ example, examples }: MediaType): object {
  const first = Object.values(examples ?? {})[0];
  const shared = first?.$ref?.replace('#/components/examples/', '');
  const value = example ?? (shared === undefined ? first?.value : API.components.examples[shared]?.value);
  if (typeof value !== 'object' || value === null) throw new Error('openapi.yaml has no example of a body');
  return value;
}
