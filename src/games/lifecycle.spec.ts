import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACTORS, GameModel, MODEL_COMMANDS, type Actor, type ModelCommand } from '../../test/support/game-model.js';
import { stepOf, walks } from '../../test/support/game-walks.js';
import { startClock } from '../clocks/correspondence-clock.js';
import { DAY } from '../clocks/duration.js';
import { PROBLEMS } from '../http/problems.js';
import { parsePosition, unwrap } from '../salta/index.js';
import { COMMANDS, judge, LIFECYCLE, refusalsOf, roleOf, takebackPlies, type Standing } from './lifecycle.js';

const participant = (id: Actor) => ({ id, handle: id, displayName: id, appId: null });

const control = { type: 'per-move', perMove: DAY, vacation: false } as const;

/** The model as the table sees a game. */
function standingOf(model: GameModel): Standing {
  const { seats, setup, status, started, drawOffer, offeredAt, takeback, askedAt } = model;
  const { pauseOffer, paused, weekendsOffer } = model;
  const sideOf = (actor: Actor | null) => (actor === null ? null : seats.light === actor ? 'light' : 'dark');
  const lastOf = (plies: Partial<Record<Actor, number>>) => ({
    light: (seats.light && plies[seats.light]) ?? null,
    dark: (seats.dark && plies[seats.dark]) ?? null,
  });
  return {
    status,
    startedAt: started ? new Date(0) : null,
    startPly: model.ply - model.before.length,
    creator: participant('maker'),
    opponent: setup.challenge ? participant('other') : null,
    players: { light: seats.light && participant(seats.light), dark: seats.dark && participant(seats.dark) },
    position: unwrap(parsePosition(model.position)),
    drawOffers: { standing: sideOf(drawOffer), last: lastOf(offeredAt) },
    takebacks: { standing: sideOf(takeback), last: lastOf(askedAt) },
    clock:
      setup.timed && started
        ? { ...startClock(control, model.sideToMove, 0), pause: paused ? { until: null } : null }
        : null,
    readAt: new Date(1),
    pauseOffer: pauseOffer && { by: sideOf(pauseOffer) ?? 'light', until: null },
    weekendsOfferBy: sideOf(weekendsOffer),
  };
}

const codeOf = (command: ModelCommand, standing: Standing, actor: Actor): string | null => {
  const verdict = judge(command, standing, actor);
  return verdict.allowed ? null : verdict.broken.code;
};

describe('the table of commands', () => {
  it('has the commands that there are', () => expect([...COMMANDS].sort()).toEqual([...MODEL_COMMANDS].sort()));

  it('says of every command, by everybody, at every moment of a random game, what the model says', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(walks(60), ({ setup, tries }) => {
        const model = new GameModel(setup);
        const look = () => {
          const standing = standingOf(model);
          const saidBy = (say: (actor: Actor, command: ModelCommand) => string | null) =>
            ACTORS.flatMap((actor) =>
              MODEL_COMMANDS.map((command) => `${actor}: ${command} ${say(actor, command) ?? 'allowed'}`),
            );
          const said = saidBy((actor, command) => codeOf(command, standing, actor));
          expect(said).toEqual(saidBy((actor, command) => model.forbids(actor, command)));
          for (const one of said) met.add(one.replace(/^\w+: /, ''));
        };
        look();
        for (const one of tries) if (model.give(stepOf(one, model)).code === null) look();
      }),
      { numRuns: 250, seed: 1899 },
    );
    // The walks have been everywhere: each command was allowed, and refused for each of its reasons.
    const expected = COMMANDS.flatMap((command) =>
      ['allowed', ...refusalsOf(command)].map((code) => `${command} ${code}`),
    );
    expect([...met].sort()).toEqual(expected.sort());
  });

  it('answers with the first requirement that does not hold, in words that fit', () => {
    const model = new GameModel({
      preset: 'standard',
      overrides: {},
      start: 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -',
      makerSide: 'light',
      challenge: true,
      timed: false,
    });
    const detail = (command: ModelCommand, actor: Actor) => {
      const verdict = judge(command, standingOf(model), actor);
      return verdict.allowed ? null : verdict.detail;
    };
    expect(detail('move', 'maker')).toBe('The game is open, nobody can act in it.');
    expect(detail('join', 'stranger')).toBe('The game is a challenge to another player.');
    model.give({ actor: 'other', command: 'join' });
    expect(detail('move', 'other')).toBe('It is the turn of light.');
    expect(detail('join', 'stranger')).toBe('The game has both its players.');
    expect(detail('request-takeback', 'maker')).toBe('You have played no move yet.');
    model.give({ actor: 'maker', command: 'offer-draw' });
    expect(detail('offer-draw', 'maker')).toBe('Your offer of a draw stands already.');
    expect(detail('offer-draw', 'other')).toBe('Your opponent offers a draw: accept or decline that.');
    expect(detail('accept-draw', 'maker')).toBe(
      'The offer of a draw is your own: your opponent accepts or declines it.',
    );
    model.give({ actor: 'maker', command: 'move', move: 'e3-f4' });
    expect(detail('offer-draw', 'maker')).toBe('You may offer a draw again from ply 10 on.');
    expect(detail('accept-draw', 'other')).toBe('No offer of a draw stands.');
    model.give({ actor: 'other', command: 'cancel' });
    expect(detail('join', 'stranger')).toBe('The game is cancelled.');
  });

  it('takes a pause that was agreed on until a moment to be over at that moment', () => {
    const model = new GameModel({
      preset: 'standard',
      overrides: {},
      start: 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -',
      makerSide: 'light',
      challenge: true,
      timed: true,
    });
    model.give({ actor: 'other', command: 'join' });
    const clock = { ...startClock(control, 'light', 0), pause: { until: 1000 } };
    const codesAt = (now: number) =>
      (['offer-pause', 'resume'] as const).map((command) =>
        codeOf(command, { ...standingOf(model), clock, readAt: new Date(now) }, 'maker'),
      );
    expect(codesAt(999)).toEqual(['paused-already', null]);
    expect(codesAt(1000)).toEqual([null, 'not-paused']);
  });

  it('has a page and a 4xx for each of its refusals', () => {
    for (const command of COMMANDS)
      for (const code of refusalsOf(command)) expect([403, 409]).toContain(PROBLEMS[code].status);
  });

  it('judges who somebody is before what the game is', () => {
    const aboutPeople = ['already-joined', 'not-challenged', 'not-a-player-of-this-game'];
    for (const command of COMMANDS) expect(aboutPeople).toContain(LIFECYCLE[command][0]?.code);
  });
});

describe('the role of a player', () => {
  const setup = {
    preset: 'standard',
    overrides: {},
    timed: false,
    start: 'edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE l 0 -',
  };
  const roles = (model: GameModel) => ACTORS.map((actor) => roleOf(standingOf(model), actor));

  it('is that of a guest in an open game, and of a stranger once it has started', () => {
    const model = new GameModel({ ...setup, makerSide: 'dark', challenge: false });
    expect(roles(model)).toEqual(['creator', 'guest', 'guest']);
    model.give({ actor: 'stranger', command: 'join' });
    expect(roles(model)).toEqual(['player', 'stranger', 'player']);
  });

  it('is that of a stranger to a challenge for somebody else', () => {
    const model = new GameModel({ ...setup, makerSide: 'dark', challenge: true });
    expect(roles(model)).toEqual(['creator', 'challenged', 'stranger']);
    model.give({ actor: 'other', command: 'decline' });
    expect(roles(model)).toEqual(['creator', 'challenged', 'stranger']);
  });

  it('decides how much is taken back: the last ply, with the answer on one’s own turn', () => {
    const standing = standingOf(new GameModel({ ...setup, makerSide: 'light', challenge: true }));
    expect([takebackPlies(standing, 'light'), takebackPlies(standing, 'dark')]).toEqual([2, 1]);
  });
});
