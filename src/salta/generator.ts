/**
 * Legal moves, in the order of docs/rules.md, section 3: steps and jumps, blockades, the obligation.
 * `generate` writes into a buffer; `countLegal` only counts, as perft wants it at the last ply.
 */
import { Board, packMove, type PackedMove } from './board.js';
import { VACANT, type SideIndex } from './compiled-rules.js';
import { CELL_COUNT, type Cell } from './geometry.js';
import { countJumps, countSteps, hasTwoStepTargets } from './mobility.js';
import { PIECE_COUNT } from './piece.js';
import type { RuleSet } from './rule-set.js';

/** More moves than any position has: 15 pieces, four steps each, and four jumps or chains to anywhere. */
const MAX_MOVES = 128;
const MAX_MOVES_WITH_CHAINS = 1024;

/** The first move of a buffer that is a jump bears this bit. */
const JUMP_BIT = 1 << 18;

export class Generator extends Board {
  /** Whether the obligation was at work in the last `generate`: a jump was left after the blockades. */
  jumpLeft = false;
  /** For the search of chains, where there are any. */
  private readonly queue: Uint8Array;
  private readonly parent: Uint8Array;
  private readonly reached: Uint32Array;
  private spare: Int32Array | null = null;
  private stamp = 0;

  constructor(rules: RuleSet) {
    super(rules);
    const cells = this.rules.chains ? CELL_COUNT : 0;
    this.queue = new Uint8Array(cells);
    this.parent = new Uint8Array(cells);
    this.reached = new Uint32Array(cells);
  }

  private get scratch(): Int32Array {
    return (this.spare ??= this.makeBuffer());
  }

  /** A buffer with room for the moves of any position. */
  makeBuffer(): Int32Array {
    return new Int32Array(this.rules.chains ? MAX_MOVES_WITH_CHAINS : MAX_MOVES);
  }

  /** Writes the legal moves of the side to move into `buffer` and returns their number. */
  generate(buffer: Int32Array): number {
    const { rules } = this;
    const mayBlockade = rules.blockadeForbidden && !this.opponentKeepsAStep();
    const jumps = this.countHops() > 0 ? this.generateJumps(buffer, 0) : 0;
    if (jumps > 0 && !mayBlockade && rules.obligation === 'required') {
      this.jumpLeft = true;
      return jumps;
    }
    let count = this.generateSteps(buffer, jumps);
    if (mayBlockade) count = this.dropBlockades(buffer, count);
    return this.imposeObligation(buffer, count);
  }

  /** Jumps of the side to move, of chains the first hop. */
  private countHops(): number {
    const { rules, side } = this;
    return countJumps(this.bits, side, rules.jumpable[side], rules.jumpsUp[side], rules.jumpsDown[side]);
  }

  /** The number of legal moves of the side to move. */
  countLegal(): number {
    if (this.needsFullGeneration()) return this.generate(this.scratch);
    const { rules, side } = this;
    let jumps = this.countHops();
    if (jumps > 0 && rules.chains) jumps = this.countChains();
    if (jumps > 0 && rules.obligation === 'required') return jumps;
    return jumps + countSteps(this.bits, side, rules.stepsUp[side], rules.stepsDown[side]);
  }

  /** Jumps and chains of the side to move, by their ends. */
  private countChains(): number {
    const at = this.at[this.side];
    let count = 0;
    for (let piece = 0; piece < PIECE_COUNT; piece++) count += this.chainEnds(at[piece]!) - 1;
    return count;
  }

  /** Where counting alone would be wrong: calls, blockades within reach, moves that may end the game. */
  private needsFullGeneration(): boolean {
    const { rules, side } = this;
    return (
      this.called ||
      (rules.blockadeForbidden && !this.opponentKeepsAStep()) ||
      (rules.obligation === 'on-call' && (this.home[side] >= PIECE_COUNT - 1 || this.everyMoveEnds()))
    );
  }

  /** Whether the game is over after any move: the last ply, or the second player's extra turn. */
  everyMoveEnds(): boolean {
    const { lastPly, equalTurn } = this.rules;
    return this.ply + 1 >= lastPly || (equalTurn && this.standing() === 'extra-turn');
  }

  private generateSteps(buffer: Int32Array, start: number): number {
    const { cells, side } = this;
    const steps = this.rules.steps[side];
    const at = this.at[side];
    let count = start;
    for (let piece = 0; piece < PIECE_COUNT; piece++) {
      const from = at[piece]!;
      for (let i = 0; i < steps.length; i++) {
        const to = from + steps[i]!;
        if (cells[to] === VACANT) buffer[count++] = packMove(piece, from, to, 0);
      }
    }
    return count;
  }

  private generateJumps(buffer: Int32Array, start: number): number {
    const { cells, side, rules } = this;
    const at = this.at[side];
    const jumps = rules.jumps[side];
    const over = rules.jumpable[side];
    let count = start;
    for (let piece = 0; piece < PIECE_COUNT; piece++) {
      const from = at[piece]!;
      if (rules.chains) {
        const ends = this.chainEnds(from);
        for (let i = 1; i < ends; i++) buffer[count++] = packMove(piece, from, this.queue[i]!, 1);
        continue;
      }
      for (let i = 0; i < jumps.length; i++) {
        const offset = jumps[i]!;
        if ((cells[from + offset]! & over) !== 0 && cells[from + offset + offset] === VACANT)
          buffer[count++] = packMove(piece, from, from + offset + offset, 1);
      }
    }
    return count;
  }

  /**
   * Breadth-first over the jumps of one piece: `queue[0]` is its start, the rest its ends.
   * A chain moves by even numbers of files and ranks, so it never jumps over the square it left.
   */
  private chainEnds(from: Cell): number {
    const { cells, side, queue, reached } = this;
    const jumps = this.rules.jumps[side];
    const over = this.rules.jumpable[side];
    const stamp = ++this.stamp;
    let end = 1;
    queue[0] = from;
    reached[from] = stamp;
    for (let next = 0; next < end; next++) {
      const cell = queue[next]!;
      for (let i = 0; i < jumps.length; i++) {
        const offset = jumps[i]!;
        const to = cell + offset + offset;
        if ((cells[cell + offset]! & over) === 0 || cells[to] !== VACANT || reached[to] === stamp) continue;
        reached[to] = stamp;
        this.parent[to] = cell;
        queue[end++] = to;
      }
    }
    return end;
  }

  /**
   * The cells that a jump lands on, its end the last. Directions ascend, so the first way found to a
   * cell is the shortest and, of equal ones, the smallest when compared square by square.
   */
  jumpPath(from: Cell, to: Cell): Cell[] {
    if (!this.rules.chains) return [to];
    this.chainEnds(from);
    const path: Cell[] = [];
    for (let cell = to; cell !== from; cell = this.parent[cell]!) path.unshift(cell);
    return path;
  }

  /** Whether the side to move may jump from one cell to another in one hop; `start` counts as vacant. */
  isHop(from: Cell, to: Cell, start: Cell): boolean {
    const { cells, side, rules } = this;
    const vacant = cells[to] === VACANT || to === start;
    return (
      vacant &&
      rules.jumps[side].some((jump) => from + 2 * jump === to && (cells[from + jump]! & rules.jumpable[side]) !== 0)
    );
  }

  /**
   * Whether the opponent has steps to two different squares. A move fills one square and vacates
   * another, so it cannot take both away: no blockade is possible, and none needs a look.
   */
  private opponentKeepsAStep(): boolean {
    const opponent = (1 - this.side) as SideIndex;
    return hasTwoStepTargets(this.bits, opponent, this.rules.stepsUp[opponent], this.rules.stepsDown[opponent]);
  }

  /** Whether a piece of the side to move jumps from one cell to another, in one hop or a chain. */
  canJump(from: Cell, to: Cell): boolean {
    if (!this.rules.chains) return this.isHop(from, to, from);
    const ends = this.chainEnds(from);
    return this.queue.subarray(1, ends).includes(to);
  }

  /** Whether section 3, item 2 drops this step or jump of the side to move. */
  blockades(from: Cell, to: Cell, isStep: boolean): boolean {
    if (!this.rules.blockadeForbidden) return false;
    this.scratch[0] = packMove(this.at[this.side].indexOf(from), from, to, isStep ? 0 : 1);
    return this.dropBlockades(this.scratch, 1) === 0;
  }

  /** Section 3, item 2: keeps what leaves the opponent a move, ends the game or completes the goal. */
  private dropBlockades(buffer: Int32Array, count: number): number {
    if (this.everyMoveEnds()) return count;
    const opponent = (1 - this.side) as SideIndex;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const move = buffer[i]!;
      this.make(move);
      if (this.isHome((1 - opponent) as SideIndex) || this.hasAnyMove(opponent)) buffer[kept++] = move;
      this.unmake(move);
    }
    return kept;
  }

  /** Section 4, over what is left; jumps stand before steps in the buffer. */
  private imposeObligation(buffer: Int32Array, count: number): number {
    let jumps = 0;
    while (jumps < count && buffer[jumps]! >= JUMP_BIT) jumps++;
    this.jumpLeft = jumps > 0;
    if (jumps === 0) return count;
    switch (this.rules.obligation) {
      case 'optional':
        return count;
      case 'required':
        return jumps;
      case 'on-call':
        return this.called ? jumps : this.dropEndingSteps(buffer, jumps, count);
    }
  }

  /** A step that ends the game could not be called afterwards, so it must not miss a jump. */
  private dropEndingSteps(buffer: Int32Array, jumps: number, count: number): number {
    if (!this.mayEnd()) return count;
    let kept = jumps;
    for (let i = jumps; i < count; i++) if (!this.endsGame(buffer[i]!)) buffer[kept++] = buffer[i]!;
    return kept;
  }

  /** Whether there can be a move that `endsGame`. */
  private mayEnd(): boolean {
    const { home, side } = this;
    return home[side] >= PIECE_COUNT - 1 || this.isHome((1 - side) as SideIndex) || this.everyMoveEnds();
  }

  /** Whether the game is over by section 6, item 1 or 2, after this move. */
  endsGame(move: PackedMove): boolean {
    this.make(move);
    const standing = this.standing();
    this.unmake(move);
    return standing === 'goal' || standing === 'move-limit';
  }
}
