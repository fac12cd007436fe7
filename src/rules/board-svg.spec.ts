import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { games, positions, ruleSets, walk } from '../../test/support/arbitraries.js';
import { readVectors } from '../../test/support/vectors.js';
import {
  PIECE_NAMES,
  PRESETS,
  Play,
  SIDES,
  createPosition,
  createRuleSet,
  formatSquare,
  goalSquares,
  occupants,
  parseMove,
  startPosition,
  unwrap,
  type Position,
  type RuleSet,
  type Side,
  type Square,
} from '../salta/index.js';
import { renderBoard } from './board-svg.js';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
  readonly text: string;
  descendants(): Node[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decode(raw: string): string {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(raw))
    throw new Error('not an XML character');
  if (raw.includes(']]>')) throw new Error(']]> in text');
  return raw.replace(/&[^;]*;?/g, (entity) => {
    const character = ENTITIES[entity];
    if (character === undefined) throw new Error(`bad entity ${entity}`);
    return character;
  });
}

/** Reads the XML that a picture may be made of: elements, double-quoted attributes and text. Throws at anything else. */
function readXml(xml: string): Node {
  const token = /<(\/?)([A-Za-z]\w*)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;
  const open: { name: string; attributes: Record<string, string>; children: Node[]; text: string }[] = [
    { name: '', attributes: {}, children: [], text: '' },
  ];
  while (token.lastIndex < xml.length) {
    const offset = token.lastIndex;
    const found = token.exec(xml);
    const parent = open.at(-1);
    if (!found || !parent) throw new Error(`no markup at ${offset}: ${xml.slice(offset, offset + 40)}`);
    const [, closing, name = '', written = '', empty, text] = found;
    if (text !== undefined) parent.text += decode(text);
    else if (closing) {
      if (written || empty || parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
      open.pop();
    } else {
      const attributes: Record<string, string> = {};
      for (const [, key = '', value = ''] of written.matchAll(/ ([\w-]+)="([^"]*)"/g)) {
        if (key in attributes) throw new Error(`${key} twice`);
        attributes[key] = decode(value);
      }
      const children: Node[] = [];
      const descendants = () => children.flatMap((node) => [node, ...node.descendants()]);
      const node = { name, attributes, children, text: '', descendants };
      parent.children.push(node);
      if (!empty) open.push(node);
    }
  }
  const [top] = open;
  const [root] = top?.children ?? [];
  if (open.length !== 1 || top?.children.length !== 1 || top.text.trim() !== '' || !root)
    throw new Error('not one element');
  return root;
}

describe('the XML reader of these tests', () => {
  it.each([
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a>&</a>',
    '<a>&nbsp;</a>',
    '<a x="1" x="2"/>',
    '<a x="<"/>',
    '<a x=1/>',
    'b<a/>',
    '<a>\u0001</a>',
    '<a>]]></a>',
    '<a>\ud800</a>',
  ])('refuses %j', (xml) => expect(() => readXml(xml)).toThrow());

  it('reads elements, attributes and text', () => {
    const root = readXml('<a x="1 &lt;">b<c/><d>&amp;</d></a>\n');
    expect([root.attributes, root.text, root.descendants().map(({ name, text }) => name + text)]).toEqual([
      { x: '1 <' },
      'b',
      ['c', 'd&'],
    ]);
  });
});

const standard = unwrap(createRuleSet('standard'));
const start = startPosition(standard);
const draw = (position: Position, rules: RuleSet, more: { flip?: boolean; title?: string } = {}): Node =>
  readXml(renderBoard({ position, rules, ...more }));

const squareNamed = (name: string): Square => unwrap(parseMove(`${name}a1`))[0];
const child = (node: Node, name: string): Node => {
  const found = node.children.find((one) => one.name === name);
  if (!found) throw new Error(`no <${name}> in <${node.name}>`);
  return found;
};
const withAttribute = (root: Node, name: string): Node[] =>
  root.descendants().filter((node) => name in node.attributes);
const coordinatesOf = (root: Node): Node[] =>
  root.descendants().filter(({ name, text }) => name === 'text' && text !== 'Salta!');
const centreOf = (node: Node): [number, number] => {
  const found = /^translate\((\d+) (\d+)\)/.exec(node.attributes.transform ?? '');
  if (!found) throw new Error('not placed');
  return [Number(found[1]), Number(found[2])];
};

/** `{"light star-1": "a1", ...}` of the groups that bear an attribute. */
const placed = (root: Node, attribute: string): Record<string, string> =>
  Object.fromEntries(
    withAttribute(root, attribute).map(({ attributes }) => [
      attributes[attribute] ?? '',
      attributes['data-square'] ?? '',
    ]),
  );

const expectedPieces = (position: Position): Record<string, string> =>
  Object.fromEntries(
    SIDES.flatMap((side) =>
      PIECE_NAMES.map((name, piece) => [`${side} ${name}`, formatSquare(position.squares[side][piece] ?? -1)]),
    ),
  );

/** All 30 pieces on 30 squares in a row. */
const packed = (first: Square): Position => {
  const squares = Array.from({ length: 30 }, (_, index) => first + index);
  const bySide = { light: squares.slice(0, 15), dark: squares.slice(15) };
  return unwrap(createPosition({ squares: bySide, sideToMove: 'light', ply: 9, callState: null }));
};

/** What holds for every picture. */
function checkPicture(position: Position, rules: RuleSet, flip: boolean, lastMove?: { from: Square; path: Square[] }) {
  const options = { position, rules, flip, ...(lastMove ? { lastMove } : {}) };
  const svg = renderBoard(options);
  expect(renderBoard(options)).toBe(svg);
  expect(Buffer.byteLength(svg)).toBeLessThan(30_000);
  const root = readXml(svg);
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);

  const pieces = withAttribute(root, 'data-piece');
  expect(pieces).toHaveLength(30);
  expect(placed(root, 'data-piece')).toEqual(expectedPieces(position));
  expect(new Set(pieces.map((node) => centreOf(node).join())).size).toBe(30);

  const goals = goalSquares(rules.options);
  const board = occupants(position.squares);
  const vacant = Object.entries(expectedPieces({ ...position, squares: goals })).filter(
    ([, square]) => !board[squareNamed(square)],
  );
  expect(placed(root, 'data-goal')).toEqual(Object.fromEntries(vacant));

  const home = SIDES.flatMap((side) =>
    PIECE_NAMES.filter((_, piece) => position.squares[side][piece] === goals[side][piece]).map(
      (name) => `${side} ${name}`,
    ),
  );
  expect(withAttribute(root, 'data-home').map(({ attributes }) => attributes['data-piece'])).toEqual(home);

  const ids = withAttribute(root, 'id').map(({ attributes }) => attributes.id);
  expect(new Set(ids).size).toBe(ids.length);
  const used = root.descendants().flatMap(({ attributes }) => {
    const ofFill = /^url\(#(.+)\)$/.exec(attributes.fill ?? '')?.[1];
    return [attributes.href?.slice(1), ofFill].filter((id) => id !== undefined);
  });
  expect(used.filter((id) => !ids.includes(id))).toEqual([]);
}

describe('every board picture', () => {
  it('is well formed, complete and small along random games under any rule set', () => {
    fc.assert(
      fc.property(games(30), fc.boolean(), (game, flip) => {
        const seen = [...walk(game)].map((play) => play.position);
        const last = seen.at(-1);
        if (last) checkPicture(last, game.rules, flip);
      }),
      { numRuns: 60 },
    );
  });

  it('is so for any placement with any squares as the last move', () => {
    const lastMoves = fc.record({ from: fc.nat(49), path: fc.array(fc.nat(49), { maxLength: 12 }) });
    fc.assert(
      fc.property(positions, ruleSets, fc.boolean(), lastMoves, (position, rules, flip, lastMove) => {
        checkPicture(position, rules, flip, lastMove);
      }),
      { numRuns: 80 },
    );
  });
});

describe('pieces', () => {
  it('show their device and number on the disc of their side', () => {
    for (const node of withAttribute(draw(start, standard), 'data-piece')) {
      const [side = '', name = ''] = (node.attributes['data-piece'] ?? '').split(' ');
      const [device = '', number = ''] = name.split('-');
      const used = node.children.filter((one) => one.name === 'use').map(({ attributes }) => attributes.href);
      expect(used).toEqual([`#salta-disc-${side}`, `#salta-${device}`, `#salta-number-${number}`]);
    }
  });

  it('have outlines that differ by side', () => {
    const shapeOf = (side: Side) => {
      const disc = draw(start, standard)
        .descendants()
        .find(({ attributes }) => attributes.id === `salta-disc-${side}`);
      return disc?.children.map(({ name }) => name);
    };
    expect(shapeOf('light')).toContain('circle');
    expect(shapeOf('dark')).not.toContain('circle');
  });

  it('say in their tooltip what they are, and whose goal they stand on', () => {
    const titles = withAttribute(draw(start, standard), 'data-piece').map((node) => child(node, 'title').text);
    expect(titles).toContain('Light star 1 on a1, goal of Dark star 1');
    expect(new Set(titles).size).toBe(30);
  });

  it('bear a mark at home: Dark in the end of Krone - Grotewold, 1901', () => {
    const game = readVectors<{ moves: string[] }>('krone-grotewold-1901');
    const rules = unwrap(createRuleSet('tournament'));
    const play = new Play(rules, startPosition(rules));
    for (const move of game.moves) unwrap(play.play(unwrap(parseMove(move))));
    const root = draw(play.position, rules);
    const home = withAttribute(root, 'data-home');
    expect(home.filter(({ attributes }) => attributes['data-piece']?.startsWith('dark'))).toHaveLength(15);
    for (const node of home)
      expect(node.children.filter(({ attributes }) => attributes.href?.startsWith('#salta-home-'))).toHaveLength(1);
    expect(child(root, 'title').text).toBe('Salta, ply 214, game over: Dark is home and wins');
    expect(withAttribute(root, 'data-to-move')).toEqual([]);
  });
});

describe('goal marks', () => {
  const setups = readVectors<Record<string, { goals: Record<Side, Record<string, string>> }>>('setups');

  it.each(PRESETS)('name the goals of %s', (preset) => {
    const rules = unwrap(createRuleSet(preset));
    // The lower, then the upper 30 squares hold the pieces, so that all goals of one side are vacant.
    const shown = { ...placed(draw(packed(0), rules), 'data-goal'), ...placed(draw(packed(20), rules), 'data-goal') };
    const expected = SIDES.flatMap((side) =>
      Object.entries(setups[preset]?.goals[side] ?? {}).map(([name, square]) => [`${side} ${name}`, square]),
    );
    expect(expected).toHaveLength(30);
    expect(shown).toEqual(Object.fromEntries(expected));
  });

  it('are hidden by the pieces of the start position', () => {
    expect(placed(draw(start, standard), 'data-goal')).toEqual({});
  });
});

describe('flip', () => {
  const plain = draw(start, standard);
  const flipped = draw(start, standard, { flip: true });
  const read = (root: Node, along: 'x' | 'y', pattern: RegExp) =>
    coordinatesOf(root)
      .filter(({ text }) => pattern.test(text))
      .sort((a, b) => Number(a.attributes[along]) - Number(b.attributes[along]))
      .map(({ text }) => text)
      .join(' ');

  it('turns the coordinates', () => {
    expect(read(plain, 'x', /[a-j]/)).toBe('a b c d e f g h i j');
    expect(read(flipped, 'x', /[a-j]/)).toBe('j i h g f e d c b a');
    expect(read(plain, 'y', /\d/)).toBe('10 9 8 7 6 5 4 3 2 1');
    expect(read(flipped, 'y', /\d/)).toBe('1 2 3 4 5 6 7 8 9 10');
    expect(coordinatesOf(flipped)).toHaveLength(20);
  });

  it('turns every piece by half a turn', () => {
    const size = Number(plain.attributes.width);
    const turned = withAttribute(flipped, 'data-piece').map(centreOf);
    expect(withAttribute(plain, 'data-piece').map(centreOf)).toEqual(turned.map(([x, y]) => [size - x, size - y]));
  });

  it('has a1 in the lower left corner for Light and in the upper right one for Dark', () => {
    const at = (root: Node) =>
      withAttribute(root, 'data-piece')
        .filter(({ attributes }) => attributes['data-square'] === 'a1')
        .map(centreOf);
    expect(at(plain)).toEqual([[38, 398]]);
    expect(at(flipped)).toEqual([[398, 38]]);
  });
});

describe('the last move', () => {
  const marks = (svg: string) =>
    withAttribute(readXml(svg), 'data-last-move').map(({ attributes }) => [
      attributes['data-last-move'],
      attributes['data-square'],
    ]);

  it('marks nothing when there is none', () => {
    expect(marks(renderBoard({ position: start, rules: standard }))).toEqual([]);
    expect(renderBoard({ position: start, rules: standard, lastMove: null })).toBe(
      renderBoard({ position: start, rules: standard }),
    );
  });

  it('marks the start and the end of a step', () => {
    const play = new Play(standard, start);
    const move = unwrap(play.play(unwrap(parseMove('e3-f4'))));
    const svg = renderBoard({ position: play.position, rules: standard, lastMove: move });
    expect(marks(svg)).toEqual([
      ['from', 'e3'],
      ['to', 'f4'],
    ]);
    expect(child(readXml(svg), 'desc').text).toContain('Last move: e3-f4.');
  });

  it('marks every landing of a chain and draws its way from square to square', () => {
    const position = packed(20);
    const [from, ...path] = ['b2', 'd4', 'f2', 'h4'].map(squareNamed);
    if (from === undefined) throw new Error('unreachable');
    const svg = renderBoard({ position, rules: standard, lastMove: { from, path } });
    expect(marks(svg)).toEqual([
      ['from', 'b2'],
      ['over', 'd4'],
      ['over', 'f2'],
      ['to', 'h4'],
    ]);
    expect(child(readXml(svg), 'desc').text).toContain('Last move: b2^d4^f2^h4.');
    // b2 is a vacant goal: the line begins beside its mark. The landings are the centres of their squares.
    expect(svg).toContain('M92 344L158 278L238 358L318 278');
  });
});

describe('turn and call', () => {
  const rules = unwrap(createRuleSet('seven-ranks'));
  const edgeOf = (root: Node): number => {
    const [mark] = withAttribute(root, 'data-to-move');
    return Number(mark && child(mark, 'rect').attributes.y);
  };

  it('marks the edge of the side to move', () => {
    const dark = unwrap(createPosition({ ...start, sideToMove: 'dark' }));
    expect(edgeOf(draw(start, rules))).toBeGreaterThan(400);
    expect(edgeOf(draw(start, rules, { flip: true }))).toBeLessThan(20);
    expect(edgeOf(draw(dark, rules))).toBeLessThan(20);
    expect(edgeOf(draw(dark, rules, { flip: true }))).toBeGreaterThan(400);
    expect(child(draw(dark, rules), 'title').text).toBe('Salta, start, Dark to move');
  });

  it('shows a step that may be called, and the call', () => {
    const callOf = (root: Node) => withAttribute(root, 'data-call').map(({ attributes }) => attributes['data-call']);
    expect(callOf(draw(start, rules))).toEqual([]);
    const play = missedJump(rules);
    const missed = draw(play.position, rules);
    expect(callOf(missed)).toEqual(['callable']);
    expect(child(missed, 'desc').text).toMatch(
      /(Light|Dark) may call "Salta!" on \w+-\w+: (Light|Dark) missed a jump\./,
    );
    unwrap(play.callSalta());
    const called = draw(play.position, rules);
    expect(callOf(called)).toEqual(['called']);
    expect(child(called, 'desc').text).toMatch(/Salta! (Light|Dark) was called and must jump\./);
  });
});

/** Plays the first moves there are until a step has missed a jump. */
function missedJump(rules: RuleSet): Play {
  const play = new Play(rules, startPosition(rules));
  for (let ply = 0; ply < 100; ply++) {
    const moves = play.legalMoves();
    const step = moves.find(({ jump }) => !jump);
    const move = play.jumpLeft && step ? step : moves[(ply * 7) % moves.length];
    if (!move) break;
    if (unwrap(play.play([move.from, move.to])).missedJump) return play;
  }
  throw new Error('no jump was missed');
}

describe('words', () => {
  it('name the picture first, then describe it, under role img', () => {
    const root = draw(start, standard);
    expect(root.attributes.role).toBe('img');
    expect(root.children.slice(0, 2).map(({ name }) => name)).toEqual(['title', 'desc']);
    const { text } = child(root, 'desc');
    expect(text).toContain('After 0 plies, Light to move.');
    expect(text).toContain('Light, 0 of 15 home: star 1 on a1, star 2 on c1,');
    for (const [name, square] of Object.entries(expectedPieces(start)))
      expect(text.split(`${name.replace(/^\w+ /, '').replace('-', ' ')} on ${square}`)).toHaveLength(2);
  });

  it('take any title as text and never as markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (title) => {
        const { text, children } = child(draw(start, standard, { title }), 'title');
        expect(children).toEqual([]);
        expect(text.length).toBe(title.length);
      }),
      { numRuns: 100 },
    );
    const title = '</title><script>alert("&amp;")</script> \ud800 \u0000 ]]>';
    expect(child(draw(start, standard, { title }), 'title').text).toBe(
      '</title><script>alert("&amp;")</script> \ufffd \ufffd ]]>',
    );
  });
});
