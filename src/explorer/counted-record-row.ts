/** From the database to what is counted of a record. */

/** What a `CountedRecord` has, from `records r` with its `record_facets f`. */
export const COUNTED_COLUMNS = `
  r.no, r.rule_set as "ruleSet", r.facet, f.visibility = 'public' as "isPublic", f.result, r.points,
  (extract(epoch from r.ended_at) * 1000)::float8 as "endedAt", r.start_position as "startPosition", r.moves,
  r.light_rating as "lightRating", r.dark_rating as "darkRating", r.renown`;
