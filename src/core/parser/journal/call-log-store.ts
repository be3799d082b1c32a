/**
 * Calls of the parser, the newest first, for those who look for one. Every statement names the
 * partners whose calls they are, and row-level security says it again.
 */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import { type CallRow, type JournaledCall, partnersBelow, toCall } from "./journal-page-store.ts";

export interface CallFilters {
  /** Only of this partner and those below it. */
  readonly topId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly isSuccess?: boolean | undefined;
  readonly isReplay?: boolean | undefined;
  readonly from?: Temporal.Instant | undefined;
  /** Not itself. */
  readonly until?: Temporal.Instant | undefined;
}

export interface CallLogQuestion extends CallFilters {
  readonly take: number;
  /** Only calls before this one. */
  readonly before?: string | undefined;
}

export interface RecentFigures {
  /** How many were looked at. */
  readonly calls: number;
  readonly failures: number;
  readonly replays: number;
}

export class CallLogStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async newest(callerId: string, question: CallLogQuestion): Promise<readonly JournaledCall[]> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const rows = await db.rows<CallRow>`
        select page.*, partner.name as partner_name, client.name as client_name,
          device.serial_number
        from (${await newestOf(db, callerId, question)}) page
        join partners partner on partner.id = page.partner_id
        left join clients client on client.id = page.client_id
        left join devices device on device.id = page.device_id
        order by page.message_id desc`;
      return rows.map(toCall);
    });
  }

  /** Of the last so many. */
  async figures(callerId: string, question: CallLogQuestion): Promise<RecentFigures> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const [row] = await db.rows<RecentFigures>`
        select count(*)::integer as calls,
          count(*) filter (where not is_success)::integer as failures,
          count(*) filter (where is_replay)::integer as replays
        from (${await newestOf(db, callerId, question)}) page`;
      return row ?? { calls: 0, failures: 0, replays: 0 };
    });
  }
}

/**
 * Where no device or client narrows it down, each partner's newest are read from its own end of the
 * index: calls of other tenants in between are not even passed over.
 */
async function newestOf(db: Database, callerId: string, question: CallLogQuestion): Promise<Sql> {
  const { topId, clientId, deviceId, take } = question;
  const partnerIds = await partnersBelow(db, callerId, topId ?? callerId);
  const conditions = conditionsOf(question);
  const newest = sql`order by message_id desc limit ${take}`;
  if (deviceId !== undefined || clientId !== undefined) {
    return sql`select * from parser_journal
      where partner_id = any (${partnerIds}::bigint[]) and ${allConditions(conditions)} ${newest}`;
  }
  return sql`
    select call.* from unnest(${partnerIds}::bigint[]) as asked (id)
    cross join lateral (
      select * from parser_journal
      where partner_id = asked.id and ${allConditions(conditions)} ${newest}
    ) call ${newest}`;
}

function conditionsOf(question: CallLogQuestion): readonly Sql[] {
  const { clientId, deviceId, isSuccess, isReplay, from, until, before } = question;
  return [
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
    ...(deviceId === undefined ? [] : [sql`device_id = ${deviceId}`]),
    ...(isSuccess === undefined ? [] : [isSuccess ? sql`is_success` : sql`not is_success`]),
    ...(isReplay === undefined ? [] : [isReplay ? sql`is_replay` : sql`not is_replay`]),
    ...(from === undefined ? [] : [sql`message_id >= ${idAt(from)}`]),
    ...(until === undefined ? [] : [sql`message_id < ${idAt(until)}`]),
    ...(before === undefined ? [] : [sql`message_id < ${before}`]),
  ];
}

/** A message id begins with `1` and its second, so that a moment is a bound. */
function idAt(moment: Temporal.Instant): string {
  return `1${moment.toString({ smallestUnit: "second" }).replace(/\D/g, "")}`;
}
