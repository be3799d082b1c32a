/** Sends the receipt of a transaction again, to any email address. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { MailError } from "../../ports/mailer.ts";
import type { Account } from "../accounts/account-store.ts";
import { recordAct } from "../audit/act.ts";
import { type WriteNeeds, writeMail } from "../outbox/write-event.ts";
import { writePaymentReceipt } from "../payments/receipts.ts";
import type { AttemptHistoryStore } from "./attempt-history-store.ts";
import type { ActingPerson } from "./pay-from-console.ts";

export interface ResendNeeds extends WriteNeeds {
  /** Uses the database role of the interfaces. */
  readonly db: DatabasePool;
  readonly attempts: AttemptHistoryStore;
}

export interface ReceiptCopy {
  readonly transactionId: string;
  readonly to: string;
}

export type ResendOutcome = "sent" | "no_receipt" | "bad_address";

export async function resendReceipt(
  needs: ResendNeeds,
  person: ActingPerson,
  { id: accountId, name, timeZone }: Pick<Account, "id" | "name" | "timeZone">,
  { transactionId, to }: ReceiptCopy,
): Promise<ResendOutcome> {
  const past = await needs.attempts.findPastAttempts(accountId, transactionId);
  // The newest answer has the final amount: a capture may be for less than its authorization.
  const answer = past.findLast(({ outcome }) => outcome === "approved")?.answer;
  const email = answer && writePaymentReceipt({ name, timeZone }, answer);
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
