/** The night's close: the open card batch of every account that has one. */
import type { PaymentNeeds } from "../payment-needs.ts";

export async function closeBatches(
  { batches, clock }: Pick<PaymentNeeds, "batches" | "clock">,
  at: Temporal.Instant,
): Promise<string> {
  let [closed, transactions] = [0, 0];
  for (const accountId of await batches.accountsToClose()) {
    const batch = await batches.close(accountId, at, clock.wall());
    if (batch === undefined) continue;
    closed++;
    transactions += batch.count;
  }
  return closed === 0 ? "nothing to batch" : `batches: ${closed}, transactions: ${transactions}`;
}
