/** Conditions and the order of events that still wait for their delivery. */
import { sql } from "../../../db/sql.ts";

export const WAITING = sql`delivered_at is null and set_aside_at is null`;
/**
 * The same condition in a form that does not match the index of waiting events. The planner assumes
 * that this index is nearly empty and would read all of it instead of looking up rows by key.
 */
export const STILL_WAITING = sql`coalesce(delivered_at, set_aside_at) is null`;

/** The order of the events of a transaction at one endpoint. A copy has the place of its event. */
export const EVENT_ORDER = sql`coalesce(event_position, id)`;
