/**
 * Lists and clears the corrected numbers of bank accounts. After clearing, payments use the numbers
 * as they were sent or stored, until the bank corrects them again.
 */
import type { NotFound } from "../accounts/account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "../accounts/act-on-account.ts";
import { BankCorrectionStore, type ListedCorrection } from "./bank-correction-store.ts";

const CORRECTIONS_MAX = 500;

export type CorrectionsOutcome =
  | { readonly kind: "listed"; readonly corrections: readonly ListedCorrection[] }
  | NotFound;

/** `not_corrected`: there is none, or it was cleared before. */
export type ClearCorrectionOutcome =
  | { readonly kind: "cleared" }
  | { readonly kind: "not_corrected" }
  | NotFound;

/** Newest first. */
export function listBankCorrections(needs: Pick<AccountNeeds, "db">, id: string) {
  return actOnAccount(needs, id, async (db, account): Promise<CorrectionsOutcome> => {
    const store = new BankCorrectionStore(db);
    const corrections = await store.listForMerchant(account.id, CORRECTIONS_MAX);
    return { kind: "listed", corrections };
  });
}

export function clearBankCorrection(
  needs: Pick<AccountNeeds, "db">,
  id: string,
  { correctionId, by }: { readonly correctionId: string; readonly by: ActingParty },
): Promise<ClearCorrectionOutcome> {
  return actOnAccount(needs, id, async (db, account): Promise<ClearCorrectionOutcome> => {
    const cleared = await new BankCorrectionStore(db).clearCorrection(account.id, correctionId);
    if (cleared === undefined) return { kind: "not_corrected" };
    const { transactionId, code, last4, correctedLast4 } = cleared;
    await recordAccountAct(db, by, {
      action: "account.clear_bank_correction",
      accountId: account.id,
      before: { transactionId, code, last4, correctedLast4 },
    });
    return { kind: "cleared" };
  });
}
