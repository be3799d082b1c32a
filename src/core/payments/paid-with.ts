/** What a payment is made with: a card that was sent, or the one behind a token. */
import type { CardBrand } from "../../values/card.ts";
import type { Secret } from "../../values/secret.ts";
import type { Account } from "../accounts/account-store.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import type { CardPayment, Details, Token } from "./payment-request.ts";
import { findTokenHolder } from "./token-holder.ts";
import type { EntryMode } from "./transaction.ts";

export interface PaidWith {
  readonly number: Secret;
  readonly brand: CardBrand | undefined;
  readonly expiration: string;
  readonly verification: Secret | undefined;
  readonly entryMode: EntryMode;
  /** Names and address of the transaction that made the token, for what was not sent. */
  readonly details: Details | undefined;
}

/** Undefined: the token is not there, not this account's, or its transaction is still under way. */
export async function paidWith(
  needs: PaymentNeeds,
  account: Account,
  { source }: CardPayment,
): Promise<PaidWith | undefined> {
  return "card" in source
    ? { ...source.card, details: source.card.holder }
    : fromToken(needs, account, source.token);
}

async function fromToken(
  needs: PaymentNeeds,
  { id: accountId }: Account,
  token: Token,
): Promise<PaidWith | undefined> {
  const holder = await findTokenHolder(needs, accountId, token.tokenId);
  const { vault, clock } = needs;
  const card = holder && (await vault.openCard(accountId, holder.holderId, clock.business()));
  if (card === undefined) return undefined;
  return {
    number: card.number,
    brand: card.brand,
    expiration: token.expiration ?? card.expiration,
    verification: token.verification,
    entryMode: "KEYED",
    details: holder?.owner?.columns,
  };
}
