/** What the tests of the documentation read from its files. */
import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** The text of a file of the project, by its path from the root. */
export const readDocument = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** The contents of the fenced blocks of one language. */
export const fencedBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].flatMap(([, name, block]) =>
    name === language ? [block ?? ''] : [],
  );

/** The shell block that stands below the comment `<!-- tested: name -->`. */
export function testedBlock(text: string, name: string): string {
  const [, after] = text.split(`<!-- tested: ${name} -->`);
  const [block] = fencedBlocks(after ?? '', 'sh');
  if (block === undefined) throw new Error(`no shell block is marked "tested: ${name}"`);
  return block;
}

/** The rows of the table whose first heading is `heading`, each a list of its cells, the headings first. */
export function tableRows(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => new RegExp(`^\\| ${heading} +\\|`).test(line));
  if (start < 0) throw new Error(`no table begins with "${heading}"`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines
    .slice(start, start + length)
    .filter((line) => !/^\|[-| ]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** What stands in backquotes, in order. */
export const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');

/** The anchors that GitHub gives to the headings of a document. */
export const anchors = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

export interface Link {
  readonly target: string;
  readonly anchor: string | undefined;
}

/** The links to other files and to headings, without those to other sites. */
export const localLinks = (text: string): Link[] =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .map(([, target = '', anchor]) => ({ target, anchor }))
    .filter(({ target }) => !/^[a-z]+:/.test(target));
