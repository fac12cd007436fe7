import { afterAll, describe, expect, it } from '@jest/globals';
import {
  admitPosition,
  bySide,
  createRuleSet,
  formatMove,
  formatPiece,
  formatPosition,
  formatSquare,
  goalSquares,
  outcomeOf,
  parseAction,
  parsePosition,
  parseSquare,
  perft,
  PIECE_NAMES,
  Play,
  replay,
  scorePosition,
  scoreSide,
  SIDES,
  startPosition,
  unwrap,
  type BySide,
  type Outcome,
  type PieceName,
  type Position,
  type RuleSet,
  type Score,
  type Side,
} from './index.js';
import { readVectors } from '../../test/support/vectors.js';

type Rules = string | { preset: string; overrides?: Record<string, unknown> };

interface Game {
  rules: Rules;
  moves: string[];
  final: string;
  reason: string | null;
  winner?: Side | null;
  points?: number;
  distance: Record<Side, number>;
  piecesHome?: Record<Side, number>;
  movesNeeded?: Record<Side, number>;
  movesNeededBetween?: Record<Side, [number, number]>;
}

interface EdgeCase {
  name: string;
  kind: 'legal-moves' | 'play';
  rules: Rules;
  position: string;
  legalMoves?: string[];
  moves?: string[];
  final?: string;
  outcome?: Partial<Outcome> | null;
}

const checked = new Map<string, number>();
const count = (what: string, by = 1) => checked.set(what, (checked.get(what) ?? 0) + by);

const readRules = (rules: Rules): RuleSet =>
  unwrap(typeof rules === 'string' ? createRuleSet(rules) : createRuleSet(rules.preset, rules.overrides));

const readPosition = (rules: RuleSet, text: string): Position =>
  unwrap(admitPosition(rules, unwrap(parsePosition(text))));

/** The vectors leave the last field out where nothing can be called. */
const withCallField = (text: string): string => (text.split(' ').length === 3 ? `${text} -` : text);

const playMoves = (rules: RuleSet, start: Position, moves: readonly string[]) =>
  unwrap(
    replay(
      rules,
      start,
      moves.map((text) => unwrap(parseAction(text))),
    ),
  );

describe('the vectors', () => {
  afterAll(() => {
    const total = [...checked.values()].reduce((sum, n) => sum + n, 0);
    const parts = [...checked].map(([what, n]) => `${what} ${String(n)}`).join(', ');
    process.stdout.write(`vectors checked: ${parts}; ${String(total)} in all\n`);
  });

  it('setups: start position and goals of every preset', () => {
    const setups =
      readVectors<Record<string, { position: string; goals: Record<Side, Record<PieceName, string>> }>>('setups');
    expect(Object.keys(setups)).toHaveLength(5);
    for (const [preset, { position, goals }] of Object.entries(setups)) {
      const rules = readRules(preset);
      expect(formatPosition(startPosition(rules))).toBe(withCallField(position));
      const named = bySide((side) =>
        Object.fromEntries<string>(
          goalSquares(rules.options)[side].map((square, piece) => [formatPiece(piece), formatSquare(square)]),
        ),
      );
      expect(named).toEqual(goals);
      count('setups');
    }
  });

  it('perft: counts by depth', () => {
    const vectors = readVectors<{ rules: Rules; position: string; counts: number[] }[]>('perft');
    expect(vectors).toHaveLength(28);
    for (const { rules, position, counts } of vectors) {
      const start = unwrap(parsePosition(position));
      expect(counts.map((_, index) => perft(readRules(rules), start, index + 1))).toEqual(counts);
      count('perft', counts.length);
    }
  });

  it('legal-moves', () => {
    const vectors =
      readVectors<{ rules: Rules; position: string; legalMoves: { move: string; jump: boolean }[] }[]>('legal-moves');
    expect(vectors).toHaveLength(54);
    for (const { rules, position, legalMoves } of vectors) {
      const moves = new Play(readRules(rules), unwrap(parsePosition(position))).legalMoves();
      expect(moves.map((move) => ({ move: formatMove(move), jump: move.jump })).sort(byMove)).toEqual(
        legalMoves.sort(byMove),
      );
      count('legal-moves');
    }
  });

  const byMove = (a: { move: string }, b: { move: string }) => a.move.localeCompare(b.move);

  const games = [...readVectors<Game[]>('games'), readVectors<Game>('krone-grotewold-1901')];

  it('games: all of them', () => expect(games).toHaveLength(21));

  it.each(games.map((game, index) => [index + 1, game] as const))('game %i: moves, end, numbers', (_, game) => {
    const rules = readRules(game.rules);
    const { entries, play } = playMoves(rules, startPosition(rules), game.moves);
    expect(entries.map((entry) => (entry.kind === 'move' ? formatMove(entry.move) : 'salta'))).toEqual(game.moves);
    expect(formatPosition(play.position)).toBe(withCallField(game.final));
    expect(play.ending?.reason ?? null).toBe(game.reason);
    const score = scorePosition(rules, play.position, play.ending);
    expect(bySide((side) => score.sides[side].distance)).toEqual(game.distance);
    if (game.piecesHome) expect(bySide((side) => score.sides[side].piecesHome)).toEqual(game.piecesHome);
    checkMovesNeeded(game, score);
    if (game.winner !== undefined && score.award.exact) expect(score.award.winner).toBe(game.winner);
    if (game.points !== undefined && score.award.exact) expect(score.award.points).toBe(game.points);
    count('games');
  });

  /** A proven number must be met; bounds must meet the printed ones. */
  function checkMovesNeeded(game: Game, { sides }: Score): void {
    for (const side of SIDES) {
      const { movesNeeded, lowerBound, exact } = sides[side];
      const printed: BySide<number> | undefined = game.movesNeeded;
      const [atLeast, atMost] = game.movesNeededBetween?.[side] ?? [printed?.[side] ?? null, printed?.[side] ?? null];
      if (atLeast === null || atMost === null) continue;
      expect(lowerBound).toBeLessThanOrEqual(atMost);
      expect(movesNeeded).toBeGreaterThanOrEqual(atLeast);
      if (atLeast === atMost) expect({ movesNeeded, exact }).toEqual({ movesNeeded: atLeast, exact: true });
    }
  }

  it('moves-needed: the proven number of every position', () => {
    const vectors =
      readVectors<
        { rules: Rules; side: Side; pieces: Record<PieceName, string>; distance: number; movesNeeded: number }[]
      >('moves-needed');
    expect(vectors).toHaveLength(112);
    for (const { rules, side, pieces, distance, movesNeeded } of vectors) {
      const squares = PIECE_NAMES.map((piece) => unwrap(parseSquare(pieces[piece])));
      const score = scoreSide(readRules(rules), squares, side);
      expect({ distance: score.distance, movesNeeded: score.movesNeeded, exact: score.exact }).toEqual({
        distance,
        movesNeeded,
        exact: true,
      });
      count('moves-needed');
    }
  });

  describe('edge-cases', () => {
    const vectors = readVectors<EdgeCase[]>('edge-cases');
    /** Three positions lack Light's sun-1; docs/rules.md, section 8, refuses them by name. */
    const incomplete = vectors.filter(({ position }) => !position.includes('K'));

    it('all of them', () => {
      expect(vectors).toHaveLength(374);
      expect(incomplete).toHaveLength(3);
    });

    it.each(incomplete)('$name: refused, a piece is missing', ({ position }) => {
      expect(parsePosition(position)).toMatchObject({
        ok: false,
        error: { code: 'bad-position', message: 'light sun-1 is missing' },
      });
      count('edge-cases refused');
    });

    it.each(vectors.filter((vector) => !incomplete.includes(vector)).map((vector, index) => ({ index, ...vector })))(
      '$index $name',
      ({ kind, rules, position, legalMoves, moves, final, outcome }) => {
        const ruleSet = readRules(rules);
        const start = readPosition(ruleSet, position);
        if (kind === 'legal-moves') {
          const found = new Play(ruleSet, start).legalMoves().map((move) => formatMove(move));
          expect(found.sort()).toEqual([...(legalMoves ?? [])].sort());
        } else {
          const { play } = playMoves(ruleSet, start, moves ?? []);
          expect(formatPosition(play.position)).toBe(withCallField(final ?? ''));
          const { award } = scorePosition(ruleSet, play.position, play.ending);
          const found = play.ending ? outcomeOf(play.ending, award) : null;
          if (outcome) expect(found).toMatchObject(outcome);
          else expect(found).toBeNull();
        }
        count('edge-cases');
      },
    );
  });

  it('the printed final position: Dark needs 10 moves more', () => {
    const rules = readRules('tournament');
    const goals = goalSquares(rules.options);
    const strayed: Partial<Record<PieceName, string>> = {
      'star-2': 'h6',
      'star-3': 'd6',
      'star-4': 'c5',
      'star-5': 'a5',
    };
    const dark = goals.dark.map((goal, piece) =>
      unwrap(parseSquare(strayed[PIECE_NAMES[piece] ?? 'sun-1'] ?? formatSquare(goal))),
    );
    expect(scoreSide(rules, dark, 'dark')).toMatchObject({ movesNeeded: 10, lowerBound: 10, exact: true });
    expect(scoreSide(rules, goals.light, 'light')).toMatchObject({ movesNeeded: 0, exact: true });
    count('printed final position');
  });
});
