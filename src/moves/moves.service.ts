import { Injectable } from '@nestjs/common';
import { DomainError, isRefusal } from '../domain-error.js';
import { checkVersion } from '../http/entity-tag.js';
import { decodeCursor, encodeCursor, foreignCursor, pageOf, type Page } from '../http/page.js';
import { deadlineOf, type Clock } from '../clocks/clock.js';
import { advanceClock } from '../clocks/correspondence-clock.js';
import { MINUTE } from '../clocks/duration.js';
import { Transactions } from '../database/transactions.js';
import type { NewEvent } from '../events/event.js';
import { storeTree } from '../games/conditional-moves/stored-tree.js';
import { answerTo, type ConditionalTree } from '../games/conditional-moves/tree.js';
import { readLines } from '../games/conditional-moves.service.js';
import { endedGame } from '../games/ended-game.js';
import { EndedGamesService } from '../games/ended-games.service.js';
import type { Game, Offers } from '../games/game.js';
import { currentState, refusalOf, staleVersion } from '../games/game-errors.js';
import { gameView } from '../games/game.view.js';
import type { GameCommand } from '../games/game-command.js';
import { GamesService, type OwnGame } from '../games/games.service.js';
import { CALL_ENTRY, encodeMove, readEntries } from '../games/history.js';
import type { Command } from '../games/lifecycle.js';
import { Callers } from '../players/callers.js';
import type { Credentials } from '../players/credentials.js';
import { PositionsService } from '../rules/positions.service.js';
import { RulesService } from '../rules/rules.service.js';
import { moveView, recordedMoveView, type RecordedMoveView } from '../rules/views/index.js';
import { formatMove, formatPosition } from '../salta/index.js';
import type { Call, Play, PlayedMove, Position, SquareNotation } from '../salta/index.js';
import { ScoringService } from '../scoring/scoring.service.js';
import type { MoveBody, MovesQuery } from './moves.dto.js';
import type { AcceptedMoveView, GameLegalMovesView, SaltaCallResultView } from './moves.view.js';
import { MovesRepository, type NewEntries } from './moves.repository.js';
import { RecentGames } from './recent-games.js';

const LIST = 'moves';
/** Longer than any move takes to be judged and stored, the search for a final score included. */
const CLOSE_MS = MINUTE;
/** Each time something else than a move was faster. */
const TRIES = 5;

/** A command on the board of a game, and how squares are written in its answer. */
export interface BoardCommand extends GameCommand {
  readonly name: Extract<Command, 'move' | 'salta-call'>;
  readonly notation: SquareNotation;
  readonly body?: MoveBody;
}

export interface MoveCommand extends BoardCommand {
  readonly name: 'move';
  readonly body: MoveBody;
}

export interface CallCommand extends BoardCommand {
  readonly name: 'salta-call';
}

/** What is done on the board, how it is stored, and what is told of it, given the position that it leads to. */
type Perform<Entry> = (play: Play) => {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
  /** The move that conditional moves may answer; `null` for a call. */
  readonly move: PlayedMove | null;
  readonly told: (position: Position) => NewEvent;
};

interface Acted<Entry> {
  readonly entry: Entry;
  /** The opponent's reply that was to be played by itself. */
  readonly reply: PlayedMove | null;
  readonly game: Game;
  readonly at: Date;
}

@Injectable()
export class MovesService {
  constructor(
    private readonly moves: MovesRepository,
    private readonly games: GamesService,
    private readonly rules: RulesService,
    private readonly positions: PositionsService,
    private readonly scoring: ScoringService,
    private readonly recent: RecentGames,
    private readonly callers: Callers,
    private readonly transactions: Transactions,
    private readonly ended: EndedGamesService,
  ) {}

  /** What the side to move can play; nothing in a game that is finished. */
  async legalMoves(id: string, notation: SquareNotation, credentials: Credentials): Promise<GameLegalMovesView> {
    const { game } = await this.games.open(id, credentials);
    const play = this.rules.play(game.rules, game.position);
    return { gameId: game.id, ...(await this.positions.legalMovesOf(play, notation, game.outcome)) };
  }

  /** Every move of the game in order, those included that a call took back. */
  async list(id: string, query: MovesQuery, credentials: Credentials): Promise<Page<RecordedMoveView>> {
    const { game } = await this.games.open(id, credentials);
    const entries = readEntries(game.rules, await this.games.history(game));
    const from = query.cursor === undefined ? 0 : readPlace(query.cursor);
    const rows = entries.flatMap(({ entry, at }, index) =>
      index >= from && entry.kind === 'move' ? [{ ...entry, at, index }] : [],
    );
    const { limit, notation } = query;
    return pageOf(
      rows.slice(0, limit + 1),
      limit,
      ({ index }) => encodeCursor(LIST, [index + 1]),
      ({ move, retracted, at }) => recordedMoveView(move, retracted, at, notation),
    );
  }

  /**
   * Plays a move. Throws what opening a game throws, `game-over`, `game-not-active`, `stale-ply`, `not-your-turn`,
   * `invalid-notation`, `illegal-move`, and `stale-version` for the loser of a race.
   */
  async play(id: string, command: MoveCommand): Promise<AcceptedMoveView> {
    const { body, notation } = command;
    const { entry, reply, game, at } = await this.act(id, command, (play) => {
      const move = this.rules.move(play, this.rules.parseMove(body.move), notation);
      return { entry: move, move, bytes: encodeMove(move), told: (position) => moveEvent(move, position, false) };
    });
    return {
      move: recordedMoveView(entry, false, at, notation),
      reply: reply && recordedMoveView(reply, false, at, notation),
      game: gameView(game),
    };
  }

  /** Calls "Salta!" on the last step. Throws what `play` throws, `illegal-call` instead of `illegal-move`. */
  async callSalta(id: string, command: CallCommand): Promise<SaltaCallResultView> {
    const { entry, game, at } = await this.act(id, command, (play) => {
      const call = this.rules.call(play);
      return { entry: call, move: null, bytes: CALL_ENTRY, told: (position) => callEvent(call, position) };
    });
    return {
      call: { by: entry.by, retracted: formatRetracted(entry, command.notation), calledAt: at.toISOString() },
      game: gameView(game),
    };
  }

  /**
   * Has the caller act in a game. What this process remembers of the game is tried first, which saves a look at the
   * database; where that leads to no accepted entry, for whatever reason, the game is read and the answer is about that.
   */
  private async act<Entry>(id: string, command: BoardCommand, perform: Perform<Entry>): Promise<Acted<Entry>> {
    const remembered = this.recent.recall(id, command.credentials);
    if (remembered) {
      const acted = await this.attempt(remembered, command, perform).catch(unlessFailure);
      if (acted) {
        this.callers.used(command.credentials);
        return acted;
      }
      this.recent.forget(id);
    }
    let own = await this.games.openToAct(id, command.credentials);
    if (isClose(own.game)) return this.actHolding(id, command, perform);
    for (let tries = TRIES; ; tries--) {
      const acted = await this.attempt(own, command, perform);
      if (acted) return acted;
      const { position } = own.game;
      own = await this.games.openToAct(id, command.credentials);
      // What changed the game was nothing on its board: lines that the opponent has left, an offer, a reminder.
      const stands = formatPosition(own.game.position) === formatPosition(position);
      if (!stands || tries === 1) throw staleVersion(own.game);
    }
  }

  /**
   * Has the caller act shortly before a deadline. The game is held from the look at it on: whoever notices the deadline
   * meanwhile waits until the move that arrived in time is stored, however long its score takes to be searched.
   */
  private async actHolding<Entry>(id: string, command: BoardCommand, perform: Perform<Entry>): Promise<Acted<Entry>> {
    const acted = await this.transactions.run(async () => {
      await this.games.hold(id);
      const own = await this.games.openToAct(id, command.credentials);
      // A refusal is no failure: what was due in the game, and has been done by the look at it, stays done.
      return this.attempt(own, command, perform)
        .catch(unlessRefusal)
        .then((done) => done ?? staleVersion(own.game));
    });
    if (acted instanceof DomainError) throw acted;
    return acted;
  }

  /** `null` when the game has changed since it was looked at. */
  private async attempt<Entry>(
    own: OwnGame,
    command: BoardCommand,
    perform: Perform<Entry>,
  ): Promise<Acted<Entry> | null> {
    const { game, playerId, credentials } = own;
    const refusal = refusalOf(command.name, game, playerId);
    // Whoever's move has been made already learns more from its ply than from whose turn it is.
    if (refusal?.code === 'not-your-turn') checkPly(game, command.body?.ply);
    if (refusal) throw refusal;
    checkVersion(command.accepted, game.version);
    checkPly(game, command.body?.ply);
    const play = this.rules.play(game.rules, game.position);
    const { entry, move, bytes, told } = perform(play);
    const event = told(play.position);
    const answer = move && this.answer(game, play, move);
    const events = answer ? [{ ...event, back: 1 }, moveEvent(answer.reply, play.position, true)] : [event];
    const stored = await this.append(own, {
      ...{ bytes: answer ? Buffer.concat([bytes, encodeMove(answer.reply)]) : bytes, count: answer ? 2 : 1, events },
      clock: clockAfter(game, command.name, answer !== null),
      lines: answer && answer.rest.length > 0 ? storeTree(answer.rest) : null,
      play,
    });
    if (!stored) return null;
    // A game with a clock is looked at for each move, since it asks the database for the time.
    if (!game.clock) this.recent.remember({ game: stored.game, playerId, credentials });
    return { ...stored, entry, reply: answer?.reply ?? null };
  }

  /** Plays the reply that the opponent has left for the move just made, if there is one and it is legal. */
  private answer(
    game: Game,
    play: Play,
    move: PlayedMove,
  ): { readonly reply: PlayedMove; readonly rest: ConditionalTree } | null {
    const found = play.ending ? null : answerTo(readLines(game), move);
    if (!found) return null;
    const { from, to } = found.reply;
    const played = play.play([from, to]);
    return played.ok ? { reply: played.value, rest: found.rest } : null;
  }

  /** Stores what was done with what it leads to; gives the game as it then is, `null` when it has changed meanwhile. */
  private async append(own: OwnGame, done: Done): Promise<{ game: Game; at: Date } | null> {
    const { game } = own;
    const { play, events, ...stored } = done;
    const { rules, position, ending } = play;
    const end = ending && (await this.scoring.final(rules, position, ending));
    const ended = end ? [{ type: 'game.finished', data: end.outcome } as const] : [];
    // Whatever is left of the lines is another revision of them; none before and after is the same one.
    const linesRevision = game.linesRevision + (game.lines === null && stored.lines === null ? 0 : 1);
    const clock =
      end && stored.clock ? advanceClock(stored.clock, { type: 'end' }, game.readAt.getTime()) : stored.clock;
    const entries = { ...stored, clock, position, end, linesRevision, events: [...events, ...ended] };
    const store = async (): Promise<Date | null> => {
      const at = await this.moves.append(own, entries);
      if (end && at) await this.ended.note(endedGame({ ...game, position }, end.outcome, at));
      return at;
    };
    const at = await (end ? this.transactions.run(store) : store());
    if (at === null) return null;
    const { callState } = game.position;
    const calledStep = position.callState === 'called' && callState !== 'called' ? callState : null;
    const after: Partial<Game> = {
      ...{ version: game.version + stored.count, position, calledStep, clock, lines: stored.lines, linesRevision },
      ...{ drawOffers: withdrawn(game.drawOffers), takebacks: withdrawn(game.takebacks), reminded: false },
      ...(end && { status: 'finished', outcome: end.outcome, finishedAt: at, pauseOffer: null, weekendsOfferBy: null }),
    };
    return { game: { ...game, ...after }, at };
  }
}

/** The place in the history at which a page begins. */
function readPlace(cursor: string): number {
  const place = Number(decodeCursor(LIST, ['number'], cursor)[0]);
  if (!Number.isSafeInteger(place) || place < 0) throw foreignCursor();
  return place;
}

function checkPly(game: Game, ply: number | undefined): void {
  const next = game.position.ply + 1;
  if (ply !== undefined && ply !== next)
    throw new DomainError(
      'stale-ply',
      `The move is meant for ply ${String(ply)}, the next one is ply ${String(next)}.`,
      currentState(game),
    );
}

/** What was done, before it is known what it leads to. */
type Done = Pick<NewEntries, 'bytes' | 'count' | 'events' | 'clock' | 'lines'> & { readonly play: Play };

/** The clock after a move or a call, and after the reply that was played by itself. */
function clockAfter({ clock, readAt }: Game, name: BoardCommand['name'], answered: boolean): Clock | null {
  if (!clock) return null;
  const now = readAt.getTime();
  const after = advanceClock(clock, { type: name === 'move' ? 'move' : 'call' }, now);
  return answered ? advanceClock(after, { type: 'move' }, now) : after;
}

const moveEvent = (move: PlayedMove, position: Position, automatic: boolean): NewEvent => ({
  type: 'move.played',
  data: {
    move: { ...moveView(move), ply: move.ply, missedJump: move.missedJump },
    automatic,
    position: formatPosition(position),
  },
});

const callEvent = (call: Call, position: Position): NewEvent => ({
  type: 'salta.called',
  data: { by: call.by, retracted: formatRetracted(call), position: formatPosition(position) },
});

const formatRetracted = ({ retracted: { from, to } }: Call, notation?: SquareNotation): string =>
  formatMove({ from, path: [to], jump: false }, notation);

/** What a move leaves of an offer: nothing that stands. */
const withdrawn = ({ last }: Offers): Offers => ({ standing: null, last });

/** Whether the time of the side to move may run out while a move is judged and stored. */
function isClose({ clock, readAt }: Game): boolean {
  const deadline = clock && deadlineOf(clock);
  return deadline !== null && deadline - readAt.getTime() < CLOSE_MS;
}

/** A refusal; anything else is thrown again. */
function unlessRefusal(error: unknown): DomainError {
  if (isRefusal(error)) return error;
  throw error;
}

/** A refusal that rests on what was remembered is none yet; a failure is one in any case. */
function unlessFailure(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}
