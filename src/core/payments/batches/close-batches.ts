/** Closes the open card batch of every account, each night. */
import type { PaymentNeeds } from "../payment-needs.ts";

/** If one account fails, the others are closed first, and the run is then repeated. */
export async function closeBatches(
  { batches, clock }: Pick<PaymentNeeds, "batches" | "clock">,
  at: Temporal.Instant,
): Promise<string> {
  let [closed, transactions] = [0, 0];
  const failures: { readonly accountId: string; readonly error: unknown }[] = [];
  for (const accountId of await batches.listAccountsToClose()) {
    try {
      const batch = await batches.closeNightly(accountId, at, clock.wall());
      if (batch === undefined) continue;
      closed++;
      transactions += batch.count;
    } catch (error) {
      failures.push({ accountId, error });
    }
  }
  const summary =
    closed === 0
      ? "no transactions to batch"
      : `batches: ${closed}, transactions: ${transactions}`;
  const [first] = failures;
  if (first === undefined) return summary;
  const { accountId, error } = first;
  const more = failures.length === 1 ? "" : ` (and ${failures.length - 1} more)`;
  throw new Error(`${summary}; account ${accountId}: ${error}${more}`, { cause: error });
}
