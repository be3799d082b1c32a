/** Bank accounts that a bank corrected. A merchant's later payments use the corrected numbers. */
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { describeAchCode } from "../../../core/ach/codes/describe-code.ts";
import type { ListedCorrection } from "../../../core/bank-accounts/bank-correction-store.ts";
import {
  clearBankCorrection,
  listBankCorrections,
} from "../../../core/bank-accounts/clear-correction.ts";
import { asJson } from "../as-json.ts";
import { conflict } from "../errors.ts";
import { idInPath } from "../ids.ts";
import { addList } from "../lists/export-list.ts";
import { CORRECTION_COLUMNS } from "../lists/merchant-columns.ts";
import { merchantAccountId } from "../merchant-user.ts";
import { actingParty, type Call, type Routes } from "../routes.ts";
import type { BankCorrectionList, BankCorrectionRow } from "./contract.ts";

export function addBankCorrections(routes: Routes, needs: Pick<AccountNeeds, "db">): void {
  addList(routes, {
    ...{ path: "/settings/bank-corrections", needs: "settings" },
    ...{ name: "corrected-bank-accounts", columns: CORRECTION_COLUMNS },
    read: async (call): Promise<BankCorrectionList | undefined> => {
      const outcome = await listBankCorrections(needs, merchantAccountId(call));
      if (outcome.kind === "not_found") return undefined;
      return { items: outcome.corrections.map(writeCorrection) };
    },
  });
  routes.delete("/settings/bank-corrections/:id", "settings", (call) => clearOne(needs, call));
}

async function clearOne(needs: Pick<AccountNeeds, "db">, call: Call): Promise<null | undefined> {
  const clearing = { correctionId: idInPath(call), by: actingParty(call) };
  const { kind } = await clearBankCorrection(needs, merchantAccountId(call), clearing);
  if (kind === "not_corrected") {
    throw conflict("This correction does not exist any more. Reload the list.");
  }
  return kind === "cleared" ? null : undefined;
}

function writeCorrection({ code, ...correction }: ListedCorrection): BankCorrectionRow {
  return { ...asJson(correction), reason: code === null ? null : describeAchCode(code) };
}
