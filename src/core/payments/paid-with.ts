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
  { source }: CardPayment,
): Promise<PaidWith | undefined> {
  if (source.kind === "token") return findTokenCard(needs, account, source);
  const { card, tokenId } = source;
  if (tokenId === undefined) return { ...card, details: card.holder };
  const kept = await openTokenCard(needs, account, tokenId);
  return kept && { ...card, details: { ...kept.details, ...presentValues(card.holder ?? {}) } };
}

async function findTokenCard(
  needs: PaymentNeeds,
  account: Account,
  token: TokenSource,
): Promise<PaidWith | undefined> {
  const kept = await openTokenCard(needs, account, token.tokenId);
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

async function openTokenCard(needs: PaymentNeeds, { id: accountId }: Account, tokenId: string) {
  const holder = await findTokenHolder(needs, accountId, tokenId);
  const { vault, clock } = needs;
  const card = holder && (await vault.openCard(accountId, holder.holderId, clock.business()));
  return card && { card, details: holder.owner?.details };
}
