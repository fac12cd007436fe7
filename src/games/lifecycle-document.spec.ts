/** docs/games.md shows the table of commands as it is. */
import { describe, expect, it } from '@jest/globals';
import { COMMAND_PATHS } from '../../test/support/game-model.js';
import { codes, fencedBlocks, readDocument, tableRows } from '../../test/support/markdown.js';
import { PROBLEMS } from '../http/problems.js';
import { CANCELLATIONS, GAME_STATUSES } from './game.js';
import { COMMANDS, DRAW_OFFER_INTERVAL, LIFECYCLE, refusalsOf, type Command } from './lifecycle.js';
import { DEFAULT_OPEN_FOR } from './open-for.js';

const document = readDocument('docs/games.md');
const code = (text: string): string => `\`${text}\``;

describe('docs/games.md', () => {
  it('lists every command with its address and the codes of its refusals, in their order', () => {
    const [, ...rows] = tableRows(document, 'command');
    expect(rows).toEqual(
      COMMANDS.map((command) => [
        code(command),
        code(`/${COMMAND_PATHS[command]}`),
        refusalsOf(command).map(code).join(', '),
      ]),
    );
  });

  it('lists what must hold for a command, with the code and the status where it does not', () => {
    const [, ...rows] = tableRows(document, 'code');
    const requirements = new Set(COMMANDS.flatMap((command) => LIFECYCLE[command]));
    const expected = [...requirements].map((one) => [code(one.code), String(PROBLEMS[one.code].status), one.words]);
    expect(rows).toEqual(expected.sort(([a = ''], [b = '']) => a.localeCompare(b)));
  });

  it('draws every status, and on the arrows no command that there is not', () => {
    const [diagram = ''] = fencedBlocks(document, 'mermaid');
    const arrows = [...diagram.matchAll(/^ +(\S+) --> (\S+?)(?:: (.*))?$/gm)].map(([, from, to, words]) => ({
      from,
      to,
      words,
    }));
    expect(new Set(arrows.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(['[*]', ...GAME_STATUSES]));
    const drawn = (from: string, to: string) =>
      (arrows.find((arrow) => arrow.from === from && arrow.to === to)?.words ?? '').split(', ');
    const commands = (words: string[]) => words.filter((word) => (COMMANDS as readonly string[]).includes(word));
    expect(commands(drawn('open', 'active'))).toEqual(['join'] satisfies Command[]);
    expect(commands(drawn('open', 'cancelled'))).toEqual(['cancel', 'decline'] satisfies Command[]);
    expect(commands(drawn('active', 'cancelled'))).toEqual(['cancel'] satisfies Command[]);
    expect(commands(drawn('active', 'finished'))).toEqual(['resign', 'accept-draw'] satisfies Command[]);
    expect(commands(drawn('active', 'active'))).toEqual(['move', 'salta-call'] satisfies Command[]);
  });

  it('explains every status, and every way in which a game is cancelled', () => {
    const firsts = (heading: string) =>
      tableRows(document, heading)
        .slice(1)
        .map(([cell = '']) => codes(cell)[0]);
    expect(firsts('status')).toEqual([...GAME_STATUSES]);
    expect(firsts('`kind`')).toEqual([...CANCELLATIONS]);
  });

  it('has the figures of the code', () => {
    expect(document).toContain(`again ${String(DRAW_OFFER_INTERVAL)} plies after its last offer`);
    expect(document).toContain(`from \`PT1M\` to \`P60D\`; \`${DEFAULT_OPEN_FOR}\` without it`);
  });
});
