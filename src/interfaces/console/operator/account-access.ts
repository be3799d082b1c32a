/** The API keys and webhooks of an account. New secrets are returned only once. */
import { showOnce } from "../../../core/access/show-once.ts";
import type { AccountNeeds } from "../../../core/accounts/act-on-account.ts";
import { revokeAccessKey } from "../../../core/accounts/revoke-access-key.ts";
import { rotateAccessKey } from "../../../core/accounts/rotate-access-key.ts";
import { showAccount } from "../../../core/accounts/show-account.ts";
import { OutboxStore } from "../../../core/outbox/outbox-store.ts";
import { actingParty, type Routes } from "../routes.ts";
import { addWebhookEndpoints } from "../webhook-endpoints.ts";
import { accountRefusal } from "./account-texts.ts";

export interface AccountAccessNeeds {
  readonly accounts: AccountNeeds;
}

const OVERLAP_MAX_HOURS = 30 * 24;
const EVENTS = 25;

export function addAccountAccess(routes: Routes, needs: AccountAccessNeeds): void {
  addAccountKeys(routes, needs);
  addAccountWebhooks(routes, needs);
}

function addAccountKeys(routes: Routes, { accounts }: AccountAccessNeeds): void {
  routes.post("/operator/accounts/:id/keys", "accounts", async (call) => {
    const hours = call.body.whole("overlapHours", { min: 0, max: OVERLAP_MAX_HOURS });
    call.body.settle();
    const overlap = hours === 0 ? null : Temporal.Duration.from({ hours });
    const rotation = { overlap, by: actingParty(call) };
    const outcome = await rotateAccessKey(accounts, call.param("id"), rotation);
    if (outcome.kind === "not_found") return undefined;
    if (outcome.kind !== "rotated") throw accountRefusal(outcome);
    const { accessKey, previousUntil } = outcome;
    return { accessKey: showOnce(accessKey), previousUntil };
  });
  routes.delete("/operator/accounts/:id/keys/:key", "accounts", async (call) => {
    const keyId = call.param("key");
    const outcome = await revokeAccessKey(accounts, call.param("id"), {
      keyId,
      by: actingParty(call),
    });
    if (outcome.kind === "not_found") return undefined;
    if (outcome.kind !== "revoked") throw accountRefusal(outcome);
    return null;
  });
}

function addAccountWebhooks(routes: Routes, { accounts }: AccountAccessNeeds): void {
  addWebhookEndpoints(routes, accounts, {
    base: "/operator/accounts/:id/webhook",
    needed: "accounts",
    accountId: (call) => call.param("id"),
  });
  routes.get("/operator/accounts/:id/webhook/events", "accounts", async (call) => {
    const view = await showAccount(accounts, call.param("id"));
    if (view === undefined) return undefined;
    const { id: accountId } = view.account;
    const filter = { kind: "webhook", limit: EVENTS } as const;
    const items = await accounts.db.within({ accountId }, (scoped) =>
      new OutboxStore(scoped).listEvents(accountId, filter),
    );
    return { items };
  });
}
