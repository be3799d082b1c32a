/** SQL conditions of the filters that the lists of management share. All match exactly. */
import { type Sql, sql } from "../../../db/sql.ts";

export interface ListFilters {
  readonly isActive?: boolean | undefined;
  readonly name?: string | undefined;
  readonly mid?: string | undefined;
  readonly userName?: string | undefined;
  /** A UUID. */
  readonly uniqueId?: string | undefined;
  /** Only records that were changed at this time or later. */
  readonly modifiedSince?: Temporal.Instant | undefined;
}

/** Pass the creation time as `modified` for records that never change. */
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
