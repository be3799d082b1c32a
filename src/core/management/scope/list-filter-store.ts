/** The filters that lists of management share, each on the column of its member. All match exactly. */
import { type Sql, sql } from "../../../db/sql.ts";

export interface ListFilters {
  readonly isActive?: boolean | undefined;
  readonly name?: string | undefined;
  readonly mid?: string | undefined;
  readonly userName?: string | undefined;
  /** A UUID. */
  readonly uniqueId?: string | undefined;
  /** Only what was changed at this moment or later. */
  readonly modifiedSince?: Temporal.Instant | undefined;
}

/** What is never changed was last changed when it was created. */
export function filterConditions(filters: ListFilters, modified = sql`modified_at`): Sql[] {
  const { isActive, name, mid, userName, uniqueId, modifiedSince } = filters;
  return [
    ...(isActive === undefined ? [] : [sql`is_active = ${isActive}`]),
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(mid === undefined ? [] : [sql`mid = ${mid}`]),
    ...(userName === undefined ? [] : [sql`user_name = ${userName}`]),
    ...(uniqueId === undefined ? [] : [sql`unique_id = ${uniqueId}::uuid`]),
    ...(modifiedSince === undefined ? [] : [sql`${modified} >= ${modifiedSince}`]),
  ];
}
