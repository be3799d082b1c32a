/** The dashboard's list of what needs attention, and the deposits that a merchant can expect. */
import {
  type AttentionNeeds,
  listPaymentNews,
  listSettingNews,
} from "../../../core/attention/attention.ts";
import {
  type DepositNeeds,
  findExpectedDeposits,
} from "../../../core/attention/expected-deposits.ts";
import { asJson } from "../as-json.ts";
import { merchantAccountId, merchantUser } from "../merchant-user.ts";
import type { Routes } from "../routes.ts";
import type { AttentionAnswer, DepositsAnswer } from "./contract.ts";

export type AttentionRouteNeeds = AttentionNeeds & DepositNeeds;

export function addAttention(routes: Routes, needs: AttentionRouteNeeds): void {
  routes.get("/merchant/attention", "payments", async (call): Promise<AttentionAnswer> => {
    const { account } = merchantUser(call);
    const [payments, settings] = await Promise.all([
      listPaymentNews(needs, account),
      // Only those who can act on it are told.
      call.may.has("settings") ? listSettingNews(needs, account.id) : [],
    ]);
    return { items: [...payments, ...settings].map(asJson) };
  });
  routes.get("/merchant/deposits", "reports", async (call): Promise<DepositsAnswer> => {
    return asJson(await findExpectedDeposits(needs, merchantAccountId(call)));
  });
}
