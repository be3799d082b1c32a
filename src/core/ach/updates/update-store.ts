/** Stores updates and notices from the ACH network. The caller must have locked the transactions. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { type EntryNotice, type EntryUpdate, UPDATE_STATUS } from "./entry-update.ts";

export class UpdateStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** At most one update per transaction in a call. */
  async saveUpdates(updates: readonly EntryUpdate[], at: Temporal.Instant): Promise<void> {
    if (updates.length === 0) return;
    const rows = updates.map((update) => ({ ...update, status: UPDATE_STATUS[update.state] }));
    const [accounts, ids, states, statuses, codes, lates] = columnArrays(rows, [
      "accountId",
      "transactionId",
      "state",
      "status",
      "returnCode",
      "isLate",
    ]);
    await this.#db.rows`
      with said as materialized (
        select * from unnest(${accounts}::bigint[], ${ids}::bigint[], ${states}::text[],
          ${statuses}::text[], ${codes}::text[], ${lates}::boolean[])
          as said (account_id, id, state, status, code, is_late)
      ), moved as (
        update transactions one
        set state = said.state, message = said.status,
          return_code = coalesce(said.code, one.return_code)
        from said where one.account_id = said.account_id and one.id = said.id
      )
      insert into ach_updates
        (account_id, transaction_id, update_number, status, action_at, return_code, is_late)
      select account_id, id, 1 + coalesce((
          select max(update_number) from ach_updates known
          where known.account_id = said.account_id and known.transaction_id = said.id), 0),
        status, ${at}, code, is_late
      from said`;
  }

  /** At most one notice per transaction in a call. Reports show changes too. */
  async saveNotices(notices: readonly EntryNotice[], at: Temporal.Instant): Promise<void> {
    if (notices.length === 0) return;
    const [accounts, ids, kinds, codes, details] = columnArrays(notices, [
      "accountId",
      "transactionId",
      "kind",
      "code",
      "detail",
    ]);
    await this.#db.rows`
      with said as materialized (
        select * from unnest(${accounts}::bigint[], ${ids}::bigint[], ${kinds}::text[],
          ${codes}::text[], ${details}::text[]) as said (account_id, id, kind, code, detail)
      ), shown as (
        update transactions one set noc_data = said.detail
        from said
        where one.account_id = said.account_id and one.id = said.id and said.kind = 'change'
      )
      insert into ach_notices
        (account_id, transaction_id, notice_number, kind, code, detail, action_at)
      select account_id, id, 1 + coalesce((
          select max(notice_number) from ach_notices known
          where known.account_id = said.account_id and known.transaction_id = said.id), 0),
        kind, code, detail, ${at}
      from said`;
  }
}
