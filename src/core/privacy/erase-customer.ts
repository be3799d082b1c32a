/**
 * Erases a customer's data at one account and keeps the books. One database transaction for each
 * account: it can be interrupted, and the next run continues with what is left. The audit log gets
 * the counts, never the data.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { type Actor, recordAct } from "../audit/act.ts";
import { bankAccountFingerprint } from "../bank-accounts/bank-account-fingerprint.ts";
import type { Vault } from "../vault/vault.ts";
import { verificationFingerprint } from "../verification/verify-account.ts";
import type { Customer, CustomerRecords } from "./customer.ts";
import { findHold } from "./erasure-hold.ts";
import { ErasureStore, type HeldFactsRow } from "./erasure-store.ts";

export interface EraseNeeds {
  readonly owner: DatabasePool;
  readonly custody: KeyCustody;
  readonly vault: Vault;
  readonly clock: Clock;
}

export interface Erasure {
  readonly customer: Customer;
  readonly records: CustomerRecords;
  readonly actor: Actor;
  /** Count only. */
  readonly isDryRun: boolean;
}

export interface HeldPayment {
  readonly transactionId: string;
  readonly why: string;
}

export interface ErasedRecords {
  readonly accountId: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly held: readonly HeldPayment[];
}

export async function eraseCustomer(needs: EraseNeeds, erasure: Erasure): Promise<ErasedRecords> {
  const { records, isDryRun } = erasure;
  const { accountId } = records;
  try {
    return await needs.owner.atomically(async (db) => {
      const store = new ErasureStore(db, accountId);
      const held = await findHeldPayments(needs, store, records.transactionIds);
      const counts = await eraseRecords(needs, store, { ...erasure, held });
      const erased = { accountId, counts, held };
      if (isDryRun) throw new DryRun(erased);
      await recordAct(db, {
        actor: erasure.actor,
        action: "privacy.erase",
        subject: { kind: "account", id: accountId },
        after: { namedBy: erasure.customer.kind, counts, held: held.length },
        result: "done",
      });
      return erased;
    });
  } catch (error) {
    // A dry run takes the same steps and rolls them back, so that it counts what would happen.
    if (error instanceof DryRun) return error.erased;
    throw error;
  }
}

class DryRun extends Error {
  readonly erased: ErasedRecords;

  constructor(erased: ErasedRecords) {
    super("dry run");
    this.erased = erased;
  }
}

async function findHeldPayments(
  { clock }: EraseNeeds,
  store: ErasureStore,
  ids: readonly string[],
): Promise<readonly HeldPayment[]> {
  const rows = await store.lockPayments(ids);
  const open = new Set(await store.listWithOpenAttempt(ids));
  const retried = new Set(await store.listWithRetry(ids));
  const waiting = new Set(await store.listWithWaitingEvent(ids));
  const held = new Map<string, string>();
  for (const row of rows) {
    const facts = {
      state: row.state,
      isAch: row.is_ach,
      isBatched: row.is_batched,
      settledAt: row.settled_at,
      hasOpenAttempt: open.has(row.id),
      hasRetry: retried.has(row.id),
      hasWaitingEvent: waiting.has(row.id),
    };
    const why = findHold(facts, clock.business());
    if (why !== undefined) held.set(row.id, why);
  }
  holdOriginals(held, rows);
  return [...held].map(([transactionId, why]) => ({ transactionId, why }));
}

/** A refund has no number of its own, so the next run finds it by its original only. */
function holdOriginals(held: Map<string, string>, rows: readonly HeldFactsRow[]): void {
  const originals = new Map(rows.map(({ id, original_id }) => [id, original_id]));
  for (const id of [...held.keys()]) {
    let original = originals.get(id);
    while (original != null && originals.has(original) && !held.has(original)) {
      held.set(original, `payment ${id}, which followed it, is not finished`);
      original = originals.get(original);
    }
  }
}

interface HeldErasure extends Erasure {
  readonly held: readonly HeldPayment[];
}

/** A held payment holds its own records only. Its sale keeps the address for the receipt. */
async function eraseRecords(
  needs: EraseNeeds,
  store: ErasureStore,
  { customer, records, held }: HeldErasure,
): Promise<Readonly<Record<string, number>>> {
  const kept = new Set(held.map(({ transactionId }) => transactionId));
  const payments = records.transactionIds.filter((id) => !kept.has(id));
  const tokens = records.tokenIds.filter((id) => !kept.has(id));
  const isWhole = kept.size === 0;
  return {
    payments: await store.erasePayments(payments),
    answers: await store.eraseAnswers(payments),
    notices: await store.eraseNotices(payments),
    events: await store.eraseEvents(payments),
    tokens: await store.eraseTokens(tokens),
    sales: isWhole ? await store.eraseSales(records.saleIds) : 0,
    bankRecords: isWhole ? await eraseBankRecords(needs, store, customer) : 0,
    testRecords: await store.eraseTestRecords(payments, isWhole ? records.emails : []),
  };
}

async function eraseBankRecords(
  needs: EraseNeeds,
  store: ErasureStore,
  customer: Customer,
): Promise<number> {
  if (customer.kind !== "bank") return 0;
  const bank = { ...customer, accountType: "checking" } as const;
  return store.eraseBank({
    bank: bankAccountFingerprint(needs, bank),
    verification: verificationFingerprint(needs, bank),
  });
}
