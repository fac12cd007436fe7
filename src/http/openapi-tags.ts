/** The groups of operations, in the order of the reference. */
export const TAGS = [
  { name: 'rules', description: 'The presets of the rules, with all their options.' },
  { name: 'positions', description: 'Rules as a service: any position, under any rule set. No token, nothing stored.' },
  { name: 'players', description: 'Players and their tokens.' },
  { name: 'apps', description: 'Programs that act for players of their own; the operator makes them.' },
  { name: 'games', description: 'Games between two players: making, joining, reading and ending them.' },
  { name: 'moves', description: 'Moves of a game and calls of "Salta!".' },
  { name: 'clocks', description: 'Time: pauses, weekends and vacations.' },
  { name: 'events', description: 'What happens, in order: as pages, or as a stream (docs/events.md).' },
  {
    name: 'webhooks',
    description: 'Where the service sends what happens, what it has sent, and whether that arrived.',
  },
  { name: 'records', description: 'Every game on record: played here or brought in (docs/records.md).' },
  { name: 'scoring', description: 'What each side still lacks, with the proof, and who leads by how much.' },
  {
    name: 'ratings',
    description: 'How strong players are, under each rule set, and what they have reached (docs/ratings.md).',
  },
  { name: 'operation', description: 'For those who run the service.' },
];
