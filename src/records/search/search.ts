/** A search, checked and in the terms of the database. */
import type { TimeControlType } from '../../clocks/time-control.js';
import type { Viewer } from '../../players/viewer.js';
import type { EndReason, Side } from '../../salta/index.js';
import type { RecordResult } from '../facet.js';
import type { RecordSource } from '../new-record.js';
import type { CourseFilter } from './course-filter.js';
import type { PlayerResult, RecordOrder, RecordSort } from './records.dto.js';

/** A player as a search names it: by id, or by name. */
export type NamedPlayer = { readonly playerId: string } | { readonly nameKey: string; readonly handleKey: string };

/** An event as a search names it. */
export type NamedEvent = { readonly id: string } | { readonly nameKey: string };

/** What can be told from the few-valued properties of a record. */
export interface FacetFilter {
  readonly ruleSets: readonly number[] | null;
  readonly result: RecordResult | null;
  readonly reason: EndReason | null;
  readonly rated: boolean | null;
  readonly source: RecordSource | null;
  readonly timeControl: TimeControlType | null;
}

/** Both ends included; null where there is none. */
export interface NumberRange {
  readonly least: number | null;
  readonly most: number | null;
}

export interface Search {
  readonly player: NamedPlayer | null;
  readonly side: Side | null;
  readonly playerResult: PlayerResult | null;
  readonly opponent: NamedPlayer | null;
  readonly facets: FacetFilter;
  readonly points: NumberRange;
  readonly plies: NumberRange;
  /** Days such as `1901-08-14`. */
  readonly since: string | null;
  readonly until: string | null;
  readonly event: NamedEvent | null;
  /** Start and end square of each move. */
  readonly opening: Uint8Array | null;
  /** What only a replay can tell; null where nothing is asked of the course. */
  readonly course: CourseFilter | null;
  /** Whose private games are shown as well. */
  readonly viewer: Viewer | null;
  readonly sort: RecordSort;
  readonly order: RecordOrder;
}

/** The place of a record in the order of a search. */
export interface RecordKey {
  /** A moment in ISO 8601, points, or plies. */
  readonly value: string | number;
  readonly no: number;
}
