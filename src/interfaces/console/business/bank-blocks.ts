/** The bank accounts that a merchant may not debit after a return. */
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { clearBankBlock, listBankBlocks } from "../../../core/bank-accounts/clear-block.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import { addList } from "../lists/export-list.ts";
import { BANK_BLOCK_COLUMNS } from "../lists/merchant-columns.ts";
import { merchantAccountId } from "../merchant-user.ts";
import { actingParty, type Routes } from "../routes.ts";
import { writeBankBlocks, writeClearedBlock } from "../write-bank-block.ts";

export function addMerchantBankBlocks(routes: Routes, needs: AccountNeeds): void {
  addList(routes, {
    ...{ path: "/settings/bank-blocks", needs: "settings", name: "blocked-bank-accounts" },
    columns: BANK_BLOCK_COLUMNS,
    read: async (call) => writeBankBlocks(await listBankBlocks(needs, merchantAccountId(call))),
  });
  routes.delete("/settings/bank-blocks/:transaction", "settings", async (call) => {
    const transactionId = readTransactionId(call.param("transaction"));
    if (transactionId === undefined) return undefined;
    const clearing = { transactionId, by: actingParty(call) };
    return writeClearedBlock(await clearBankBlock(needs, merchantAccountId(call), clearing));
  });
}
