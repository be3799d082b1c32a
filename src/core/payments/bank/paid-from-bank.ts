/** Finds the bank account of an ACH payment: the one that was sent, or that a token stands for. */
import type { SecCode } from "../../../values/bank.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { BankTrail } from "../../bank-accounts/bank-trail.ts";
import type { BankAccount } from "../../vault/vault.ts";
import type { PaymentDetails } from "../payment-details.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankPayment } from "../payment-request.ts";
import { findTokenHolder, type TokenHolder } from "../token-holder.ts";

export interface PaidFromBank {
  /** With the corrections that its bank has sent. */
  readonly bank: BankAccount;
  /** The one that was sent, or that the token stands for. */
  readonly asked: BankAccount;
  readonly trail: BankTrail;
  /** The payment that is reissued. */
  readonly original: ReissuedEntry | undefined;
}

export interface ReissuedEntry {
  /** The transaction whose bank account the token stands for. */
  readonly holderId: string;
  /** The sale that a credit pays back. Undefined: the token is not of a sale, or it was purged. */
  readonly saleId: string | undefined;
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
  { type, bank: { sent, tokenId, accountType } }: Pick<BankPayment, "type" | "bank">,
): Promise<PaidFromBank | undefined> {
  if (tokenId === undefined) {
    return sent && { ...(await followToCurrentBank(needs, accountId, sent)), original: undefined };
  }
  const holder = await findTokenHolder(needs, accountId, tokenId);
  const now = needs.clock.business();
  const { vault } = needs;
  // Money can be paid back to a bank account that the merchant has removed.
  const kept =
    holder &&
    (type === "CREDIT"
      ? await vault.openBank(accountId, holder.holderId, now)
      : await vault.openBankToCharge(accountId, holder.holderId, now));
  if (kept === undefined) return undefined;
  const owner = holder?.owner;
  const original = {
    holderId: holder?.holderId ?? tokenId,
    saleId: findCreditedSale(holder),
    secCode: owner?.secCode ?? undefined,
    checkNumber: owner?.checkNumber ?? undefined,
    // Other bank numbers are another bank account, which nobody checked.
    prenoteId: sent === undefined ? (owner?.prenoteId ?? undefined) : undefined,
    details: owner?.details,
  };
  const asked = sent ?? { ...kept, accountType: accountType ?? kept.accountType };
  return { ...(await followToCurrentBank(needs, accountId, asked)), original };
}

/**
 * Whether a credit goes to the bank account that its sale debited. Bank numbers that were sent with the
 * token, and tokens of credits to another bank account, are somebody else's.
 */
export async function isBankOfSale(
  needs: PaymentNeeds,
  { id: accountId }: Account,
  { sent, source }: { readonly sent: BankAccount | undefined; readonly source: PaidFromBank },
): Promise<boolean> {
  const { saleId, holderId } = source.original ?? {};
  if (saleId === undefined || sent !== undefined) return false;
  if (holderId === saleId) return true;
  const debited = await needs.vault.openBank(accountId, saleId, needs.clock.business());
  if (debited === undefined) return false;
  const { bank } = await followToCurrentBank(needs, accountId, debited);
  const [one, other] = [bank, source.bank].map((each) => needs.vault.bankFingerprint(each));
  return one !== undefined && other !== undefined && sameBytes(one, other);
}

/** A credit names the sale that it pays back. */
function findCreditedSale(found: TokenHolder | undefined): string | undefined {
  if (found?.holder?.transactionType === "SALE") return found.holderId;
  return found?.holder?.originalId ?? undefined;
}

async function followToCurrentBank(
  { bankAccounts }: PaymentNeeds,
  accountId: string,
  asked: BankAccount,
) {
  const trail = await bankAccounts.findCurrentBank(accountId, asked);
  return { bank: trail.bank, asked, trail };
}
