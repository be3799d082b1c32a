/** Adds events to the outbox like the payment core. One in fifty is for the dead endpoint. */
import type { DatabasePool } from "../../src/db/database-pool.ts";

export const GOOD_ACCOUNTS = [1, 2, 3, 4, 5];
export const DEAD_ACCOUNT = 900;
const NOTE = "x".repeat(600);
const DEAD_SHARE = 50;

let transactions = 0;

/** The webhook body of a transaction. The receiver reads from it when it was written. */
export function webhookBody(writtenMs: number): string {
  return `{"transaction_id":"323000000001","written_ms":${writtenMs},"note":"${NOTE}"}`;
}

export async function writeEvents(owner: DatabasePool, count: number): Promise<void> {
  const writtenMs = performance.timeOrigin + performance.now();
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(writtenMs));
  const first = transactions;
  transactions += count;
  await owner.rows`
    insert into outbox (account_id, kind, event, transaction_id, payload, created_at, due_at)
    select account_id, 'webhook', 'transaction.approved', ${first}::int + n,
      ${webhookBody(writtenMs)}::json, ${at}::timestamptz, ${at}::timestamptz
    from (
      select 1 + n % ${GOOD_ACCOUNTS.length}::int as account_id, n
      from generate_series(1, ${count}::int) n
      union all
      select ${DEAD_ACCOUNT}::int, n from generate_series(1, ${count}::int / ${DEAD_SHARE}::int) n
    ) as event`;
}
