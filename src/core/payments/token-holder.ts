/** Finds the transaction whose card or bank account a token stands for. */
import { mayMove } from "./moves.ts";
import type { TokenOwner } from "./original-store.ts";
import type { PaymentNeeds } from "./payment-needs.ts";

export interface TokenHolder {
  /** The transaction that has the card or bank account: a refund has none of its own. */
  readonly holderId: string;
  /** Undefined: it was purged. */
  readonly holder: TokenOwner | undefined;
  /** The transaction that the token names. Undefined: it was purged. */
  readonly owner: TokenOwner | undefined;
}

/** Undefined: the transaction is still being paid, or nothing can be paid with it. */
export async function findTokenHolder(
  { originals }: Pick<PaymentNeeds, "originals">,
  accountId: string,
  tokenId: string,
): Promise<TokenHolder | undefined> {
  const owner = await originals.findTokenOwner(accountId, tokenId);
  const isFit =
    owner === undefined
      ? !(await originals.isBeingPaid(accountId, tokenId))
      : mayMove(owner.state, false, "reissue");
  if (!isFit) return undefined;
  let [holderId, holder] = [tokenId, owner];
  // A credit has a bank account of its own, even if it is tied to a sale.
  while (holder?.originalId != null && holder.transactionType !== "CREDIT") {
    holderId = holder.originalId;
    holder = await originals.findTokenOwner(accountId, holderId);
  }
  return { holderId, holder, owner };
}
