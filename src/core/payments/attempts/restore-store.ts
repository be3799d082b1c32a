/**
 * Stores lost attempts again, in one database transaction each: as open attempts, or as reversals if
 * their id, key or amount has been used since.
 */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { runByAccount } from "../../../db/sharding/by-account.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";
import { withoutIndex } from "../../../db/unindexed-sql.ts";
import type { TransactionState } from "../transaction.ts";
import type { Attempt, NewAttempt } from "./attempt.ts";
import { joinGuard } from "./duplicate-guard-store.ts";
import { type OwedReversal, reclaimId, writeReversal } from "./lost-attempt-store.ts";
import { lockLostAttempt, writeOpenAttempt } from "./rewrite-store.ts";

export type Restored =
  /** Nothing was lost, or another process has restored it. */
  | "there"
  /** Open again: reconcile asks the card host for the outcome. */
  | "restored"
  | "reversing"
  /** The transaction that it changes is not restored yet: try again. */
  | "later"
  /** The card host was not asked, and the id, key or amount has been used since. */
  | "given_up";

export interface Restoration {
  /** With an expired lease, so that reconcile asks about it at once. */
  readonly begun: NewAttempt;
  /** Undefined: the card host has nothing to reverse. */
  readonly owed: OwedReversal | undefined;
  /** Its order was reversed before the loss, so only the reversal is stored. */
  readonly isReversed: boolean;
  /** Wait if the original is missing: another process may restore it. */
  readonly waitsForOriginal: boolean;
}

const ACCOUNT_ID = withoutIndex(sql`account_id`);

const FIND_ORIGINAL = new Statement(findOriginalById(sql`true`));
/** For a Citus cluster, where the tables are fixed to an account. */
const FIND_ORIGINAL_ON_CLUSTER = new Statement(findOriginalById(sql`account_id = $1::bigint`));

function findOriginalById(isOwn: Sql): Sql {
  return sql`
    select 'there' as where from transactions where account_id = $1::bigint and id = $2::bigint
    union all
    select 'open' from open_attempts
    where ${ACCOUNT_ID} = $1::bigint and transaction_id = $2::bigint
      and original_id is distinct from $2::bigint and ${isOwn}`;
}

export class RestoreStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Lists attempts that are neither open nor ended. One statement, so an attempt that ends meanwhile is found. */
  async findMissing<One extends { readonly attempt: Attempt }>(
    asked: readonly One[],
  ): Promise<One[]> {
    const rows = asked.map(({ attempt }) => attempt);
    if (await this.#db.cluster.isSharded()) {
      const isMissing = await runByAccount(rows, (account, own) => this.#areMissing(account, own));
      return asked.filter((_, place) => isMissing[place]);
    }
    const [accounts, ids, attempts] = columnArrays(rows, COLUMNS);
    const missing = await this.#db.rows<{ place: string }>`
      select place from unnest(${accounts}::bigint[], ${ids}::bigint[], ${attempts}::uuid[])
        with ordinality as asked (account_id, transaction_id, attempt_id, place)
      where not exists (select from open_attempts open
          where open.account_id = asked.account_id and open.attempt_id = asked.attempt_id)
        and not exists (select from attempts kept
          where kept.account_id = asked.account_id
            and kept.transaction_id = asked.transaction_id and kept.attempt_id = asked.attempt_id)`;
    const places = new Set(missing.map(({ place }) => Number(place) - 1));
    return asked.filter((_, place) => places.has(place));
  }

  /** The same for one account, which a Citus cluster runs on one node. */
  async #areMissing(accountId: string, asked: readonly Attempt[]): Promise<boolean[]> {
    const attempts = asked.map(({ attemptId }) => attemptId);
    const ids = asked.map(({ transactionId }) => transactionId);
    const found = await this.#db.rows<{ attempt_id: string }>`
      select attempt_id from open_attempts
      where account_id = ${accountId} and attempt_id = any (${attempts}::uuid[])
      union all
      select attempt_id from attempts where account_id = ${accountId}
        and transaction_id = any (${ids}::bigint[]) and attempt_id = any (${attempts}::uuid[])`;
    const known = new Set(found.map(({ attempt_id }) => attempt_id));
    return attempts.map((id) => !known.has(id));
  }

  async restoreAttempt(restoration: Restoration): Promise<Restored> {
    const { begun, owed, isReversed } = restoration;
    return this.#db.atomically(async (db) => {
      if (!(await lockLostAttempt(db, begun.attempt))) return "there";
      const restored = isReversed ? "given_up" : await reopen(db, restoration);
      if (restored !== "given_up" || owed === undefined) return restored;
      await writeReversal(db, owed);
      return "reversing";
    });
  }
}

async function reopen(
  db: Database,
  { begun, waitsForOriginal }: Restoration,
): Promise<"restored" | "later" | "given_up"> {
  const { attempt, claim } = begun;
  const original = await findOriginal(db, attempt);
  if (original === "open" || (original === "gone" && waitsForOriginal)) return "later";
  if (!(await claimAgain(db, begun))) return "given_up";
  await writeOpenAttempt(db, attempt, { state: "unknown", keyDigest: claim.keyDigest });
  return "restored";
}

const COLUMNS = ["accountId", "transactionId", "attemptId"];

/** "open": it was lost as well, and its outcome is not known yet. */
async function findOriginal(
  db: Database,
  { accountId, originalId }: Attempt,
): Promise<"none" | "there" | "open" | "gone"> {
  if (originalId === undefined) return "none";
  const statement = (await db.isSharded()) ? FIND_ORIGINAL_ON_CLUSTER : FIND_ORIGINAL;
  const [found] = await db.run<{ where: "there" | "open" }>(statement, [accountId, originalId]);
  return found?.where ?? "gone";
}

/** Claims the id, the key and the amount of the original again: all of them or nothing. */
async function claimAgain(db: Database, { attempt, claim, source }: NewAttempt): Promise<boolean> {
  const hasOwnId = attempt.transactionId !== attempt.originalId;
  if (hasOwnId && !(await reclaimId(db, attempt))) return false;
  if (await isKeyTaken(db, attempt, claim.keyDigest)) return false;
  if (attempt.originalId !== undefined && !(await reserveAgain(db, attempt))) return false;
  await spendKey(db, attempt, claim.keyDigest);
  if (claim.guard !== undefined) await joinGuard(db, attempt, claim.guard);
  if (source !== undefined) await keepSource(db, attempt, source);
  return true;
}

async function isKeyTaken(
  db: Database,
  { accountId, attemptId }: Attempt,
  digest: Uint8Array | undefined,
): Promise<boolean> {
  if (digest === undefined) return false;
  const [taken] = await db.rows`
    select from idempotency_keys where account_id = ${accountId} and digest = ${digest}
      and attempt_id <> ${attemptId}`;
  return taken !== undefined;
}

/**
 * Fails if a request has spent the key since it was found free, or spends it at this moment. Then the
 * whole restoration is repeated, and finds the key taken.
 */
async function spendKey(
  db: Database,
  { accountId, attemptId, transactionId, startedAt }: Attempt,
  digest: Uint8Array | undefined,
): Promise<void> {
  if (digest === undefined) return;
  await db.rows`
    insert into idempotency_keys (account_id, digest, attempt_id, transaction_id, created_at)
    select ${accountId}::bigint, ${digest}::bytea, ${attemptId}::uuid, ${transactionId}::bigint,
      ${startedAt}::timestamptz
    where not exists (select from idempotency_keys
      where account_id = ${accountId} and digest = ${digest} and attempt_id = ${attemptId})`;
}

/** Only if the original has the state that it had when the attempt began, and enough amount left. */
async function reserveAgain(
  db: Database,
  { accountId, originalId, transactionType, amount, note }: Attempt,
): Promise<boolean> {
  const state: TransactionState | undefined =
    transactionType === "CAPTURE" ? "capturing" : undoing(transactionType, note.isVoid);
  const isCredit = transactionType === "CREDIT";
  const refunded = transactionType === "REFUND" || isCredit ? amount : 0;
  const reserved = await db.count`
    update transactions set refunded_cents = refunded_cents + ${refunded}::int,
      state = coalesce(${state}::text, state)
    where account_id = ${accountId} and id = ${originalId} and state = ${note.priorState}
      and refunded_cents + ${refunded}::int <= amount_cents
      and (tender_type = 'CARD' or batched_at is null or ${isCredit})`;
  return reserved === 1;
}

function undoing(type: Attempt["transactionType"], isVoid: boolean | undefined) {
  if (type === "REVERSAL") return "reversing";
  return isVoid === true ? "voiding" : undefined;
}

async function keepSource(
  db: Database,
  { accountId, transactionId, startedAt }: Attempt,
  { kind, sealed }: NonNullable<NewAttempt["source"]>,
): Promise<void> {
  await db.rows`
    insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
    values (${accountId}, ${transactionId}, ${kind}, ${sealed}, ${startedAt}, ${startedAt})
    on conflict do nothing`;
}
