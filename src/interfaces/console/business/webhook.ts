/** The webhook endpoints of a merchant. */
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { merchantAccountId } from "../merchant-user.ts";
import type { Routes } from "../routes.ts";
import { addWebhookEndpoints } from "../webhook-endpoints.ts";

export type WebhookRouteNeeds = AccountNeeds;

export function addWebhookSettings(routes: Routes, needs: WebhookRouteNeeds): void {
  addWebhookEndpoints(routes, needs, {
    base: "/settings/webhook",
    needed: "settings",
    accountId: merchantAccountId,
  });
}
