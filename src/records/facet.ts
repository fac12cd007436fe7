/** What a record has of those properties that have few values each. */
import type { TimeControlType } from '../clocks/time-control.js';
import type { EndReason } from '../salta/index.js';
import type { NewRecord, RecordSource } from './new-record.js';

export const RECORD_RESULTS = ['light', 'dark', 'draw', 'unfinished'] as const;
export type RecordResult = (typeof RECORD_RESULTS)[number];

export interface Facet {
  readonly ruleSet: number;
  readonly result: RecordResult;
  readonly reason: EndReason | null;
  readonly rated: boolean | null;
  readonly source: RecordSource;
  readonly timeControl: TimeControlType | null;
  readonly visibility: 'public' | 'private';
}

export const facetOf = ({ outcome, rated, source, timeControl, visibility }: NewRecord, ruleSet: number): Facet => ({
  ruleSet,
  result: outcome === null ? 'unfinished' : (outcome.winner ?? 'draw'),
  reason: outcome?.reason ?? null,
  rated,
  source,
  timeControl,
  visibility,
});

/** All of it as one text. */
export const facetKey = ({ ruleSet, result, reason, rated, source, timeControl, visibility }: Facet): string =>
  JSON.stringify([ruleSet, result, reason, rated, source, timeControl, visibility]);
