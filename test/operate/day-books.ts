/** Reads the tables of the product at the end of a day, by plain SQL. */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { asking } from "../faults/books.ts";
import type { AttemptRow, TransactionRow } from "../faults/failover-checker.ts";
import { KEYS } from "../faults/merchant.ts";
import type { DayRow } from "./day-checker.ts";

export type StoredRow = DayRow & TransactionRow & { readonly accountId: string };

export interface DayBooks {
  readonly rows: readonly StoredRow[];
  /** Of card payments. Entries of bank files are no orders of the card host. */
  readonly attempts: readonly AttemptRow[];
}

export async function readDayBooks(databaseUrl: string): Promise<DayBooks> {
  return asking(databaseUrl, async (client) => {
    const rows = await client.query<StoredRow>(`
      select one.account_id::text as "accountId", lpad(one.id::text, 12, '0') as "transactionId",
        attempt_id as "attemptId", transaction_type as type, tender_type as tender, state,
        is_approved as "isApproved", amount_cents as "amountCents",
        refunded_cents as "refundedCents", custom_id as mark, coalesce(entries, 0)::int as entries
      from transactions one left join (
        select account_id, transaction_id, count(*) as entries from ach_entries group by 1, 2
      ) sent on sent.account_id = one.account_id and sent.transaction_id = one.id`);
    const attempts = await client.query<AttemptRow>(`
      select one.attempt_id as "attemptId",
        lpad(one.transaction_id::text, 12, '0') as "transactionId",
        one.transaction_type as type, outcome, answer->>'message' as message
      from attempts one left join transactions on transactions.account_id = one.account_id
        and transactions.id = one.transaction_id
      where coalesce(tender_type, '') <> 'ACH'`);
    return { rows: rows.rows, attempts: attempts.rows };
  });
}

export async function listTransactionIds(databaseUrl: string): Promise<ReadonlySet<string>> {
  const text = "select lpad(id::text, 12, '0') as id from transactions";
  const rows = await asking(databaseUrl, async (client) => (await client.query(text)).rows);
  return new Set(rows.map(({ id }) => id));
}

/** Sizes after the purges: with what vacuum has made free again, and packed. */
export async function measureSizes(databaseUrl: string) {
  return asking(databaseUrl, async (client) => {
    const readSize = async () => {
      const text = "select pg_database_size(current_database())::float8 as size";
      return (await client.query(text)).rows[0].size as number;
    };
    await client.query("vacuum");
    const kept = await readSize();
    await client.query("vacuum full");
    return { kept, packed: await readSize() };
  });
}

/** The ids in the report of an account since a day, as a merchant downloads it. */
export async function downloadReport(url: string, accountId: string, since: string) {
  const form = {
    account_id: accountId,
    api_accesskey: KEYS[accountId] ?? "",
    start_date: since,
    end_date: "2099-12-31",
  };
  const answer = await fetch(`${url}/api/rsapi/3.8`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const ids = new Set<string>();
  if (answer.body === null) return ids;
  let column = -1;
  for await (const line of createInterface(Readable.fromWeb(answer.body))) {
    const fields = line.split(",");
    if (column < 0) column = fields.indexOf("transaction_id");
    else ids.add(fields[column] ?? "");
  }
  return ids;
}
