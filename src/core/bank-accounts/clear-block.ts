/** Lists and clears the blocks of bank accounts. A merchant and an operator may clear them. */
import type { NotFound } from "../accounts/account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "../accounts/act-on-account.ts";
import { type BankBlock, BankBlockStore } from "./bank-block-store.ts";

const BLOCKS_MAX = 500;

export type BlocksOutcome =
  | { readonly kind: "listed"; readonly blocks: readonly BankBlock[] }
  | NotFound;

export type ClearOutcome =
  | { readonly kind: "cleared"; readonly block: BankBlock }
  /** There is none, or a newer return has replaced it. */
  | { readonly kind: "not_blocked" }
  | NotFound;

/** Newest first. */
export function listBankBlocks(needs: Pick<AccountNeeds, "db">, id: string) {
  return actOnAccount(needs, id, async (db, account): Promise<BlocksOutcome> => {
    const blocks = await new BankBlockStore(db).listBlocks(account.id, BLOCKS_MAX);
    return { kind: "listed", blocks };
  });
}

export function clearBankBlock(
  needs: Pick<AccountNeeds, "db">,
  id: string,
  { transactionId, by }: { readonly transactionId: string; readonly by: ActingParty },
): Promise<ClearOutcome> {
  return actOnAccount(needs, id, async (db, account): Promise<ClearOutcome> => {
    const block = await new BankBlockStore(db).removeBlock(account.id, transactionId);
    if (block === undefined) return { kind: "not_blocked" };
    const { returnCode, last4, blockedAt } = block;
    await recordAccountAct(db, by, {
      action: "account.clear_bank_block",
      accountId: account.id,
      before: { transactionId, returnCode, last4, blockedAt: blockedAt.toString() },
    });
    return { kind: "cleared", block };
  });
}
