/** Stores updates and notices from the ACH network. The caller must have locked the transactions. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import {
  type AccountGroup,
  pinToAccount,
  runByGroup,
} from "../../../db/sharding/account-groups.ts";
import { sql } from "../../../db/sql.ts";
import {
  type EntryKey,
  type EntryNotice,
  type EntryUpdate,
  UPDATE_STATUS,
} from "./entry-update.ts";

/** An update or notice with its number among those of the transaction. */
type Numbered<Row> = Row & { readonly number: number };

export class UpdateStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** At most one update per transaction in a call. */
  async saveUpdates(updates: readonly EntryUpdate[], at: Temporal.Instant): Promise<void> {
    await runByGroup(this.#db, updates, async (group) => {
      await this.#moveTransactions(group);
      const known = await this.#countUpdates(group);
      await this.#insertUpdates(numberRows(group.rows, known), at);
    });
  }

  /**
   * A credit that was returned or rejected has paid nothing back, so its sale can be credited again.
   * Call it once for each return.
   */
  async releaseCredits(updates: readonly EntryUpdate[]): Promise<void> {
    const failed = updates.filter(({ state }) => state !== "settled");
    await runByGroup(this.#db, failed, async (group) => {
      const [accounts, ids] = columnArrays(group.rows, KEY);
      const credits = await this.#db.rows<FailedCredit>`
        select credit.account_id as "accountId", credit.original_id as "saleId",
          sum(credit.amount_cents)::int as cents
        from unnest(${accounts}::bigint[], ${ids}::bigint[]) as said (account_id, id)
          join transactions credit on credit.account_id = said.account_id
            and credit.id = said.id and ${pinToAccount(sql`credit.account_id`, group)}
        where credit.transaction_type = 'CREDIT' and credit.original_id is not null
        group by 1, 2 order by 1, 2`;
      for (const { accountId, saleId, cents } of credits) {
        await this.#db.rows`
          update transactions set refunded_cents = refunded_cents - ${cents}::int
          where account_id = ${accountId} and id = ${saleId}`;
      }
    });
  }

  /** At most one notice per transaction in a call. Reports show changes too. */
  async saveNotices(notices: readonly EntryNotice[], at: Temporal.Instant): Promise<void> {
    await runByGroup(this.#db, notices, async (group) => {
      await this.#showChanges(group);
      const known = await this.#countNotices(group);
      await this.#insertNotices(numberRows(group.rows, known), at);
    });
  }

  async #moveTransactions(group: AccountGroup<EntryUpdate>): Promise<void> {
    const rows = group.rows.map((update) => ({ ...update, status: UPDATE_STATUS[update.state] }));
    const [accounts, ids, states, statuses, codes, reasons] = columnArrays(rows, [
      "accountId",
      "transactionId",
      "state",
      "status",
      "returnCode",
      "reason",
    ]);
    await this.#db.rows`
      update transactions one
      set state = said.state, message = said.status,
        return_code = coalesce(said.code, one.return_code),
        verification_message = coalesce(said.reason, one.verification_message),
        verification_passed = case when said.reason is null then one.verification_passed
          else false end
      from unnest(${accounts}::bigint[], ${ids}::bigint[], ${states}::text[], ${statuses}::text[],
        ${codes}::text[], ${reasons}::text[]) as said (account_id, id, state, status, code, reason)
      where one.account_id = said.account_id and one.id = said.id
        and ${pinToAccount(sql`one.account_id`, group)}`;
  }

  #countUpdates(group: AccountGroup<EntryUpdate>): Promise<KnownNumber[]> {
    const [accounts, ids] = columnArrays(group.rows, KEY);
    return this.#db.rows<KnownNumber>`
      select known.account_id, known.transaction_id, max(known.update_number)::int as number
      from unnest(${accounts}::bigint[], ${ids}::bigint[]) as said (account_id, id)
        join ach_updates known on known.account_id = said.account_id
          and known.transaction_id = said.id and ${pinToAccount(sql`known.account_id`, group)}
      group by 1, 2`;
  }

  async #insertUpdates(rows: readonly Numbered<EntryUpdate>[], at: Temporal.Instant) {
    const said = rows.map((update) => ({ ...update, status: UPDATE_STATUS[update.state] }));
    const [accounts, ids, numbers, statuses, codes, lates] = columnArrays(said, [
      ...KEY,
      "number",
      "status",
      "returnCode",
      "isLate",
    ]);
    // Without "returning", Citus refuses to insert into a table with row-level security.
    await this.#db.rows`
      insert into ach_updates
        (account_id, transaction_id, update_number, status, action_at, return_code, is_late)
      select account_id, id, number, status, ${at}::timestamptz, code, is_late
      from unnest(${accounts}::bigint[], ${ids}::bigint[], ${numbers}::smallint[],
        ${statuses}::text[], ${codes}::text[], ${lates}::boolean[])
        as said (account_id, id, number, status, code, is_late)
      returning 1`;
  }

  async #showChanges(group: AccountGroup<EntryNotice>): Promise<void> {
    const changes = group.rows.filter(({ kind }) => kind === "change");
    if (changes.length === 0) return;
    const [accounts, ids, details] = columnArrays(changes, [...KEY, "detail"]);
    await this.#db.rows`
      update transactions one set noc_data = said.detail
      from unnest(${accounts}::bigint[], ${ids}::bigint[], ${details}::text[])
        as said (account_id, id, detail)
      where one.account_id = said.account_id and one.id = said.id
        and ${pinToAccount(sql`one.account_id`, group)}`;
  }

  #countNotices(group: AccountGroup<EntryNotice>): Promise<KnownNumber[]> {
    const [accounts, ids] = columnArrays(group.rows, KEY);
    return this.#db.rows<KnownNumber>`
      select known.account_id, known.transaction_id, max(known.notice_number)::int as number
      from unnest(${accounts}::bigint[], ${ids}::bigint[]) as said (account_id, id)
        join ach_notices known on known.account_id = said.account_id
          and known.transaction_id = said.id and ${pinToAccount(sql`known.account_id`, group)}
      group by 1, 2`;
  }

  async #insertNotices(rows: readonly Numbered<EntryNotice>[], at: Temporal.Instant) {
    const said = rows.map((notice) => ({ ...notice, isApplied: notice.isApplied === true }));
    const [accounts, ids, numbers, kinds, codes, details, applied] = columnArrays(said, [
      ...KEY,
      "number",
      "kind",
      "code",
      "detail",
      "isApplied",
    ]);
    await this.#db.rows`
      insert into ach_notices
        (account_id, transaction_id, notice_number, kind, code, detail, action_at, is_applied)
      select account_id, id, number, kind, code, detail, ${at}::timestamptz, is_applied
      from unnest(${accounts}::bigint[], ${ids}::bigint[], ${numbers}::smallint[],
        ${kinds}::text[], ${codes}::text[], ${details}::text[], ${applied}::boolean[])
        as said (account_id, id, number, kind, code, detail, is_applied)`;
  }
}

/** The credits of one sale that paid nothing back. */
interface FailedCredit {
  readonly accountId: string;
  readonly saleId: string;
  readonly cents: number;
}

const KEY = ["accountId", "transactionId"];

interface KnownNumber {
  readonly account_id: string;
  readonly transaction_id: string;
  readonly number: number;
}

/** The transactions are locked, so the numbers cannot be taken meanwhile. */
function numberRows<Row extends EntryKey>(
  rows: readonly Row[],
  known: readonly KnownNumber[],
): readonly Numbered<Row>[] {
  const numbers = new Map(
    known.map((one) => [`${one.account_id}/${one.transaction_id}`, one.number]),
  );
  return rows.map((row) => {
    const last = numbers.get(`${row.accountId}/${BigInt(row.transactionId)}`) ?? 0;
    return { ...row, number: last + 1 };
  });
}
