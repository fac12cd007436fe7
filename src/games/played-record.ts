/** The record of a game that was played here. */
import { formatTimeControl } from '../clocks/time-control-json.js';
import type { TimeControl } from '../clocks/time-control.js';
import { identityKey } from '../records/game-key.js';
import { courseColumns, dayOf, type NewRecord } from '../records/new-record.js';
import type { Side } from '../salta/index.js';
import type { EndedGame } from './ended-game.js';
import type { StoredHistory } from './history.js';

/** `ratings` are those of the players before the game. */
export function playedRecord(
  game: EndedGame,
  { startPosition, moves }: StoredHistory,
  ratings: Readonly<Record<Side, number | null>>,
): NewRecord {
  const { id, rules, players, outcome, finishedAt, rated, timeControl, visibility } = game;
  const { light, dark } = players;
  return {
    source: 'played',
    key: identityKey({ rules, startPosition, light: light.displayName, dark: dark.displayName, moves }),
    gameId: id,
    visibility,
    preset: rules.preset,
    overrides: rules.overrides,
    ...courseColumns(rules, startPosition, moves),
    moves,
    outcome,
    rated,
    timeControl: timeControl.type,
    endedAt: finishedAt.getTime(),
    days: dayOf(finishedAt.getTime()),
    players: { light: { playerId: light.id }, dark: { playerId: dark.id } },
    ratings,
    event: null,
    headers: [
      ['Date', recordDate(game.startedAt)],
      ['TimeControl', timeControlText(timeControl)],
    ],
    comments: [],
  };
}

/** `2026.11.29`, in UTC. */
export const recordDate = (time: Date): string => time.toISOString().slice(0, 10).replaceAll('-', '.');

/** `none`, `per-move P3D`, `fischer P7D P1D P14D`: start, increment, maximum. */
function timeControlText(control: TimeControl): string {
  const { type, perMove, initial, increment, max } = formatTimeControl(control);
  return [type, perMove, initial, increment, max].filter((part) => part !== undefined).join(' ');
}
