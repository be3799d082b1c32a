/**
 * Lists the parser's calls, newest first. Every statement names the partners that the caller can
 * see, and row-level security checks it again.
 */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import {
  type CallRow,
  type JournaledCall,
  listPartnersBelow,
  toJournaledCall,
} from "./journal-page-store.ts";

export interface CallFilters {
  /** Only calls of this partner and the partners below it. */
  readonly topId?: string | undefined;
  readonly clientId?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly isSuccess?: boolean | undefined;
  readonly isReplay?: boolean | undefined;
  readonly from?: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until?: Temporal.Instant | undefined;
}

export interface CallLogQuery extends CallFilters {
  readonly take: number;
  /** Only calls before this message id. */
  readonly before?: string | undefined;
}

export interface RecentCallCounts {
  /** The number of calls counted. */
  readonly calls: number;
  readonly failures: number;
  readonly replays: number;
}

export class CallLogStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async listNewestCalls(
    callerId: string,
    question: CallLogQuery,
  ): Promise<readonly JournaledCall[]> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const rows = await db.rows<CallRow>`
        select page.*, partner.name as partner_name, client.name as client_name,
          device.serial_number
        from (${await selectNewestCalls(db, callerId, question)}) page
        join partners partner on partner.id = page.partner_id
        left join clients client on client.id = page.client_id
        left join devices device on device.id = page.device_id
        order by page.message_id desc`;
      return rows.map(toJournaledCall);
    });
  }

  /** Counts among the newest `take` calls. */
  async countRecentCalls(callerId: string, question: CallLogQuery): Promise<RecentCallCounts> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const [row] = await db.rows<RecentCallCounts>`
        select count(*)::integer as calls,
          count(*) filter (where not is_success)::integer as failures,
          count(*) filter (where is_replay)::integer as replays
        from (${await selectNewestCalls(db, callerId, question)}) page`;
      return row ?? { calls: 0, failures: 0, replays: 0 };
    });
  }
}

/**
 * Without a device or client the newest calls of each partner are read from the index by partner,
 * so calls of other tenants are not read at all.
 */
async function selectNewestCalls(
  db: Database,
  callerId: string,
  question: CallLogQuery,
): Promise<Sql> {
  const { topId, clientId, deviceId, take } = question;
  const partnerIds = await listPartnersBelow(db, callerId, topId ?? callerId);
  const conditions = callConditions(question);
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

function callConditions(question: CallLogQuery): readonly Sql[] {
  const { clientId, deviceId, isSuccess, isReplay, from, until, before } = question;
  return [
    ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
    ...(deviceId === undefined ? [] : [sql`device_id = ${deviceId}`]),
    ...(isSuccess === undefined ? [] : [isSuccess ? sql`is_success` : sql`not is_success`]),
    ...(isReplay === undefined ? [] : [isReplay ? sql`is_replay` : sql`not is_replay`]),
    ...(from === undefined ? [] : [sql`message_id >= ${firstMessageIdAt(from)}`]),
    ...(until === undefined ? [] : [sql`message_id < ${firstMessageIdAt(until)}`]),
    ...(before === undefined ? [] : [sql`message_id < ${before}`]),
  ];
}

/** A message id starts with `1` and its second, so ids can be compared with a time. */
function firstMessageIdAt(moment: Temporal.Instant): string {
  return `1${moment.toString({ smallestUnit: "second" }).replace(/\D/g, "")}`;
}
