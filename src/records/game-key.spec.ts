import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kroneGrotewold, records } from '../../test/support/record-arbitraries.js';
import { createRuleSet, parsePosition, replay, unwrap, type GameRecord } from '../salta/index.js';
import { nameKey } from '../players/name-key.js';
import { gameKey } from './game-key.js';

const key = (record: GameRecord): string => gameKey(record).toString('hex');
const named = (light: string, dark: string): GameRecord => {
  const record = kroneGrotewold();
  return { ...record, tags: new Map([...record.tags, ['Light', light], ['Dark', dark]]) };
};
const krone = key(named('Krone', 'Grotewold'));

describe('the key of a game', () => {
  it('is 32 bytes, and always the same', () => {
    expect(gameKey(kroneGrotewold())).toHaveLength(32);
    // A stored key stays the key: whoever changes how keys are made has stored games to see to.
    expect(krone).toMatchInlineSnapshot(`"1bae7d6acaf9b32bc818cfbf7f848bd039d36424fbbad1f70ee3bca2c3e08868"`);
  });

  it.each([
    ['KRONE', 'grotewold'],
    ['  Krone', 'Grote wold\u00a0'],
    ['\uff2brone', 'Grote\u00adwold'],
  ])('is the same for %j and %j', (light, dark) => expect(key(named(light, dark))).toBe(krone));

  it('knows a name in any form of its letters', () => {
    expect(nameKey('Jürgen Groß')).toBe(nameKey('ju\u0308rgen GROSS'));
    expect(nameKey('A. Müller')).toBe(nameKey('a.müller'));
    expect(nameKey('?')).not.toBe(nameKey(''));
  });

  it('is one for all ways to say that a player is not known', () => {
    const unknown = key(named('?', ''));
    expect(key(named('', '?'))).toBe(unknown);
    expect(key({ ...named('', ''), tags: new Map() })).toBe(unknown);
    expect(unknown).not.toBe(krone);
  });

  it('does not depend on the event, the date, comments, or what is said of the result', () => {
    const record = named('Krone', 'Grotewold');
    const tags = new Map([...record.tags, ['Date', '1901.08.14'], ['Event', 'elsewhere']]);
    expect(key({ ...record, tags, comments: [{ after: 3, text: 'fine' }], outcome: null })).toBe(krone);
  });

  it('depends on the players and their sides, the rules, the start and every entry', () => {
    const record = named('Krone', 'Grotewold');
    const others = [
      named('Grotewold', 'Krone'),
      named('KroneGrote', 'wold'),
      named('Krone', 'Grotewald'),
      { ...record, rules: unwrap(createRuleSet('tournament', { moveLimit: 121 })) },
      { ...record, entries: record.entries.slice(0, -1) },
      { ...record, entries: [] },
      { ...record, start: unwrap(parsePosition('edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 2 -')) },
    ];
    expect(new Set([record, ...others].map(key)).size).toBe(1 + others.length);
  });

  it('takes the options of the rules, not the preset that they come from', () => {
    const record = kroneGrotewold();
    const rules = unwrap(createRuleSet('standard', { goal: 'advance', jumpDirection: 'forward', tempo: 'equal-turn' }));
    expect(rules.options).toEqual(record.rules.options);
    expect(key({ ...record, rules })).toBe(key(record));
  });

  it('tells a call and the step that it took back from a game without them', () => {
    const rules = unwrap(createRuleSet('seven-ranks'));
    const start = unwrap(parsePosition('edcba/jihgf/on1lk/5/2m2/2N2/5/KLM1O/FGHIJ/ABCDE l 4'));
    const record = (moves: Parameters<typeof replay>[2]): GameRecord => ({
      ...kroneGrotewold(),
      rules,
      start,
      entries: unwrap(replay(rules, start, moves)).entries,
    });
    const legal = unwrap(replay(rules, start, [])).play.legalMoves();
    const [step, jump] = [legal.find((move) => !move.jump), legal.find((move) => move.jump)];
    if (!step || !jump) throw new Error('the position has no step or no jump');
    const obeyed = [jump.from, jump.to] as const;
    expect(key(record([[step.from, step.to], 'salta', obeyed]))).not.toBe(key(record([obeyed])));
  });

  it('is as different as the games are', () =>
    fc.assert(
      fc.property(records(12), records(12), (a, b) => {
        const same =
          JSON.stringify([a.entries, a.start, a.rules.options]) ===
          JSON.stringify([b.entries, b.start, b.rules.options]);
        const bare = (record: GameRecord): string => key({ ...record, tags: new Map() });
        expect(bare(a) === bare(b)).toBe(same);
      }),
      { numRuns: 60 },
    ));
});
