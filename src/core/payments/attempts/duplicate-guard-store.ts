/**
 * Claims guards against duplicates, inside the database transaction that begins the attempt. The primary
 * key decides: of two equal payments at the same time, the second waits for the first and finds its row.
 */
import type { Database } from "../../../db/database.ts";
import { type StateGroup, stateGroup, type TransactionState } from "../moves.ts";
import type { Attempt, DuplicateGuard, NewAttempt } from "./attempt.ts";

interface HeldGuard {
  readonly attempt_id: string;
  readonly transaction_id: string;
  readonly is_over: boolean;
  readonly is_open: boolean;
  readonly state: TransactionState | null;
}

/** A first payment in one of these groups moved no money, or was canceled. */
const RELEASED: readonly StateGroup[] = ["declined", "not_sent", "undone", "returned"];
/** A row can change between two statements. More often than this, something is wrong. */
const TRIES_MAX = 10;

/** Undefined: the payment may go on. Otherwise the id of the first payment. */
export async function claimGuard(
  db: Database,
  { attempt, claim: { guard } }: Pick<NewAttempt, "attempt" | "claim">,
): Promise<string | undefined> {
  if (guard === undefined) return undefined;
  for (let tried = 0; tried < TRIES_MAX; tried++) {
    if (await insertGuard(db, attempt, guard)) return undefined;
    const held = await findGuard(db, attempt, guard);
    if (held === undefined) continue;
    if (!guard.isOverridden && !isReleased(held)) return held.transaction_id;
    if (await takeOverGuard(db, { attempt, guard, held })) return undefined;
  }
  throw new Error("the guard against duplicates could not be claimed");
}

/** For an attempt that a failover lost. Another payment may hold the guard by now; that is fine. */
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

async function findGuard(
  db: Database,
  { accountId, startedAt }: Attempt,
  { digest }: DuplicateGuard,
): Promise<HeldGuard | undefined> {
  const [held] = await db.rows<HeldGuard>`
    select held.attempt_id, held.transaction_id, held.expires_at <= ${startedAt} as is_over,
      exists (select from open_attempts open
        where open.account_id = ${accountId} and open.attempt_id = held.attempt_id) as is_open,
      (select first.state from transactions first
        where first.account_id = ${accountId} and first.id = held.transaction_id) as state
    from duplicate_guards held
    where held.account_id = ${accountId} and held.digest = ${digest}`;
  return held;
}

/** None of these facts changes back, so they still hold when the row is taken over. */
function isReleased({ is_over, is_open, state }: HeldGuard): boolean {
  if (is_open) return false;
  return is_over || (state !== null && RELEASED.includes(stateGroup(state)));
}

interface TakeOver {
  readonly attempt: Attempt;
  readonly guard: DuplicateGuard;
  readonly held: HeldGuard;
}

/** False: another payment has taken it over meanwhile. */
async function takeOverGuard(db: Database, { attempt, guard, held }: TakeOver): Promise<boolean> {
  const taken = await db.count`
    update duplicate_guards set attempt_id = ${attempt.attemptId},
      transaction_id = ${attempt.transactionId}, expires_at = ${guard.until}
    where account_id = ${attempt.accountId} and digest = ${guard.digest}
      and attempt_id = ${held.attempt_id}`;
  return taken === 1;
}
