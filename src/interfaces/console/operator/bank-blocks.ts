/** The bank accounts that an account may not debit after a return, for operators. */
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { clearBankBlock, listBankBlocks } from "../../../core/bank-accounts/clear-block.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { addList } from "../lists/export-list.ts";
import { BANK_BLOCK_COLUMNS } from "../lists/merchant-columns.ts";
import { actingParty, type Routes } from "../routes.ts";
import { writeBankBlocks, writeClearedBlock } from "../write-bank-block.ts";

export function addAccountBankBlocks(
  routes: Routes,
  { accounts }: { readonly accounts: AccountNeeds },
): void {
  addList(routes, {
    ...{ path: "/operator/accounts/:id/bank-blocks", needs: "accounts" },
    ...{ name: "blocked-bank-accounts", columns: BANK_BLOCK_COLUMNS },
    read: async (call) => writeBankBlocks(await listBankBlocks(accounts, call.param("id"))),
  });
  routes.delete("/operator/accounts/:id/bank-blocks/:transaction", "accounts", async (call) => {
    const transactionId = readTransactionId(call.param("transaction"));
    if (transactionId === undefined) return undefined;
    const clearing = { transactionId, by: actingParty(call) };
    return writeClearedBlock(await clearBankBlock(accounts, call.param("id"), clearing));
  });
}
