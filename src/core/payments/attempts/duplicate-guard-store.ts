/**
 * Claims guards against duplicates, inside the database transaction that begins the attempt. The primary
 * key decides: of two equal payments at the same time, the second waits for the first and finds its row.
 */
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { type StateGroup, stateGroup, type TransactionState } from "../moves.ts";
import type { Attempt, DuplicateGuard, NewAttempt } from "./attempt.ts";

/** A payment that the row of a guard names, and its current state. */
interface Holder {
  /** The last payment of the row. It changes when the row changes. */
  readonly last_attempt_id: string;
  readonly transaction_id: string;
  readonly is_over: boolean;
  readonly is_open: boolean;
  readonly state: TransactionState | null;
  /** Refunded as a whole, and no refund is under way that could still be declined. */
  readonly is_refunded: boolean;
  readonly is_presented_again: boolean;
  /** Payments that the row has no room for still count. */
  readonly is_crowded: boolean;
}

/** A payment in one of these groups moved no money, or was canceled. */
const RELEASED: readonly StateGroup[] = ["declined", "not_sent", "undone", "returned"];
/** A row can change between two statements. More often than this, something is wrong. */
const TRIES_MAX = 10;
/** How many payments a row names besides the last one. */
export const EARLIER_MAX = 99;

/** Undefined: the payment may go on. Otherwise the id of a payment that it repeats. */
export async function claimGuard(
  db: Database,
  { attempt, claim: { guard } }: Pick<NewAttempt, "attempt" | "claim">,
): Promise<string | undefined> {
  if (guard === undefined) return undefined;
  if (guard.isOverridden) {
    await joinGuard(db, attempt, guard);
    return undefined;
  }
  for (let tried = 0; tried < TRIES_MAX; tried++) {
    if (await insertGuard(db, attempt, guard)) return undefined;
    const holders = await listHolders(db, attempt, guard);
    const [last] = holders;
    if (last === undefined) continue;
    const counting = last.is_crowded ? last : holders.find((holder) => !isReleased(holder));
    if (counting !== undefined) return counting.transaction_id;
    if (await takeOverGuard(db, { attempt, guard, last })) return undefined;
  }
  throw new Error("the guard against duplicates could not be claimed");
}

/** False: another payment has the row. */
export async function insertGuard(
  db: Database,
  { accountId, attemptId, transactionId }: Attempt,
  { digest, until }: DuplicateGuard,
): Promise<boolean> {
  const inserted = await db.count`
    insert into duplicate_guards (account_id, digest, attempt_id, transaction_id, expires_at)
    values (${accountId}, ${digest}, ${attemptId}, ${transactionId}, ${until})
    on conflict do nothing`;
  return inserted === 1;
}

/**
 * Adds a payment that goes on in any case: it overrides the guard, or a failover lost it after it began.
 * Payments that drop out of a full row count for the minutes that they have left. (Citus crashes if a
 * column is set to a slice of an array, hence trim_array.)
 */
export async function joinGuard(
  db: Database,
  { accountId, attemptId, transactionId }: Attempt,
  { digest, until }: DuplicateGuard,
): Promise<void> {
  const excess = sql`greatest(cardinality(held.earlier_attempt_ids) + 1 - ${EARLIER_MAX}::int, 0)`;
  await db.count`
    insert into duplicate_guards as held (account_id, digest, attempt_id, transaction_id, expires_at)
    values (${accountId}, ${digest}, ${attemptId}, ${transactionId}, ${until})
    on conflict (account_id, digest) do update set attempt_id = excluded.attempt_id,
      transaction_id = excluded.transaction_id, expires_at = excluded.expires_at,
      earlier_attempt_ids = trim_array(held.attempt_id || held.earlier_attempt_ids, ${excess}),
      earlier_transaction_ids =
        trim_array(held.transaction_id || held.earlier_transaction_ids, ${excess}),
      earlier_expires_at = trim_array(held.expires_at || held.earlier_expires_at, ${excess}),
      others_until = greatest(held.others_until, held.earlier_expires_at[${EARLIER_MAX}::int])
    where excluded.attempt_id <> all (held.attempt_id || held.earlier_attempt_ids)`;
}

/**
 * Newest first. Subselects with one row each keep PostgreSQL from reading all payments of the account, as
 * it would for `exists` and joins.
 */
async function listHolders(
  db: Database,
  { accountId, startedAt }: Attempt,
  { digest }: DuplicateGuard,
): Promise<readonly Holder[]> {
  return db.rows<Holder>`
    select held.attempt_id as last_attempt_id, holder.transaction_id,
      holder.expires_at <= ${startedAt} as is_over, first.state,
      (select true from open_attempts open where open.account_id = ${accountId}
        and open.attempt_id = holder.attempt_id) is not null as is_open,
      case when first.is_refunded then (select true from open_attempts refund
        where refund.account_id = ${accountId} and refund.original_id = holder.transaction_id
        limit 1) is null else false end as is_refunded,
      (select true from ach_retries retry where retry.account_id = ${accountId}
        and retry.transaction_id = holder.transaction_id
        and retry.retry_at is not null) is not null as is_presented_again,
      coalesce(held.others_until > ${startedAt}, false) as is_crowded
    from duplicate_guards held
      cross join lateral unnest(held.attempt_id || held.earlier_attempt_ids,
        held.transaction_id || held.earlier_transaction_ids,
        held.expires_at || held.earlier_expires_at)
        with ordinality as holder (attempt_id, transaction_id, expires_at, place)
      left join lateral (
        select one.state, one.refunded_cents = one.amount_cents as is_refunded
        from transactions one
        where one.account_id = ${accountId} and one.id = holder.transaction_id
        limit 1) first on true
    where held.account_id = ${accountId} and held.digest = ${digest}
    order by holder.place`;
}

/**
 * A refund can be reversed later; a payment that was accepted before that stands. Nothing else changes
 * back, so it still holds when the row is taken over.
 */
function isReleased(holder: Holder): boolean {
  const { is_over, is_open, state, is_refunded, is_presented_again } = holder;
  if (is_open) return false;
  if (is_over || is_refunded) return true;
  return state !== null && RELEASED.includes(stateGroup(state)) && !is_presented_again;
}

interface TakeOver {
  readonly attempt: Attempt;
  readonly guard: DuplicateGuard;
  readonly last: Holder;
}

/** False: another payment has taken it over or joined it meanwhile. */
async function takeOverGuard(db: Database, { attempt, guard, last }: TakeOver): Promise<boolean> {
  const taken = await db.count`
    update duplicate_guards set attempt_id = ${attempt.attemptId},
      transaction_id = ${attempt.transactionId}, expires_at = ${guard.until},
      earlier_attempt_ids = '{}', earlier_transaction_ids = '{}', earlier_expires_at = '{}',
      others_until = null
    where account_id = ${attempt.accountId} and digest = ${guard.digest}
      and attempt_id = ${last.last_attempt_id}`;
  return taken === 1;
}
