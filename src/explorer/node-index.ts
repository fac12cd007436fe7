/** The positions whose counts are kept, found by a game that walks past them. */
import type { Course } from '../records/course.js';
import { hashOf, MEN, type Spot } from '../records/course.js';

/** A position of a rule set, and the number of its counts. */
export interface IndexedNode {
  readonly no: number;
  readonly ruleSet: number;
  readonly spot: Spot;
}

/** The squares of the 30 pieces, and whether Dark is to move. */
export const spotBytes = ({ placement, darkToMove }: Spot): Buffer => Buffer.from([...placement, darkToMove ? 1 : 0]);

export function spotFromBytes(bytes: Uint8Array): Spot {
  const placement = Uint8Array.from(bytes.subarray(0, MEN));
  const darkToMove = bytes[MEN] === 1;
  return { placement, darkToMove, hash: hashOf(placement, darkToMove) };
}

/** Where a move leads: the man on its start square stands on its end square, and the other side is to move. */
export function spotAfter({ placement, darkToMove }: Spot, from: number, to: number): Spot {
  const after = placement.map((square) => (square === from ? to : square));
  return { placement: after, darkToMove: !darkToMove, hash: hashOf(after, !darkToMove) };
}

export class NodeIndex {
  private readonly byHash = new Map<number, IndexedNode[]>();
  private readonly byNo = new Map<number, IndexedNode>();
  private highest = 0;

  get size(): number {
    return this.byNo.size;
  }

  /** The highest number of all. */
  get last(): number {
    return this.highest;
  }

  add(node: IndexedNode): void {
    const key = keyOf(node.ruleSet, node.spot.hash);
    const there = this.byHash.get(key);
    if (there) there.push(node);
    else this.byHash.set(key, [node]);
    this.byNo.set(node.no, node);
    this.highest = Math.max(this.highest, node.no);
  }

  clear(): void {
    this.byHash.clear();
    this.byNo.clear();
    this.highest = 0;
  }

  get(no: number): IndexedNode | undefined {
    return this.byNo.get(no);
  }

  find(ruleSet: number, spot: Spot): IndexedNode | undefined {
    return this.byHash
      .get(keyOf(ruleSet, spot.hash))
      ?.find((node) => node.ruleSet === ruleSet && isSame(node.spot, spot));
  }

  /** The positions that a game passes, each with the different moves that it plays there. */
  passed(ruleSet: number, course: Course): Map<IndexedNode, number[]> {
    const passed = new Map<IndexedNode, number[]>();
    do {
      const candidates = this.byHash.get(keyOf(ruleSet, course.hash));
      const node = candidates?.find((one) => one.ruleSet === ruleSet && course.isAt(one.spot));
      if (!node) continue;
      const moves = passed.get(node) ?? [];
      if (course.next >= 0 && !moves.includes(course.next)) moves.push(course.next);
      passed.set(node, moves);
    } while (course.advance());
    return passed;
  }
}

/** A whole number that JavaScript holds exactly. */
const keyOf = (ruleSet: number, hash: number): number => (ruleSet % 2 ** 20) * 2 ** 32 + hash;

const isSame = (a: Spot, b: Spot): boolean =>
  a.darkToMove === b.darkToMove && a.placement.every((square, man) => square === b.placement[man]);
