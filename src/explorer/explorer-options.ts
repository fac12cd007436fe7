export interface ExplorerOptions {
  /** Where a move leads that so many games have played, counts are kept. */
  readonly threshold: number;
  /** Records that one transaction counts. */
  readonly batch: number;
  /** Positions that one transaction begins to keep at most; the others follow when a game comes there again. */
  readonly promotions: number;
  /** Records of the backlog that an answer counts by itself; of more it says that they wait. */
  readonly backlogMost: number;
  /** Records that are replayed for a position without kept counts at most. */
  readonly replaysMost: number;
  /**
   * The best-known games under a filter are found on a walk along the best known of all, or by a search that has to put in
   * order what it finds: what a record costs on the walk, as a multiple of what it costs in the search.
   */
  readonly stepCost: number;
}

export const EXPLORER_OPTIONS = Symbol('EXPLORER_OPTIONS');
export const DEFAULT_EXPLORER_OPTIONS: ExplorerOptions = {
  threshold: 64,
  batch: 500,
  promotions: 200,
  backlogMost: 2_000,
  replaysMost: 20_000,
  stepCost: 2,
};
