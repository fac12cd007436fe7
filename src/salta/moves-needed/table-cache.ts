/** The tables of the goal sets used last: making them takes some milliseconds, and the rule sets have few goal sets. */
import type { Square } from '../square.js';
import { makeGoalTables, type GoalTables } from './goal-tables.js';
import { BOARD } from './graph.js';

/** Goal sets kept, at about 0.6 MB each. */
const CAPACITY = 8;

const cache = new Map<string, GoalTables>();

/** The tables of a goal set on the whole board; the least recently used ones are given up. */
export function tablesFor(goals: readonly Square[]): GoalTables {
  const key = goals.join();
  const tables = cache.get(key) ?? makeGoalTables(BOARD, goals);
  cache.delete(key);
  cache.set(key, tables);
  for (const oldest of cache.keys()) {
    if (cache.size <= CAPACITY) break;
    cache.delete(oldest);
  }
  return tables;
}
