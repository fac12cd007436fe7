/**
 * How well known a game is, for want of better knowledge: as well as the weaker of its players is rated. A game of an event
 * whose players have no ratings, as all old ones are, ranks with beginners who do; every other one comes last.
 */
export function renownOf(light: number | null, dark: number | null, event: string | null): number {
  if (light !== null && dark !== null) return Math.max(1, Math.min(light, dark));
  return event === null ? 0 : EVENT;
}

const EVENT = 1500;
