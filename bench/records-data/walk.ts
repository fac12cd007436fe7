/** The moves of games that look like real ones: by the rules, with openings that repeat, and ahead for the most part. */
import type { Random } from '../../scripts/score-sets/random.js';
import { fromCell, toCell, type PackedMove } from '../../src/salta/board.js';
import { VACANT, type SideIndex } from '../../src/salta/compiled-rules.js';
import { endingOf } from '../../src/salta/ending.js';
import { Generator } from '../../src/salta/generator.js';
import { CELL_COUNT, CELLS, SQUARE_OF_CELL } from '../../src/salta/geometry.js';
import { bySide, distanceBetween, goalSquares, opponentOf, PIECE_COUNT, rankOf, SIDES } from '../../src/salta/index.js';
import { SQUARE_COUNT, startPosition } from '../../src/salta/index.js';
import type { EndReason, Ending, Position, RuleSet, Side } from '../../src/salta/index.js';
import { trustPosition } from '../../src/salta/position.js';

export interface Walk {
  /** Two bytes a move. */
  readonly moves: Uint8Array;
  readonly position: Position;
  /** Null where the game was broken off. */
  readonly ending: Ending | null;
  /** Steps to go in the end. */
  readonly left: Readonly<Record<Side, number>>;
}

/** When and how a game ends, unless it ends on the board before. The side that is behind resigns, or lets time run out. */
export interface Plan {
  readonly plies: number;
  /** Null: it is broken off. */
  readonly reason: EndReason | null;
}

/** For so many plies everybody plays as others have before. */
const BOOK_PLIES = 30;
/** What moves are worth: for each step that they come nearer home, for each step still to go, for how deep the goal lies. */
const GAIN = 60;
const TO_GO = 4;
const DEPTH = 30;
/** And for what the mover, and the other one, can gain or must lose by a jump next; for a step instead of one. */
const OWN_NEXT = 60;
const OTHER_NEXT = 30;
const STEP_NEXT = 4;
/** What it costs to come back to a position, each time. */
const AGAIN = 200;
const CHANCE = 80;

/** Mixes the bits of a number. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Zobrist numbers by side, piece and cell. */
const NUMBERS = Uint32Array.from({ length: 2 * PIECE_COUNT * CELL_COUNT }, (_, index) => mix(index + 1));
const OTHER_SIDE = mix(0x5a17a);

/** What is the same in all games under a rule set. */
class Ground {
  readonly generator: Generator;
  readonly buffer: Int32Array;
  readonly start: Position;
  /** Steps to go, by side, piece and cell. */
  readonly steps: readonly [Uint8Array, Uint8Array];
  /** How deep in the other camp each piece has its goal, by side: 0 to 2. */
  readonly depth: readonly [Uint8Array, Uint8Array];
  /** Where jumps back are obligatory, one has to look ahead. */
  readonly looksAhead: boolean;

  constructor(rules: RuleSet) {
    this.generator = new Generator(rules);
    this.buffer = this.generator.makeBuffer();
    this.start = startPosition(rules);
    const goals = goalSquares(rules.options);
    this.depth = [
      Uint8Array.from(goals.light, (square) => rankOf(square) - 8),
      Uint8Array.from(goals.dark, (square) => 3 - rankOf(square)),
    ];
    const stepsOf = (side: Side): Uint8Array => {
      const steps = new Uint8Array(PIECE_COUNT * CELL_COUNT);
      for (const [piece, goal] of goals[side].entries())
        for (let square = 0; square < SQUARE_COUNT; square++)
          steps[piece * CELL_COUNT + CELLS[square]!] = distanceBetween(square, goal);
      return steps;
    };
    this.steps = [stepsOf('light'), stepsOf('dark')];
    this.looksAhead = rules.options.jumpObligation === 'required' && rules.options.jumpDirection === 'any';
  }
}

const grounds = new WeakMap<RuleSet, Ground>();

function groundOf(rules: RuleSet): Ground {
  let ground = grounds.get(rules);
  if (!ground) grounds.set(rules, (ground = new Ground(rules)));
  return ground;
}

/** Plays a game: the same one for the same chance. */
export const walk = (rules: RuleSet, plan: Plan, random: Random): Walk =>
  new Walker(groundOf(rules), random).walk(plan);

class Walker {
  private readonly moves: number[] = [];
  /** Steps to go, by side. */
  private readonly left: [number, number] = [0, 0];
  private hash = 0;
  /** How often the game has been where, by hash. */
  private readonly seen = new Map<number, number>();

  constructor(
    private readonly ground: Ground,
    private readonly random: Random,
  ) {
    const { generator, steps, start } = ground;
    generator.load(start);
    for (const side of [0, 1] as const)
      for (let piece = 0; piece < PIECE_COUNT; piece++)
        this.left[side] += steps[side][piece * CELL_COUNT + generator.at[side][piece]!]!;
  }

  walk(plan: Plan): Walk {
    const { generator, buffer } = this.ground;
    for (let ply = 0; ; ply++) {
      const count = generator.generate(buffer);
      const ending = endingOf(generator, count);
      if (ending) return this.end(ending);
      if (ply >= plan.plies) return this.end(this.declared(plan));
      const moves = buffer.subarray(0, count);
      this.play(count === 1 ? moves[0]! : ply < BOOK_PLIES ? this.fromBook(moves) : this.ahead(moves));
    }
  }

  private declared({ reason }: Plan): Ending | null {
    const [light, dark] = this.left;
    if (reason === null) return null;
    if (reason === 'agreement' || (reason === 'adjudication' && light === dark)) return { reason, winner: null };
    return { reason, winner: opponentOf(light > dark ? 'light' : 'dark') };
  }

  private end(ending: Ending | null): Walk {
    const { generator } = this.ground;
    const squares = bySide((side) =>
      Array.from(generator.at[side === 'light' ? 0 : 1], (cell) => SQUARE_OF_CELL[cell]!),
    );
    const sideToMove = SIDES[generator.side];
    const position = trustPosition({ squares, sideToMove, ply: generator.ply, callState: null });
    const [light, dark] = this.left;
    return { moves: Uint8Array.from(this.moves), position, ending, left: { light, dark } };
  }

  /** What a move takes off the steps to go. */
  private gain(move: PackedMove): number {
    const steps = this.ground.steps[this.ground.generator.side];
    const row = (move & 15) * CELL_COUNT;
    return steps[row + fromCell(move)]! - steps[row + toCell(move)]!;
  }

  /** Each position has its favourites, the same in every game. */
  private fromBook(moves: Int32Array): PackedMove {
    const ranked = Array.from(moves, (move) => {
      const fancy = (1.5 * mix(this.hash ^ Math.imul(move, 0x9e3779b1))) / 2 ** 32;
      return { move, liking: this.gain(move) + this.outlook(move) / GAIN + fancy };
    }).sort((a, b) => b.liking - a.liking);
    const share = 45 + (mix(this.hash + 1) % 45);
    return (ranked.find(() => this.random.below(100) < share) ?? ranked[0]!).move;
  }

  /** Ahead, rather with those that have far to go, and deep. */
  private ahead(moves: Int32Array): PackedMove {
    const { generator, steps, depth } = this.ground;
    const { side } = generator;
    let best = moves[0]!;
    let most = -Infinity;
    for (const move of moves) {
      const piece = move & 15;
      const gain = this.gain(move);
      const worth =
        GAIN * gain +
        TO_GO * steps[side][piece * CELL_COUNT + fromCell(move)]! +
        DEPTH * depth[side][piece]! * Math.sign(gain) +
        this.outlook(move) -
        AGAIN * (this.seen.get(this.hashAfter(move)) ?? 0) +
        this.random.below(CHANCE);
      if (worth > most) [most, best] = [worth, move];
    }
    return best;
  }

  /** What jumps will be open after a move, and how good they are. */
  private outlook(move: PackedMove): number {
    const { generator, looksAhead } = this.ground;
    if (!looksAhead) return 0;
    generator.make(move);
    const mover = (1 - generator.side) as SideIndex;
    const outlook = OWN_NEXT * this.bestNext(mover) + OTHER_NEXT * this.bestNext(generator.side);
    generator.unmake(move);
    return outlook;
  }

  /** The most that a side gains by a jump, which it has to make; something for none. */
  private bestNext(side: SideIndex): number {
    const { generator, steps } = this.ground;
    const { cells, rules } = generator;
    const at = generator.at[side];
    let best = -Infinity;
    for (let piece = 0; piece < PIECE_COUNT; piece++) {
      const from = at[piece]!;
      const row = piece * CELL_COUNT;
      for (const jump of rules.jumps[side]) {
        const to = from + jump + jump;
        if ((cells[from + jump]! & rules.jumpable[side]) === 0 || cells[to] !== VACANT) continue;
        best = Math.max(best, steps[side][row + from]! - steps[side][row + to]!);
      }
    }
    return best === -Infinity ? STEP_NEXT : best;
  }

  private hashAfter(move: PackedMove): number {
    const row = (this.ground.generator.side * PIECE_COUNT + (move & 15)) * CELL_COUNT;
    return (this.hash ^ NUMBERS[row + fromCell(move)]! ^ NUMBERS[row + toCell(move)]! ^ OTHER_SIDE) >>> 0;
  }

  private play(move: PackedMove): void {
    const { generator } = this.ground;
    this.left[generator.side] -= this.gain(move);
    this.hash = this.hashAfter(move);
    this.seen.set(this.hash, (this.seen.get(this.hash) ?? 0) + 1);
    this.moves.push(SQUARE_OF_CELL[fromCell(move)]!, SQUARE_OF_CELL[toCell(move)]!);
    generator.make(move);
  }
}
