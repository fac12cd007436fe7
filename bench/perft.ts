/**
 * `npm run bench:perft`: nodes per second of this move generator as a ratio to chessops in the same run. Both count the
 * last ply in bulk and start from their start positions; rounds alternate and the median ratio is what counts.
 */
import { parseArgs } from 'node:util';
import { Chess } from 'chessops/chess';
import { perft as chessPerft } from 'chessops/debug';
import { median } from './server.js';
import { createRuleSet, PRESETS, perft, startPosition, unwrap } from '../src/salta/index.js';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const ROUNDS = Number(options.rounds);
const DEPTHS = { standard: 7, 'edition-1901': 7, 'seven-ranks': 6, 'forward-chain': 5, tournament: 7 };
const CHESS_DEPTH = 4;

/** Nodes per second of one count. */
function speed(count: () => number): number {
  const start = performance.now();
  return (count() / (performance.now() - start)) * 1000;
}

const millions = (perSecond: number): string => `${(perSecond / 1e6).toFixed(1)} million/s`;

const chess = () => chessPerft(Chess.default(), CHESS_DEPTH);
chess();

for (const preset of PRESETS) {
  const rules = unwrap(createRuleSet(preset));
  const start = startPosition(rules);
  const count = () => perft(rules, start, DEPTHS[preset]);
  count();
  const pairs = Array.from({ length: ROUNDS }, () => ({ salta: speed(count), chessops: speed(chess) }));
  const ratio = median(pairs.map(({ salta, chessops }) => salta / chessops));
  const [salta, chessops] = [median(pairs.map((pair) => pair.salta)), median(pairs.map((pair) => pair.chessops))];
  console.log(`${preset}: ${millions(salta)}, chessops ${millions(chessops)}, median ratio ${ratio.toFixed(1)}`);
}
