/**
 * What the search has found out about states: from here there is no way home with so few retreats.
 *
 * A state is stored whole (15 pieces of 6 bits in three words), never as a hash alone: what is read here is used in proofs.
 */

// Looked up once, as in bits.ts.
const { imul } = Math;

/** Words of one entry: the three of the state, and both numbers with the generation above them. */
const ENTRY = 4;
/** How far from its own place an entry may lie. */
const PROBES = 8;
const BOUND_BITS = 6;
const GENERATION_SHIFT = 2 * BOUND_BITS;
const BOUND_MASK = 2 ** BOUND_BITS - 1;

/** In place of the number that a state was settled at. */
export const UNSETTLED = BOUND_MASK;

export class KnownBounds {
  /** Retreats needed at least by the state of the last `find`. */
  atLeast = 0;
  /** The number at which that state was settled: whoever asks for more than `atLeast` up to here need not search again. */
  settledAt = UNSETTLED;
  private readonly entries: Int32Array;
  private readonly mask: number;
  private generation = 1;

  /** Room for 2 ** `bits` states; when a neighbourhood is full, an old entry gives way. */
  constructor(bits: number) {
    this.entries = new Int32Array((2 ** bits + PROBES) * ENTRY);
    this.mask = 2 ** bits - 1;
  }

  /** Forgets everything. */
  clear(): void {
    this.generation++;
    if (this.generation < 2 ** (31 - GENERATION_SHIFT)) return;
    this.generation = 1;
    this.entries.fill(0);
  }

  /** Reads what is known into `atLeast` and `settledAt`. */
  find(low: number, middle: number, high: number): void {
    const { entries } = this;
    let at = this.place(low, middle, high);
    for (let i = 0; i < PROBES; i++, at += ENTRY) {
      const tag = entries[at + 3]!;
      if (tag >> GENERATION_SHIFT !== this.generation) break;
      if (entries[at] === low && entries[at + 1] === middle && entries[at + 2] === high) {
        this.atLeast = tag & BOUND_MASK;
        this.settledAt = (tag >> BOUND_BITS) & BOUND_MASK;
        return;
      }
    }
    this.atLeast = 0;
    this.settledAt = UNSETTLED;
  }

  /** Notes a lower bound, and where the state was settled, besides what is known. */
  add(low: number, middle: number, high: number, atLeast: number, settledAt: number): void {
    const { entries, generation } = this;
    const home = this.place(low, middle, high);
    let at = home;
    let i = 0;
    for (; i < PROBES; i++, at += ENTRY) {
      const tag = entries[at + 3]!;
      if (tag >> GENERATION_SHIFT !== generation) break;
      if (entries[at] === low && entries[at + 1] === middle && entries[at + 2] === high) {
        atLeast = Math.max(atLeast, tag & BOUND_MASK);
        settledAt = Math.min(settledAt, (tag >> BOUND_BITS) & BOUND_MASK);
        break;
      }
    }
    if (i === PROBES) at = home + (((low ^ high) >>> 3) % PROBES) * ENTRY;
    entries[at] = low;
    entries[at + 1] = middle;
    entries[at + 2] = high;
    entries[at + 3] = (generation << GENERATION_SHIFT) | (settledAt << BOUND_BITS) | atLeast;
  }

  private place(low: number, middle: number, high: number): number {
    let hash = imul(low, 0x9e3779b1) ^ imul(middle, 0x85ebca6b) ^ imul(high, 0xc2b2ae35);
    hash ^= hash >>> 15;
    hash = imul(hash, 0x2c1b3c6d);
    hash ^= hash >>> 13;
    return (hash & this.mask) * ENTRY;
  }
}
