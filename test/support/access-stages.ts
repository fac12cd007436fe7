/** How games stand in the access matrix. */
import { carriedOut } from './game-commands.js';
import type { ModelCommand } from './game-model.js';
import { register, type Api, type Player } from './players.js';

type Who = 'player' | 'opponent';
type Step = readonly [who: Who, command: ModelCommand, body?: object];

interface Course {
  readonly maker: Who;
  /** The side of the maker. */
  readonly side: 'light' | 'dark';
  /** More that is said when the game is made; `opponent: false` for one that anyone may join. */
  readonly game?: object;
  readonly anyone?: boolean;
  readonly steps: readonly Step[];
}

/** Scored by distance, which takes no search. */
const RULES = { preset: 'standard', overrides: { scoring: 'distance' } };
/** Dark has a jump to call that Light missed by e3-d4. */
const MISSED = {
  rules: { preset: 'seven-ranks', overrides: { scoring: 'distance' } },
  position: 'edcba/jihgf/on1lk/5/2m2/2N2/1M3/KL2O/FGHIJ/ABCDE d 5 e3-d4',
};
const STARTED: readonly Step[] = [['opponent', 'join']];
const PLAYED: readonly Step[] = [
  ...STARTED,
  ['player', 'move', { move: 'e3-f4' }],
  ['opponent', 'move', { move: 'f8-g7' }],
];

const TIMED = { timeControl: { type: 'per-move', perMove: 'P3D' } };
const LINES = { lines: [['f8-g7', 'c3-d4']] };

/** Each as it suits the player, whose turn it is where it is anybody's. */
const COURSES = {
  /** Made by the opponent for anyone. */
  open: { maker: 'opponent', side: 'dark', anyone: true, steps: [] },
  /** By the opponent to the player. */
  challenge: { maker: 'opponent', side: 'dark', steps: [] },
  /** By the player to the opponent. */
  challenging: { maker: 'player', side: 'light', steps: [] },
  started: { maker: 'player', side: 'light', steps: STARTED },
  /** Each has moved once. */
  played: { maker: 'player', side: 'light', steps: PLAYED },
  jumpMissed: { maker: 'player', side: 'dark', game: MISSED, steps: STARTED },
  drawOffered: { maker: 'player', side: 'light', steps: [...PLAYED, ['opponent', 'offer-draw']] },
  offeringDraw: { maker: 'player', side: 'light', steps: [...PLAYED, ['player', 'offer-draw']] },
  takebackRequested: { maker: 'player', side: 'light', steps: [...PLAYED, ['opponent', 'request-takeback']] },
  requestingTakeback: { maker: 'player', side: 'light', steps: [...PLAYED, ['player', 'request-takeback']] },
  /** The opponent is to move. */
  moved: { maker: 'player', side: 'light', steps: PLAYED.slice(0, 2) },
  /** The same, and the player has left a reply. */
  waiting: { maker: 'player', side: 'light', steps: [...PLAYED.slice(0, 2), ['player', 'set-lines', LINES]] },
  timed: { maker: 'player', side: 'light', game: TIMED, steps: PLAYED },
  pauseOffered: { maker: 'player', side: 'light', game: TIMED, steps: [...PLAYED, ['opponent', 'offer-pause']] },
  offeringPause: { maker: 'player', side: 'light', game: TIMED, steps: [...PLAYED, ['player', 'offer-pause']] },
  paused: {
    maker: 'player',
    side: 'light',
    game: TIMED,
    steps: [...PLAYED, ['player', 'offer-pause'], ['opponent', 'accept-pause']],
  },
  weekendsOffered: { maker: 'player', side: 'light', game: TIMED, steps: [...PLAYED, ['opponent', 'offer-weekends']] },
  offeringWeekends: { maker: 'player', side: 'light', game: TIMED, steps: [...PLAYED, ['player', 'offer-weekends']] },
  finished: { maker: 'player', side: 'light', steps: [...PLAYED, ['opponent', 'resign']] },
} as const satisfies Readonly<Record<string, Course>>;

export type Stage = keyof typeof COURSES;

/** A game that others are copied from, with those whose places others take. */
export interface Model {
  readonly gameId: string;
  readonly player: string;
  readonly opponent: string;
}

/** Plays a game to each stage. */
export async function playModels(api: Api): Promise<Readonly<Record<Stage, Model>>> {
  const cast = { player: await register(api), opponent: await register(api) };
  const models = await Promise.all(
    Object.entries<Course>(COURSES).map(
      async ([stage, course]) => [stage, await playModel(api, cast, course)] as const,
    ),
  );
  return Object.fromEntries(models) as Record<Stage, Model>;
}

async function playModel(api: Api, cast: Readonly<Record<Who, Player>>, course: Course): Promise<Model> {
  const { maker, side, game = {}, anyone = false, steps } = course;
  const challenged = maker === 'player' ? cast.opponent : cast.player;
  const body = { rules: RULES, side, opponent: anyone ? null : challenged.id, ...game };
  const { body: made } = await api.post('/v1/games', cast[maker], body).expect(201);
  const { id } = made as { id: string };
  for (const [who, command, sent] of steps)
    await carriedOut(api, { path: `/v1/games/${id}` }, command, cast[who], sent);
  return { gameId: id, player: cast.player.id, opponent: cast.opponent.id };
}
