/** A merchant's credits above the account's limit: which wait, and which can be sent again. */
import type { HeldCredit } from "../../../core/approvals/approval-store.ts";
import { type HeldCreditNeeds, listHeldCredits } from "../../../core/approvals/held-credits.ts";
import { asJson } from "../as-json.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { addList } from "../lists/export-list.ts";
import { HELD_CREDIT_COLUMNS } from "../lists/merchant-columns.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Routes } from "../routes.ts";
import type { HeldCreditLine } from "./contract.ts";

export function addHeldCredits(routes: Routes, needs: HeldCreditNeeds): void {
  addList(routes, {
    ...{ path: "/merchant/held-credits", needs: "payments", exportNeeds: "reports" },
    ...{ name: "held-credits", columns: HELD_CREDIT_COLUMNS },
    read: async (call): Promise<CursorPage<HeldCreditLine>> => {
      const { query, clock } = call;
      const take = query.take();
      const page = { take: take + 1, before: cursorId(query, "after"), at: clock.wall() };
      const credits = await listHeldCredits(needs, merchantAccountId(call), page);
      return cursorPage(credits.map(writeHeldCredit), take, ({ id }) => id);
    },
  });
}

function writeHeldCredit({ details, ...credit }: HeldCredit): HeldCreditLine {
  const { amountCents, currency, tender, last4, cashier = "API" } = details;
  return { ...asJson(credit), amountCents, currency, tender, last4, requestedBy: cashier };
}
