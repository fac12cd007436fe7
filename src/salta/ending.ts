/** How a game ends on the board, in the order of docs/rules.md, section 6. */
import type { SideIndex } from './compiled-rules.js';
import type { Generator } from './generator.js';
import { SIDES, type Side } from './piece.js';

/** Endings that follow from the position, those that the players or their clocks bring about, and the word of a third. */
export const BOARD_ENDINGS = ['goal', 'move-limit', 'blocked', 'no-legal-move'] as const;
export const DECLARED_ENDINGS = ['resignation', 'timeout', 'agreement'] as const;
export const RULED_ENDINGS = ['adjudication'] as const;
export const END_REASONS = [...BOARD_ENDINGS, ...DECLARED_ENDINGS, ...RULED_ENDINGS] as const;
export type EndReason = (typeof END_REASONS)[number];

export interface Ending {
  readonly reason: EndReason;
  /** Whom the ending itself names: `null` for a draw, and where the score decides. */
  readonly winner: Side | null;
}

/** Endings at which nobody is named and the numbers of section 7 decide. */
export const isScored = ({ reason }: Ending): boolean => reason === 'move-limit' || reason === 'no-legal-move';

/** The ending of the position on the board, `null` while the game goes on; `legalCount` of the side to move. */
export function endingOf(generator: Generator, legalCount: number): Ending | null {
  const { rules, side } = generator;
  switch (generator.standing()) {
    case 'goal':
      return {
        reason: 'goal',
        winner: generator.isHome(0) === generator.isHome(1) ? null : SIDES[generator.isHome(0) ? 0 : 1],
      };
    case 'extra-turn':
      return legalCount === 0 ? { reason: 'goal', winner: SIDES[rules.first] } : null;
    case 'move-limit':
      return { reason: 'move-limit', winner: null };
    case 'goes-on':
      if (legalCount > 0) return null;
      return rules.blockadeForbidden
        ? { reason: 'no-legal-move', winner: null }
        : { reason: 'blocked', winner: SIDES[(1 - side) as SideIndex] };
  }
}
