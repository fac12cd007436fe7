/** The documents say what the code says. What they tell a reader to run is in first-steps.spec.ts. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readConfig, type Config } from '../src/config.js';
import {
  createRuleSet,
  formatRecord,
  MAX_MOVE_LIMIT,
  parseRecord,
  PRESETS,
  RULE_OPTION_VALUES,
  unwrap,
} from '../src/salta/index.js';
import { anchors, codes, fencedBlocks, localLinks, readDocument, tableRows } from './support/markdown.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].sort();
const readme = readDocument('README.md');
const rules = readDocument('docs/rules.md');

describe('every document', () => {
  it('is found', () => expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/rules.md'])));

  it.each(documents)('%s links to files and headings that are there', (path) => {
    for (const { target, anchor } of localLinks(readDocument(path))) {
      const file = target === '' ? path : normalize(join(dirname(path), target));
      expect({ file, exists: existsSync(resolve(root, file)) }).toEqual({ file, exists: true });
      if (anchor !== undefined) expect(anchors(readDocument(file))).toContain(anchor);
    }
  });

  it.each(documents)('%s names npm scripts that are there', (path) => {
    const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> };
    for (const [, name] of readDocument(path).matchAll(/npm run (?:-s )?([a-z:]+)/g))
      expect(Object.keys(scripts)).toContain(name);
  });
});

describe('README', () => {
  it('lists every setting with its default', () => {
    const read = new Set<string>();
    const config = readConfig(new Proxy({}, { get: (_target, name) => (read.add(String(name)), undefined) }));
    const fieldOf = (name: string) =>
      name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof Config;
    const expected = [...read].map((name) => {
      const value = config[fieldOf(name)];
      return [name, name === 'DATA_DIR' ? String(value).replace(root, '') : String(value ?? '')];
    });
    const [, ...rows] = tableRows(readme, 'variable');
    const listed = rows.map(([name = '', value = '']) => [codes(name)[0], codes(value)[0] ?? '']);
    expect(listed.sort()).toEqual(expected.sort());
  });

  it('shows every folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const shown = [...readme.matchAll(/^src\/(\w+)\/ /gm)].map(([, name]) => name);
    expect(shown.sort()).toEqual(folders.map(({ name }) => name).sort());
  });
});

describe('docs/rules.md', () => {
  it('lists every option with its values', () => {
    const [, ...rows] = tableRows(rules, 'option');
    const listed = new Map(rows.map(([name = '', values = '']) => [codes(name)[0] ?? '', values]));
    expect(listed.get('moveLimit')).toBe(`1-${MAX_MOVE_LIMIT}, or \`null\` for none`);
    listed.delete('moveLimit');
    expect(new Map([...listed].map(([name, cell]) => [name, codes(cell)]))).toEqual(
      new Map(Object.entries(RULE_OPTION_VALUES).map(([name, list]) => [name, list.map(String)] as const)),
    );
  });

  it('lists every preset with its options', () => {
    const [headings = [], ...rows] = tableRows(rules.slice(rules.indexOf('### 2.2')), 'option');
    const presets = headings.slice(1).map((cell) => codes(cell)[0]);
    expect(presets).toEqual([...PRESETS]);
    for (const [index, preset] of PRESETS.entries()) {
      const listed = Object.fromEntries(
        rows.map((cells) => [codes(cells[0] ?? '')[0], codes(cells[index + 1] ?? '')[0]]),
      );
      const { options } = unwrap(createRuleSet(preset));
      expect(listed).toEqual(Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])));
    }
  });
});

describe('docs/record.md', () => {
  const record = readDocument('docs/record.md');

  it('shows a record as it is written', () => {
    const examples = fencedBlocks(record, 'salta');
    expect(examples).toHaveLength(1);
    for (const text of examples) expect(formatRecord(unwrap(parseRecord(text)))).toBe(text);
  });

  it('shows a record that is refused, with the words of the refusal', () => {
    const [text = ''] = fencedBlocks(record, '').filter((block) => block.startsWith('[Rules'));
    const refused = parseRecord(text);
    expect(refused.ok).toBe(false);
    if (!refused.ok) expect(record).toContain(`\`${refused.error.message}\``);
  });
});
