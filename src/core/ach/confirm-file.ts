/**
 * What an operator does about a file of which it is not certain that the bank has it, after asking the
 * bank: confirm it, or send it again.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { ActingParty } from "../accounts/act-on-account.ts";
import { recordAct } from "../audit/act.ts";
import { type FileReference, UnconfirmedFileStore } from "./unconfirmed-file-store.ts";

export interface ConfirmNeeds {
  /** Uses the payments role or the role that owns the tables. */
  readonly db: DatabasePool;
}

/** What the bank has answered. */
export type BankAnswer = "bank_has_file" | "bank_lacks_file";

const ACTIONS = {
  bank_has_file: "ach_file.confirm",
  bank_lacks_file: "ach_file.resend",
} as const;

/** Returns the file's name, or undefined if there is no such file or it is certain that it was sent. */
export async function recordBankAnswer(
  { db }: ConfirmNeeds,
  file: FileReference,
  { answer, by }: { readonly answer: BankAnswer; readonly by: ActingParty },
): Promise<string | undefined> {
  return db.atomically(async (transaction) => {
    const files = new UnconfirmedFileStore(transaction);
    const found = await files.lockFile(file);
    if (found === undefined) return undefined;
    const { id, name, connection } = found;
    await (answer === "bank_has_file" ? files.markConfirmed(id) : files.markUnsent(id));
    await recordAct(transaction, {
      ...by,
      action: ACTIONS[answer],
      subject: { kind: "ach_file", id: name },
      before: { unconfirmedSince: found.since.toString() },
      after: { connection },
      result: "done",
    });
    return name;
  });
}
