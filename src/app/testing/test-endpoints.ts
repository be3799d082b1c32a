/**
 * Webhook settings for every seeded account, because an account without them has no events. Their
 * address does not exist: what would be sent there counts as delivered, and tests read the outbox.
 */
import { signWebhook } from "../../adapters/webhook-sender/envelope.ts";
import { readCertificationSeed } from "../../core/certification/certification-seed.ts";
import { secretSeal } from "../../core/outbox/endpoint.ts";
import { EndpointStore, firstEndpoint } from "../../core/outbox/endpoint-store.ts";
import type { Database } from "../../db/database.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { WebhookSender } from "../../ports/webhooks.ts";
import { Secret } from "../../values/secret.ts";

const ADDRESS = new URL("https://webhooks.sixdoors.test/");
/** A published test value: it protects nothing. */
export const TEST_WEBHOOK_SECRET = `whsec_${Buffer.from("sixdoors/testing webhook secret!").toString("base64")}`;

export async function addTestEndpoints(
  { db, custody }: { readonly db: Database; readonly custody: KeyCustody },
  at: Temporal.Instant,
): Promise<void> {
  const endpoints = new EndpointStore(db);
  const secret = new Secret(TEST_WEBHOOK_SECRET);
  for (const { account_id: accountId } of (await readCertificationSeed()).accounts) {
    const key = firstEndpoint(accountId);
    const settings = { ...key, url: ADDRESS.href, origin: ADDRESS.origin, isOn: true, at };
    await endpoints.upsertEndpoint(settings, await custody.seal(secret, secretSeal(key)));
  }
}

/** An address that a test has set is called as usual. */
export function keepTestWebhooks(sender: WebhookSender): WebhookSender {
  return {
    send: async (order) => {
      if (order.url !== ADDRESS.href) return sender.send(order);
      order.onSealed?.(signWebhook(order).seal);
      return { kind: "delivered", status: 200, answer: "" };
    },
  };
}
