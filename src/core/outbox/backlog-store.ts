/** Waiting and failed events of the outbox, per account. Needs a role that sees all accounts. */
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import type { EventKind, FailureReason } from "./event.ts";

export interface AccountBacklog {
  readonly accountId: string;
  /** Null for the installation itself. */
  readonly accountName: string | null;
  readonly kind: EventKind;
  readonly waiting: number;
  readonly oldestDueAt: Temporal.Instant;
  /** The most attempts of a single event. */
  readonly tries: number;
}

export interface AccountFailures {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly kind: EventKind;
  /** Events that the receiver did not subscribe to are not failures. */
  readonly why: Exclude<FailureReason, "not_wanted">;
  readonly count: number;
  readonly oldestAt: Temporal.Instant;
  readonly newestAt: Temporal.Instant;
}

/** Counting stops here: the exact number no longer matters. */
const COUNTED_MAX = 100_000;
const ACCOUNTS_MAX = 100;
/** A delivery to one of several endpoints is a webhook. */
const EVENT_KIND = sql`case kind when 'mail' then 'mail' else 'webhook' end`;

export class BacklogStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Most events first. */
  listWaiting(): Promise<AccountBacklog[]> {
    return this.#db.rows<AccountBacklog>`
      select counted.account_id as "accountId", account.name as "accountName", counted.kind,
        counted.waiting, counted.oldest_due_at as "oldestDueAt", counted.tries
      from (
          select account_id, kind, count(*)::int as waiting, min(due_at) as oldest_due_at,
            max(tries) as tries
          from (
            select account_id, ${EVENT_KIND} as kind, due_at, tries from outbox
            where delivered_at is null and set_aside_at is null limit ${COUNTED_MAX}
          ) each_one
          group by account_id, kind order by waiting desc limit ${ACCOUNTS_MAX}
        ) counted
        left join accounts account on account.id = counted.account_id
      order by counted.waiting desc, counted.account_id`;
  }

  listFailures(): Promise<AccountFailures[]> {
    return this.#db.rows<AccountFailures>`
      select counted.account_id as "accountId", account.name as "accountName", counted.kind,
        counted.why, counted.count, counted.oldest_at as "oldestAt", counted.newest_at as "newestAt"
      from (
          select account_id, kind, set_aside_why as why, count(*)::int as count,
            min(created_at) as oldest_at, max(created_at) as newest_at
          from (
            select account_id, ${EVENT_KIND} as kind, set_aside_why, created_at from outbox
            where set_aside_at is not null and set_aside_why <> 'not_wanted'
            limit ${COUNTED_MAX}
          ) each_one
          group by account_id, kind, set_aside_why order by count desc limit ${ACCOUNTS_MAX}
        ) counted
        left join accounts account on account.id = counted.account_id
      order by counted.count desc, counted.account_id`;
  }
}
