/** What a merchant sees of the credits that need an approval: never who decided. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { stateAt } from "./approval.ts";
import { ApprovalStore, type CreditPage, type HeldCredit } from "./approval-store.ts";

export interface HeldCreditNeeds {
  /** Sees the rows of one account. */
  readonly db: DatabasePool;
}

/** Newest first, with their states at this time. */
export async function listHeldCredits(
  { db }: HeldCreditNeeds,
  accountId: string,
  { at, ...page }: CreditPage & { readonly at: Temporal.Instant },
): Promise<HeldCredit[]> {
  const credits = await db.within({ accountId }, (scope) =>
    new ApprovalStore(scope).listCredits(accountId, page),
  );
  return credits.map((credit) => ({ ...credit, state: stateAt(credit, at) }));
}
