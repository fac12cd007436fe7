/**
 * `npm run perft -- --rules standard --depth 6`: the number of leaves at each depth and nodes per second. Also takes
 * `--position "<text>"` and `--override name=value` (several times).
 */
import { parseArgs } from 'node:util';
import { admitPosition, createRuleSet, parsePosition, perft, startPosition } from '../src/salta/index.js';
import type { Result } from '../src/salta/index.js';

const { values: options } = parseArgs({
  options: {
    rules: { type: 'string', default: 'standard' },
    depth: { type: 'string', default: '6' },
    position: { type: 'string' },
    override: { type: 'string', multiple: true, default: [] },
  },
});

function accept<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  console.error(result.error.message);
  process.exit(1);
}

/** `moveLimit=60`: numbers, true, false and null are read as such, all else as text. */
function readOverride(text: string): [string, unknown] {
  const [name = '', value = ''] = text.split('=', 2);
  return [name, /^(\d+|true|false|null)$/.test(value) && name !== 'setup' ? JSON.parse(value) : value];
}

const depth = Number(options.depth);
if (!Number.isInteger(depth) || depth < 1) {
  console.error('--depth is a whole number from 1');
  process.exit(1);
}
const rules = accept(createRuleSet(options.rules, Object.fromEntries(options.override.map(readOverride))));
const position =
  options.position === undefined
    ? startPosition(rules)
    : accept(admitPosition(rules, accept(parsePosition(options.position))));

for (let plies = 1; plies <= depth; plies++) {
  const start = performance.now();
  const leaves = perft(rules, position, plies);
  const seconds = (performance.now() - start) / 1000;
  const speed = seconds > 0.01 ? `${(leaves / seconds / 1e6).toFixed(1)} million nodes/s` : '';
  console.log(
    `depth ${plies}: ${leaves.toLocaleString('en')}${speed && `, ${(seconds * 1000).toFixed(0)} ms, ${speed}`}`,
  );
}
