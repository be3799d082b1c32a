/** Stops the planned re-presentment of a returned debit. */
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { stopRetry } from "../../../core/ach/updates/stop-retry.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { conflict } from "../errors.ts";
import { merchantAccountId } from "../merchant-user.ts";
import { actingParty, type Routes } from "../routes.ts";

export function addRetries(routes: Routes, needs: AccountNeeds): void {
  routes.delete("/merchant/transactions/:id/retry", "payments.change", async (call) => {
    const transactionId = readTransactionId(call.param("id"));
    if (transactionId === undefined) return undefined;
    const stop = { transactionId, by: actingParty(call) };
    const outcome = await stopRetry(needs, merchantAccountId(call), stop);
    if (outcome.kind === "stopped") return null;
    if (outcome.kind === "not_found") return undefined;
    throw conflict("This payment is not sent again, or it was sent already. Reload the page.");
  });
}
