/**
 * Conditional moves as their player enters them: `{"lines": [["e7-f6", "d4-e5", ...], ...]}`, every line the opponent's
 * move, the own reply, and so on. Lines that begin alike are merged; each move must be legal in the position that its line
 * leads to. A call of "Salta!" is no move: it is in no line, and one that is made drops the tree.
 */
import { CALL_WORD, formatMove, opponentOf, parseAction, Play, succeed } from '../../salta/index.js';
import type { Position, Result, RuleSet, Side } from '../../salta/index.js';
import { Refused, type ConditionalMovesError, type Place } from './refusal.js';
import { formatLines, isSameMove, type ConditionalMove, type ConditionalTree } from './tree.js';

/** How many moves a tree has at most, those of both sides. */
export const MAX_CONDITIONAL_MOVES = 500;

/** No tree has more moves in all its lines, those counted again that lines have in common: half of it a trunk, half leaves. */
const MAX_WRITTEN = 2 * (MAX_CONDITIONAL_MOVES / 4) * (MAX_CONDITIONAL_MOVES / 4 + 1);

export interface ConditionalMovesJson {
  readonly lines: readonly (readonly string[])[];
}

/** The game for which lines are entered, as it stands. */
export interface ConditionalContext {
  readonly rules: RuleSet;
  readonly position: Position;
  /** Whose lines they are: the side that is not to move. */
  readonly owner: Side;
}

/** A reply while the tree grows, with the position after it. */
interface Growing {
  readonly when: ConditionalMove;
  readonly reply: ConditionalMove;
  readonly then: Growth;
  readonly position: Position;
}

interface Growth {
  readonly branches: Growing[];
  /** By the text of both moves, so that what lines have in common is judged once. */
  readonly byText: Map<string, Growing>;
}

const newGrowth = (): Growth => ({ branches: [], byText: new Map() });

/**
 * Reads lines into one tree. Refuses with the first thing that is at fault: where it is, and the core's reason where a
 * move is not legal. No lines at all are an empty tree.
 */
export function parseConditionalMoves(
  value: unknown,
  context: ConditionalContext,
): Result<ConditionalTree, ConditionalMovesError> {
  try {
    return succeed(readTree(readLines(value), context));
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.toError() };
    throw error;
  }
}

/** Writes a tree; reading it in the position for which it was entered gives the same one. */
export const formatConditionalMoves = (tree: ConditionalTree): ConditionalMovesJson => ({ lines: formatLines(tree) });

function readLines(value: unknown): ConditionalMovesJson['lines'] {
  const isLine = (line: unknown): line is string[] =>
    Array.isArray(line) && line.every((move) => typeof move === 'string');
  if (typeof value === 'object' && value !== null && Object.keys(value).join() === 'lines') {
    const { lines } = value as { readonly lines: unknown };
    if (Array.isArray(lines) && lines.every(isLine)) return lines;
  }
  throw new Refused('not-lines', 'must be {"lines": [[move, reply, ...], ...]}, every move a text');
}

function readTree(
  lines: ConditionalMovesJson['lines'],
  { rules, position, owner }: ConditionalContext,
): ConditionalTree {
  if (lines.length > 0 && position.sideToMove !== opponentOf(owner))
    throw new Refused('not-opponents-turn', "a line begins with the opponent's move: make your own first");
  if (lines.reduce((sum, { length }) => sum + length, 0) > MAX_WRITTEN)
    throw new Refused('too-many-moves', `there may be ${MAX_CONDITIONAL_MOVES} moves in all lines`);
  const root = newGrowth();
  let count = 0;
  for (const [line, moves] of lines.entries()) {
    if (moves.length === 0) throw new Refused('empty-line', 'there is no move in this line', { line, move: null });
    let [growth, at] = [root, position];
    for (let move = 0; move < moves.length; move += 2) {
      const place = { line, move };
      const text = moves.slice(move, move + 2).join(' ');
      let branch = growth.byText.get(text);
      if (branch) {
        ({ then: growth, position: at } = branch);
        continue;
      }
      const pair = readPair(new Play(rules, at), moves, place);
      branch = knownBranch(growth.branches, pair, place);
      if (!branch) {
        count += 2;
        if (count > MAX_CONDITIONAL_MOVES)
          throw new Refused('too-many-moves', `there may be ${MAX_CONDITIONAL_MOVES} moves in all lines`, place);
        branch = { ...pair, then: newGrowth() };
        growth.branches.push(branch);
      }
      growth.byText.set(text, branch);
      ({ then: growth, position: at } = branch);
    }
  }
  return finished(root.branches);
}

type Pair = Omit<Growing, 'then'>;

/** Plays the opponent's move at a place and the reply after it. */
function readPair(play: Play, moves: readonly string[], place: Place & { readonly move: number }): Pair {
  const { line, move } = place;
  const [whenText = '', replyText] = moves.slice(move, move + 2);
  const when = playMove(play, whenText, place);
  if (replyText === undefined) throw new Refused('no-reply', 'no reply to this move is given', place);
  const reply = playMove(play, replyText, { line, move: move + 1 });
  return { when, reply, position: play.position };
}

function playMove(play: Play, text: string, place: Place): ConditionalMove {
  const action = parseAction(text);
  if (!action.ok) throw new Refused('bad-notation', action.error.message, place);
  if (action.value === CALL_WORD) throw new Refused('call', 'a call of "Salta!" cannot stand in a line', place);
  const played = play.play(action.value);
  if (!played.ok) throw new Refused('illegal-move', played.error.message, place, played.error.reason);
  const { from, to } = played.value;
  return { from, to, notation: formatMove(played.value) };
}

/** The branch that another line has made for the same opponent's move. */
function knownBranch(branches: readonly Growing[], { when, reply }: Pair, { line, move }: Place): Growing | undefined {
  const known = branches.find((branch) => isSameMove(branch.when, when));
  if (!known || isSameMove(known.reply, reply)) return known;
  const message = `another line replies to ${when.notation} with ${known.reply.notation}`;
  throw new Refused('two-replies', message, { line, move: (move ?? 0) + 1 });
}

const finished = (branches: readonly Growing[]): ConditionalTree =>
  branches.map(({ when, reply, then }) => ({ when, reply, then: finished(then.branches) }));
