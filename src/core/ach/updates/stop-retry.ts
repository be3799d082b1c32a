/** Stops the planned re-presentment of one returned debit. A merchant and an operator may do it. */
import type { NotFound } from "../../accounts/account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
} from "../../accounts/act-on-account.ts";
import { recordAct } from "../../audit/act.ts";
import { RetryStore } from "./retry-store.ts";

export type StopOutcome =
  | { readonly kind: "stopped" }
  /** It is not planned, or the debit is in a file already. */
  | { readonly kind: "not_planned" }
  | NotFound;

export function stopRetry(
  needs: Pick<AccountNeeds, "db">,
  id: string,
  { transactionId, by }: { readonly transactionId: string; readonly by: ActingParty },
): Promise<StopOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<StopOutcome> => {
    const isStopped = await new RetryStore(db).stopRetry({ accountId, transactionId });
    if (!isStopped) return { kind: "not_planned" };
    await recordAct(db, {
      actor: by.actor,
      action: "ach.stop_retry",
      subject: { kind: "transaction", id: `${accountId}/${transactionId}` },
      result: "done",
      from: by.from,
    });
    return { kind: "stopped" };
  });
}
