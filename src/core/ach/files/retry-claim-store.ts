/**
 * Claims returned debits that are presented again. The claim is a conditional update of the row that
 * counts the tries, so a debit is presented again once for each return, and at most twice.
 */
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { RateAlertStore } from "../rates/rate-alert-store.ts";
import { settlementMoment } from "../settlement.ts";
import { RETRY_RULES } from "../updates/plan-retries.ts";
import type { EntryKind } from "./entry-kind.ts";
import type { OutboundFile } from "./outbound-file.ts";

export interface Taken {
  readonly count: number;
  readonly amount_cents: string | null;
  readonly looked_at: number;
  /** Null: no entries were waiting. */
  readonly last_id: string | null;
  readonly last_sequence: number;
}

/** Counts what a claim has placed and marked. */
export const countTaken = sql`
  select (select count(*)::int from marked) as count,
    (select sum(amount_cents) from marked) as amount_cents,
    count(*)::int as looked_at, max(id) as last_id, max(sequence) as last_sequence
  from placed`;

interface RetriesToClaim {
  readonly kind: EntryKind;
  readonly batch: { readonly number: number; readonly batch_id: number };
  readonly after: string;
  readonly numbers: {
    readonly firstTrace: number;
    readonly last: number;
    readonly traceShown: number;
    readonly chunkSize: number;
  };
}

/** Also for a file that is late. */
const LIMIT = { hours: 24 * RETRY_RULES.withinDays };

/** Only of accounts that still present debits again. What a stop holds back waits for its end. */
export async function listRetryKinds(
  db: Database,
  accounts: readonly string[],
  at: Temporal.Instant,
): Promise<EntryKind[]> {
  const ids = await listRetryingAccounts(db, accounts);
  if (ids.length === 0) return [];
  const kinds = await db.rows<Pick<EntryKind, "accountId" | "secCode" | "companyName">>`
    select one.account_id as "accountId", one.sec_code as "secCode",
      retry.company_name as "companyName"
    from ach_retries retry
      join transactions one on one.account_id = retry.account_id and one.id = retry.transaction_id
    where retry.account_id = any (${ids}::bigint[]) and retry.retry_at <= ${at}
      and one.state = 'returned' and one.authorized_at >= ${at.subtract(LIMIT)}::timestamptz
    group by 1, 2, 3 order by 1, 2, min(retry.retry_at), 3`;
  return kinds.map((kind) => ({ ...kind, direction: "debit", isRetry: true }));
}

async function listRetryingAccounts(
  db: Database,
  accounts: readonly string[],
): Promise<readonly string[]> {
  const retrying = await db.rows<{ id: string; stops: boolean }>`
    select id, ach_return_stop as stops from accounts
    where id = any (${accounts}::bigint[]) and ach_retry_days > 0`;
  const stopping = retrying.filter(({ stops }) => stops).map(({ id }) => id);
  if (stopping.length === 0) return retrying.map(({ id }) => id);
  const stopped = await new RateAlertStore(db).listOverLimit(stopping);
  return retrying.map(({ id }) => id).filter((id) => !stopped.has(id));
}

/** After a rename, a file takes the retries of one name. The others wait for the next file. */
export function hasOtherName({ isRetry, companyName }: EntryKind, batchName: string): boolean {
  return isRetry && (companyName ?? batchName) !== batchName;
}

export async function takeRetries(
  db: Database,
  file: OutboundFile,
  { kind, batch, after, numbers }: RetriesToClaim,
): Promise<Taken | undefined> {
  const { accountId } = kind;
  const { firstTrace, last, traceShown, chunkSize } = numbers;
  const [taken] = await db.rows<Taken>`
    with picked as (
      select retry.transaction_id as id, retry.retry_number + 1 as presentment
      from ach_retries retry
        join transactions one on one.account_id = retry.account_id
          and one.id = retry.transaction_id
      where retry.account_id = ${accountId} and one.account_id = ${accountId}
        and retry.transaction_id > ${after} and retry.retry_at <= ${file.cutOffAt}
        and one.state = 'returned' and one.sec_code = ${kind.secCode}
        and retry.company_name is not distinct from ${kind.companyName ?? null}::text
        and one.authorized_at >= ${file.cutOffAt.subtract(LIMIT)}::timestamptz
      order by retry.transaction_id limit ${chunkSize}
    ), placed as (
      select id, presentment, ${last}::int + (row_number() over (order by id))::int as sequence
      from picked
    ), counted as (
      update ach_retries retry set retry_number = placed.presentment, retry_at = null
      from placed
      where retry.account_id = ${accountId} and retry.transaction_id = placed.id
        and retry.retry_number = placed.presentment - 1 and retry.retry_at is not null
      returning placed.id, placed.presentment, placed.sequence
    ), marked as (
      update transactions one set state = 'pending', message = 'BATCHED', return_code = null,
        batched_at = ${file.cutOffAt}, batch_id = ${batch.batch_id},
        settle_at = ${settlementMoment(file.settlesOn, file.cutOffAt)},
        trace_num = (${firstTrace}::bigint + counted.sequence) % ${traceShown}::bigint
      from counted
      where one.account_id = ${accountId} and one.id = counted.id and one.state = 'returned'
      returning one.id, one.amount_cents, counted.sequence, counted.presentment
    ), entered as (
      insert into ach_entries (account_id, transaction_id, file_id, batch_number, sequence,
        trace_number, amount_cents, presentment)
      select ${accountId}, id, ${file.id}, ${batch.number}, sequence,
        ${firstTrace}::bigint + sequence, amount_cents, presentment
      from marked
    )
    ${countTaken}`;
  return taken;
}
