/** What a search says of where pieces stood: `light sun-3 on c9 and dark moon-1 home`. */
import { fail, formatPiece, parseSquare, PIECE_COUNT, SIDES, succeed } from '../../salta/index.js';
import type { Result, Square } from '../../salta/index.js';
import { manOf } from '../course.js';

/** On a square, on its goal, or where the rule set sets it up. */
export type Whereabouts = Square | 'home' | 'start';

export interface PieceTerm {
  /** 0-29. */
  readonly man: number;
  readonly where: Whereabouts;
}

/** As many as there are pieces. */
export const MAX_TERMS = 2 * PIECE_COUNT;

const TERM = /^(light|dark)\s+((?:star|moon|sun)-[1-5])\s+(?:(?:(?:on|at)\s+)?(\S+)|still\s+(home))$/;

/** Terms with `and` or commas between them; refuses with `bad-position` what is none, and a piece or a square that is named twice. */
export function parsePieces(text: string): Result<PieceTerm[]> {
  const parts = text.split(/\s*,\s*|\s+and\s+/).map((part) => part.trim());
  if (parts.length > MAX_TERMS) return fail('bad-position', `at most ${MAX_TERMS} pieces can be named`);
  const terms: PieceTerm[] = [];
  for (const part of parts) {
    const term = parseTerm(part);
    if (!term.ok) return term;
    if (terms.some(({ man }) => man === term.value.man))
      return fail('bad-position', `${part}: the piece is named twice`);
    if (typeof term.value.where === 'number' && terms.some(({ where }) => where === term.value.where))
      return fail('bad-position', `${part}: another piece is named on that square`);
    terms.push(term.value);
  }
  return succeed(terms);
}

function parseTerm(text: string): Result<PieceTerm> {
  const [, side, name, place, still] = TERM.exec(text) ?? [];
  const man = manNamed(side, name);
  if (man === null)
    return fail(
      'bad-position',
      `${JSON.stringify(text)} is not of the form "light sun-3 on c9", "... home" or "... start"`,
    );
  // What has never moved is still where it began.
  if (still !== undefined || place === 'start') return succeed({ man, where: 'start' });
  if (place === 'home') return succeed({ man, where: 'home' });
  const square = parseSquare(place ?? '');
  return square.ok ? succeed({ man, where: square.value }) : square;
}

function manNamed(sideText: string | undefined, name: string | undefined): number | null {
  const side = SIDES.find((one) => one === sideText);
  const piece = Array.from({ length: PIECE_COUNT }, (_, index) => index).find((index) => formatPiece(index) === name);
  return side === undefined || piece === undefined ? null : manOf(side, piece);
}
