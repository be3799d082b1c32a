/** Finds the card of a payment: the one that was sent, or the one that a token stands for. */
import type { CardReadout } from "../../ports/card-readout.ts";
import type { CardBrand } from "../../values/card.ts";
import type { Secret } from "../../values/secret.ts";
import type { Account } from "../accounts/account-store.ts";
import { type PaymentDetails, presentValues } from "./payment-details.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import type { CardPayment, TokenSource } from "./payment-request.ts";
import { findTokenHolder } from "./token-holder.ts";
import type { EntryMode } from "./transaction.ts";

export interface PaidWith {
  readonly number: Secret;
  readonly brand: CardBrand | undefined;
  readonly expiration: string;
  readonly verification: Secret | undefined;
  readonly entryMode: EntryMode;
  /** Names and address of the card or of the token's transaction, where the request has none. */
  readonly details: PaymentDetails | undefined;
  /** A token has none, because it is never stored. */
  readonly readout?: CardReadout | undefined;
}

/** Undefined: the token does not exist, belongs to another account, or is still being paid. */
export async function findPaidWith(
  needs: PaymentNeeds,
  account: Account,
  { source, type }: CardPayment,
): Promise<PaidWith | undefined> {
  const isCredit = type === "CREDIT";
  if (source.kind === "token") return findTokenCard(needs, account, { ...source, isCredit });
  const { card, tokenId } = source;
  if (tokenId === undefined) return { ...card, details: card.holder };
  const kept = await openTokenCard(needs, account, { tokenId, isCredit });
  return kept && { ...card, details: { ...kept.details, ...presentValues(card.holder ?? {}) } };
}

async function findTokenCard(
  needs: PaymentNeeds,
  account: Account,
  token: TokenSource & UsedToken,
): Promise<PaidWith | undefined> {
  const kept = await openTokenCard(needs, account, token);
  if (kept === undefined) return undefined;
  const { card, details } = kept;
  return {
    number: card.number,
    brand: card.brand,
    expiration: token.expiration ?? card.expiration,
    verification: token.verification,
    entryMode: "KEYED",
    details,
  };
}

interface UsedToken {
  readonly tokenId: string;
  /** Money can be paid back to a card that the merchant has removed. */
  readonly isCredit: boolean;
}

async function openTokenCard(
  { vault, clock, originals }: PaymentNeeds,
  { id: accountId }: Account,
  { tokenId, isCredit }: UsedToken,
) {
  const holder = await findTokenHolder({ originals }, accountId, tokenId);
  if (holder === undefined) return undefined;
  const now = clock.business();
  const card = isCredit
    ? await vault.openCard(accountId, holder.holderId, now)
    : await vault.openCardToCharge(accountId, holder.holderId, now);
  return card && { card, details: holder.owner?.details };
}
