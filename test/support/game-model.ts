/**
 * What becomes of a game, said once more in plain words: the maker of a game, one other player and a stranger act in it,
 * and the model says how each command is answered. Only the rules of the board come from the service's own core.
 */
import {
  createRuleSet,
  formatMove,
  formatPosition,
  parseMove,
  parsePosition,
  Play,
  unwrap,
  type RuleSet,
  type Side,
} from '../../src/salta/index.js';

export const ACTORS = ['maker', 'other', 'stranger'] as const;
export type Actor = (typeof ACTORS)[number];

/** Every command, and its address below that of the game. */
export const COMMAND_PATHS = {
  join: 'join',
  decline: 'decline',
  cancel: 'cancel',
  move: 'moves',
  'salta-call': 'salta-calls',
  resign: 'resignation',
  'offer-draw': 'draw-offers',
  'accept-draw': 'draw-offers/accept',
  'decline-draw': 'draw-offers/decline',
  'withdraw-draw': 'draw-offers/withdraw',
  'request-takeback': 'takebacks',
  'accept-takeback': 'takebacks/accept',
  'decline-takeback': 'takebacks/decline',
  'withdraw-takeback': 'takebacks/withdraw',
  'offer-pause': 'pauses',
  'accept-pause': 'pauses/accept',
  'decline-pause': 'pauses/decline',
  'withdraw-pause': 'pauses/withdraw',
  resume: 'pauses/end',
  'offer-weekends': 'weekends',
  'accept-weekends': 'weekends/accept',
  'decline-weekends': 'weekends/decline',
  'withdraw-weekends': 'weekends/withdraw',
  'set-lines': 'conditional-moves',
  rematch: 'rematch',
} as const;
export type ModelCommand = keyof typeof COMMAND_PATHS;
export const MODEL_COMMANDS = Object.keys(COMMAND_PATHS) as ModelCommand[];

/** So many plies after an offer of a draw the same player may offer again. */
const PLIES_BETWEEN_OFFERS = 10;

export interface ModelSetup {
  readonly preset: string;
  readonly overrides: Readonly<Record<string, unknown>>;
  /** Position text; it may name a step that can be called. */
  readonly start: string;
  readonly makerSide: Side;
  /** Whether the game is a challenge to `other`, or anybody may join. */
  readonly challenge: boolean;
  /** Whether it has a clock. */
  readonly timed: boolean;
}

export interface ModelStep {
  readonly actor: Actor;
  readonly command: ModelCommand;
  /** The text of a move. */
  readonly move?: string;
  /** What to reply to one move of the opponent; nothing to any where it is left out. */
  readonly line?: Line;
  /** Whether the command is meant for a version, or a move for a ply, that has passed. */
  readonly stale?: 'version' | 'ply' | undefined;
}

/** A move of the opponent, and the reply to it. */
export type Line = readonly [move: string, reply: string];

export interface ModelAnswer {
  readonly status: number;
  /** The code of a refusal. */
  readonly code: string | null;
}

type PerActor<T> = Partial<Record<Actor, T>>;

export class GameModel {
  readonly rules: RuleSet;
  status: 'open' | 'active' | 'finished' | 'cancelled' = 'open';
  started = false;
  version = 1;
  seats: Record<Side, Actor | null>;
  position: string;
  /** The positions before each of the moves that stand. */
  readonly before: string[] = [];
  drawOffer: Actor | null = null;
  readonly offeredAt: PerActor<number> = {};
  takeback: Actor | null = null;
  askedAt: PerActor<number> = {};
  pauseOffer: Actor | null = null;
  paused = false;
  weekendsOffer: Actor | null = null;
  weekendsCount = true;
  /** What the one who waits has left for the next move. */
  line: Line | null = null;
  endedBy: string | null = null;
  cancelled: { readonly kind: 'cancelled' | 'declined'; readonly by: Actor } | null = null;
  /** Who has asked for another game, and whether the opponent has agreed. */
  rematch: { readonly by: Actor; readonly agreed: boolean } | null = null;

  constructor(readonly setup: ModelSetup) {
    this.rules = unwrap(createRuleSet(setup.preset, setup.overrides));
    this.position = setup.start;
    this.seats = { light: null, dark: null, [setup.makerSide]: 'maker' };
  }

  get ply(): number {
    return Number(this.position.split(' ')[2]);
  }

  get sideToMove(): Side {
    return this.position.split(' ')[1] === 'l' ? 'light' : 'dark';
  }

  /** Whose move it is; `null` unless the game is under way. */
  get mover(): Actor | null {
    return this.status === 'active' ? this.seats[this.sideToMove] : null;
  }

  /** Plies that a player asks to be taken back: the last own move, with the opponent's answer where there is one. */
  pliesAskedBack(actor: Actor): 1 | 2 {
    return this.seats[this.sideToMove] === actor ? 2 : 1;
  }

  /** The legal moves, as text. */
  moves(): string[] {
    return this.play()
      .legalMoves()
      .map((move) => formatMove(move));
  }

  /** The legal moves after one of them; none where it ends the game. */
  repliesTo(move: string): string[] {
    const play = this.play();
    unwrap(play.play(unwrap(parseMove(move))));
    return play.ending ? [] : play.legalMoves().map((reply) => formatMove(reply));
  }

  /** Gives a command: says what is answered, and is the game afterwards. */
  give(step: ModelStep): ModelAnswer {
    const code = this.refusal(step);
    if (code !== null) return { status: STATUS_OF[code] ?? 409, code };
    this.act(step);
    return { status: step.command in CREATING ? 201 : 200, code: null };
  }

  /** Why a player may not do something now, whatever the move and the version that it is meant for. */
  forbids(actor: Actor, command: ModelCommand): string | null {
    const sits = this.seats.light === actor || this.seats.dark === actor;
    const invited = this.setup.challenge && !this.started && actor === 'other';
    const concerned = sits || invited;
    switch (command) {
      case 'join':
        if (sits) return 'already-joined';
        if (this.status !== 'open') return 'game-not-open';
        return this.setup.challenge && !invited ? 'forbidden' : null;
      case 'decline':
        if (!this.setup.challenge || actor !== 'other') return 'not-challenged';
        return this.status === 'open' ? null : 'game-not-open';
      case 'cancel':
        if (!sits) return 'not-a-player-of-this-game';
        if (this.status === 'finished') return 'game-over';
        if (this.status === 'cancelled') return 'game-not-active';
        return this.before.length >= 2 ? 'too-late-to-cancel' : null;
      case 'rematch':
        if (!concerned) return 'not-a-player-of-this-game';
        return this.status === 'finished' ? null : 'game-not-finished';
      default:
        if (!concerned) return 'not-a-player-of-this-game';
        if (this.status === 'finished') return 'game-over';
        if (this.status !== 'active') return 'game-not-active';
        return this.forbidsPlayer(actor, command);
    }
  }

  private forbidsPlayer(actor: Actor, command: ModelCommand): string | null {
    const opponentOffers = this.drawOffer !== null && this.drawOffer !== actor;
    const opponentAsks = this.takeback !== null && this.takeback !== actor;
    const lastOffer = this.offeredAt[actor];
    switch (command) {
      case 'move':
      case 'salta-call':
        return this.mover === actor ? null : 'not-your-turn';
      case 'offer-draw':
        if (this.drawOffer !== null) return 'draw-offer-pending';
        return lastOffer !== undefined && this.ply - lastOffer < PLIES_BETWEEN_OFFERS ? 'draw-offer-too-soon' : null;
      case 'accept-draw':
      case 'decline-draw':
        return opponentOffers ? null : 'no-draw-offer';
      case 'withdraw-draw':
        return this.drawOffer === actor ? null : 'no-draw-offer';
      case 'request-takeback':
        if (this.takeback !== null) return 'takeback-pending';
        if (this.before.length < this.pliesAskedBack(actor)) return 'nothing-to-take-back';
        return this.askedAt[actor] === this.ply ? 'takeback-too-soon' : null;
      case 'accept-takeback':
      case 'decline-takeback':
        return opponentAsks ? null : 'no-takeback-request';
      case 'withdraw-takeback':
        return this.takeback === actor ? null : 'no-takeback-request';
      case 'set-lines':
        return this.mover === actor ? 'your-own-turn' : null;
      case 'resign':
        return null;
      default:
        return this.setup.timed ? this.forbidsAboutTime(actor, command) : 'no-clock';
    }
  }

  private forbidsAboutTime(actor: Actor, command: ModelCommand): string | null {
    const standing = command.endsWith('-pause') ? this.pauseOffer : this.weekendsOffer;
    const opponentProposes = standing !== null && standing !== actor;
    switch (command) {
      case 'resume':
        return this.paused ? null : 'not-paused';
      case 'offer-pause':
      case 'offer-weekends':
        if (command === 'offer-pause' && this.paused) return 'paused-already';
        return standing === null ? null : 'proposal-pending';
      case 'withdraw-pause':
      case 'withdraw-weekends':
        return standing === actor ? null : 'no-proposal';
      default:
        return opponentProposes ? null : 'no-proposal';
    }
  }

  private refusal({ actor, command, move, stale }: ModelStep): string | null {
    const isMove = command === 'move';
    const forbidden = this.forbids(actor, command);
    if (forbidden === 'not-your-turn' && isMove && stale === 'ply') return 'stale-ply';
    if (forbidden !== null) return forbidden;
    if (stale === 'version') return 'precondition-failed';
    if (isMove && stale === 'ply') return 'stale-ply';
    if (isMove && !this.moves().includes(move ?? '')) return 'illegal-move';
    if (command === 'salta-call' && !/ [a-j]\d+-[a-j]\d+$/.test(this.position)) return 'illegal-call';
    if (command === 'rematch' && this.rematch !== null && (this.rematch.agreed || this.rematch.by === actor))
      return 'already-rematched';
    return null;
  }

  private act({ actor, command, move, line }: ModelStep): void {
    if (command === 'set-lines') {
      this.line = line ?? null;
      return; // nobody else sees a change
    }
    if (command === 'rematch') {
      this.rematch = { by: this.rematch?.by ?? actor, agreed: this.rematch !== null };
      return; // another game; this one stays as it is
    }
    this.version++;
    if (command === 'join') {
      const free: Side = this.seats.light === null ? 'light' : 'dark';
      this.seats = { ...this.seats, [free]: actor };
      this.status = 'active';
      this.started = true;
    } else if (command === 'decline' || command === 'cancel') {
      this.cancelled = { kind: command === 'decline' ? 'declined' : 'cancelled', by: actor };
      this.close('cancelled');
    } else if (command === 'move') this.move(move ?? '');
    else if (command === 'salta-call') this.call();
    else if (command === 'resign') this.finish('resignation');
    else if (command === 'accept-draw') this.finish('agreement');
    else if (command === 'offer-draw') {
      this.drawOffer = actor;
      this.offeredAt[actor] = this.ply;
    } else if (command === 'request-takeback') {
      this.takeback = actor;
      this.askedAt[actor] = this.ply;
    } else if (command === 'accept-takeback') this.takeBack();
    else if (command === 'decline-draw' || command === 'withdraw-draw') this.drawOffer = null;
    else if (command === 'decline-takeback' || command === 'withdraw-takeback') this.takeback = null;
    else if (command === 'resume') this.paused = false;
    else if (command === 'offer-pause') this.pauseOffer = actor;
    else if (command === 'offer-weekends') this.weekendsOffer = actor;
    else if (command.endsWith('-pause')) {
      this.pauseOffer = null;
      this.paused = command === 'accept-pause';
    } else {
      this.weekendsOffer = null;
      if (command === 'accept-weekends') this.weekendsCount = !this.weekendsCount;
    }
  }

  private move(text: string): void {
    const play = this.play();
    unwrap(play.play(unwrap(parseMove(text))));
    this.before.push(this.position);
    const [expected, reply] = this.line ?? [];
    this.enter(play);
    if (this.status !== 'active' || expected !== text || reply === undefined) return;
    this.version++;
    this.move(reply);
  }

  private call(): void {
    const play = this.play();
    unwrap(play.callSalta());
    this.before.pop();
    this.enter(play);
  }

  /** What was offered or asked for was about the position before. */
  private enter(play: Play): void {
    this.position = formatPosition(play.position);
    this.drawOffer = null;
    this.takeback = null;
    this.line = null;
    if (play.ending) this.finish(play.ending.reason);
  }

  private takeBack(): void {
    if (this.takeback === null) throw new Error('nobody has asked for a takeback');
    const [position = ''] = this.before.splice(-this.pliesAskedBack(this.takeback));
    this.position = position;
    this.drawOffer = null;
    this.takeback = null;
    this.line = null;
    this.askedAt = {};
  }

  private finish(reason: string): void {
    this.endedBy = reason;
    this.close('finished');
  }

  private close(status: 'finished' | 'cancelled'): void {
    this.status = status;
    this.drawOffer = null;
    this.takeback = null;
    this.pauseOffer = null;
    this.weekendsOffer = null;
    this.paused = false;
    this.line = null;
  }

  private play(): Play {
    return new Play(this.rules, unwrap(parsePosition(this.position)));
  }
}

/** Commands that are answered with 201. */
const CREATING: Partial<Record<ModelCommand, true>> = { move: true, 'salta-call': true, rematch: true };

/** The statuses of refusals that are not 409. */
const STATUS_OF: Readonly<Record<string, number>> = {
  forbidden: 403,
  'not-challenged': 403,
  'not-a-player-of-this-game': 403,
  'precondition-failed': 412,
  'illegal-move': 422,
  'illegal-call': 422,
};
