/** Finds the bank account of an ACH payment: the one that was sent, or that a token stands for. */
import type { SecCode } from "../../../values/bank.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { PaymentDetails } from "../payment-details.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankSource } from "../payment-request.ts";
import { findTokenHolder } from "../token-holder.ts";

export interface PaidFromBank {
  readonly bank: BankAccount;
  /** The payment that is reissued. */
  readonly original: ReissuedEntry | undefined;
}

export interface ReissuedEntry {
  readonly secCode: SecCode | undefined;
  readonly checkNumber: string | undefined;
  readonly prenoteId?: string | undefined;
  /** Names and address, used if the request has none. */
  readonly details: PaymentDetails | undefined;
}

/** Undefined: the token does not exist, belongs to another account or to a card, or is still being paid. */
export async function findPaidFromBank(
  needs: PaymentNeeds,
  { id: accountId }: Account,
  { sent, tokenId, accountType }: BankSource,
): Promise<PaidFromBank | undefined> {
  if (tokenId === undefined) return sent && { bank: sent, original: undefined };
  const holder = await findTokenHolder(needs, accountId, tokenId);
  const now = needs.clock.business();
  const kept = holder && (await needs.vault.openBank(accountId, holder.holderId, now));
  if (kept === undefined) return undefined;
  const owner = holder?.owner;
  const original = {
    secCode: owner?.secCode ?? undefined,
    checkNumber: owner?.checkNumber ?? undefined,
    // Other bank numbers are another bank account, which nobody checked.
    prenoteId: sent === undefined ? (owner?.prenoteId ?? undefined) : undefined,
    details: owner?.details,
  };
  const bank = sent ?? { ...kept, accountType: accountType ?? kept.accountType };
  return { bank, original };
}
