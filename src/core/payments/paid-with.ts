/** What a payment is made with: a card that was sent, or the one behind a token. */
import type { CardBrand } from "../../values/card.ts";
import type { Secret } from "../../values/secret.ts";
import type { Account } from "../accounts/account-store.ts";
import { mayMove } from "./moves.ts";
import type { TokenOwner } from "./original-store.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import type { Details, NewPayment, Token } from "./payment-request.ts";
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
  { source }: NewPayment,
): Promise<PaidWith | undefined> {
  return "card" in source
    ? { ...source.card, details: source.card.holder }
    : fromToken(needs, account, source.token);
}

async function fromToken(
  { vault, originals, clock }: PaymentNeeds,
  { id: accountId }: Account,
  token: Token,
): Promise<PaidWith | undefined> {
  const { tokenId } = token;
  const owner = await originals.findOwner(accountId, tokenId);
  const isFit =
    owner === undefined
      ? !(await originals.isUnderWay(accountId, tokenId))
      : mayMove(owner.state, false, "reissue");
  const holder = await cardHolder(originals, accountId, { id: tokenId, owner });
  const card = isFit ? await vault.openCard(accountId, holder, clock.business()) : undefined;
  if (card === undefined) return undefined;
  return {
    number: card.number,
    brand: card.brand,
    expiration: token.expiration ?? card.expiration,
    verification: token.verification,
    entryMode: "KEYED",
    details: owner?.columns,
  };
}

/** A refund or reversal has no card of its own: it is that of the payment at the end of the line. */
async function cardHolder(
  originals: PaymentNeeds["originals"],
  accountId: string,
  token: { readonly id: string; readonly owner: TokenOwner | undefined },
): Promise<string> {
  let { id, owner } = token;
  while (owner?.originalId != null) {
    id = owner.originalId;
    owner = await originals.findOwner(accountId, id);
  }
  return id;
}
