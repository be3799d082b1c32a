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
  if ("token" in source) return fromToken(needs, account, source.token);
  const { card, tokenId } = source;
  if (tokenId === undefined) return { ...card, details: card.holder };
  const kept = await openToken(needs, account, tokenId);
  return kept && { ...card, details: withOver(kept.details, card.holder) };
}

async function fromToken(
  needs: PaymentNeeds,
  account: Account,
  token: Token,
): Promise<PaidWith | undefined> {
  const kept = await openToken(needs, account, token.tokenId);
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

async function openToken(needs: PaymentNeeds, { id: accountId }: Account, tokenId: string) {
  const holder = await findTokenHolder(needs, accountId, tokenId);
  const { vault, clock } = needs;
  const card = holder && (await vault.openCard(accountId, holder.holderId, clock.business()));
  return card && { card, details: holder.owner?.columns };
}

/** What the card's own track does not say leaves the original's words as they are. */
function withOver(original: Details | undefined, holder: Details | undefined): Details {
  const said = Object.entries(holder ?? {}).filter(([, value]) => value !== undefined);
  return { ...original, ...Object.fromEntries(said) };
}
