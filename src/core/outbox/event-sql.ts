/** The columns of events that every list reads. event-rows.ts converts them. */
import { sql } from "../../db/sql.ts";

export const EVENT_COLUMNS = sql`id, event_id, copy_of, endpoint, kind, event, transaction_id, created_at,
  due_at, tries, delivered_at, set_aside_at, set_aside_why`;
