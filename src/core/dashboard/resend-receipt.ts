/** Sends the receipt of a transaction once more, to whatever address its customer names now. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { MailError } from "../../ports/mailer.ts";
import type { Account } from "../accounts/account-store.ts";
import { recordAct } from "../audit/act.ts";
import { type WriteNeeds, writeMail } from "../outbox/write-event.ts";
import { writePaymentReceipt } from "../payments/receipts.ts";
import type { ActingPerson } from "./act-on-transaction.ts";
import type { AttemptHistoryStore } from "./attempt-history-store.ts";

export interface ResendNeeds extends WriteNeeds {
  /** Works under the interfaces' role. */
  readonly db: DatabasePool;
  readonly attempts: AttemptHistoryStore;
}

export interface Resending {
  readonly transactionId: string;
  readonly to: string;
}

export type Resent = "sent" | "no_receipt" | "bad_address";

export async function resendReceipt(
  needs: ResendNeeds,
  person: ActingPerson,
  { id: accountId, name }: Pick<Account, "id" | "name">,
  { transactionId, to }: Resending,
): Promise<Resent> {
  const past = await needs.attempts.past(accountId, transactionId);
  // The newest answer tells how much it came to: a capture may have taken less.
  const answer = past.findLast(({ outcome }) => outcome === "approved")?.answer;
  const email = answer && writePaymentReceipt(name, answer);
  if (email === undefined) return "no_receipt";
  try {
    await needs.db.within({ accountId }, async (db) => {
      await writeMail(db, needs, { accountId, event: "receipt", transactionId, to, ...email });
      await recordAct(db, {
        ...person,
        action: "payment.send_receipt",
        subject: { kind: "transaction", id: `${accountId} ${transactionId}` },
        after: { to },
        result: "done",
      });
    });
    return "sent";
  } catch (error) {
    if (error instanceof MailError) return "bad_address";
    throw error;
  }
}
