/** Webhooks match the OpenAPI document. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "typebox/value";
import { setWebhook } from "../../src/core/accounts/set-webhook.ts";
import { forceChange } from "../../src/core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { forceSettle } from "../../src/core/ach/forced/force-settle.ts";
import { WEBHOOK_EVENTS } from "../../src/core/outbox/webhook-events.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { writeTestEvent } from "../../src/interfaces/gateway/payments/write-test-event.ts";
import { webhookBody, webhookHeaders } from "../../src/values/webhooks/webhook-envelope.ts";
import { addEntry, BOOKS, openTestAch } from "../kit/ach.ts";
import { change, openHooked, pay } from "../kit/hooked-app.ts";
import { buildResolvedDocument, type Schema } from "../kit/open-api.ts";

const BY = { actor: { kind: "operator", id: "1", name: "Otto" } } as const;

async function described() {
  const { webhooks } = await buildResolvedDocument();
  return webhooks.transaction.post;
}

/** Forbids fields that are missing in the document. */
function strictly(schema: Schema): object {
  const { transaction, ...others } = schema.properties ?? {};
  const inside = { ...transaction, additionalProperties: false };
  const properties = { ...others, transaction: inside };
  return { ...schema, properties, additionalProperties: false };
}

async function assertDescribed(owner: DatabasePool): Promise<string[]> {
  const schema = (await described()).requestBody?.content["application/json"]?.schema;
  assert.ok(schema);
  const told = await owner.rows<{ event: string; transaction: string }>`
    select event, payload::text as transaction from outbox where kind = 'webhook' order by id`;
  const at = Temporal.Instant.from("2026-11-16T15:00:00Z");
  for (const { event, transaction } of told) {
    const parts = { eventId: "msg_1", accountId: BOOKS, event, transaction, at };
    const body = JSON.parse(webhookBody(parts, "0".repeat(64)));
    assert.deepEqual(Value.Errors(strictly(schema), body), [], event);
  }
  return told.map(({ event }) => event);
}

test("every event of a card payment matches the document", async (t) => {
  const app = await openHooked(t);
  const custom_id = "order 18";
  const { transaction_id: token_id } = (await pay(app, { custom_id })).json();
  await pay(app, { custom_id, transaction_amount: "1.05" });
  await pay(app, { custom_id, transaction_amount: "1.90" });
  await pay(app, { custom_id, transaction_amount: "1.92" });
  await pay(app, { custom_id, first_name: "x".repeat(51) });
  await change(app, { transaction_type: "REFUND", token_id, transaction_amount: "2.34" });
  await change(app, { transaction_type: "SETTLE-BATCH" });
  const events = await assertDescribed(app.database.owner);
  assert.deepEqual(
    events.map((event) => event.replace("transaction.", "")),
    [
      "approved",
      "declined",
      "failed",
      "failed",
      "failed",
      "approved",
      "settled",
      "settled",
      "approved",
    ],
  );
});

test("every event of an ACH entry matches the document", async (t) => {
  const ach = await openTestAch(t);
  const { needs, clock, database } = ach;
  const { custody } = needs;
  const environment = "certification";
  const wish = { url: "http://shop.test/hook" };
  await setWebhook({ db: database.app, custody, clock, environment }, BOOKS, { wish, by: BY });
  const [transactionId, rejected] = [await addEntry(ach), await addEntry(ach)];
  await forceCutOffs(needs, undefined, BY);
  await forceChange(needs, { transactionId, code: "C02", corrected: "061000146" }, BY);
  await forceSettle(needs, { transactionId }, BY);
  await forceReturn(needs, { transactionId, code: "R10" }, BY);
  await forceReturn(needs, { transactionId: rejected, code: "R26" }, BY);
  const events = await assertDescribed(database.owner);
  assert.deepEqual(
    events.map((event) => event.replace("transaction.", "")),
    ["changed", "settled", "returned", "rejected"],
  );
});

test("every test event of the console matches the document", async () => {
  const schema = (await described()).requestBody?.content["application/json"]?.schema;
  assert.ok(schema);
  const at = Temporal.ZonedDateTime.from("2026-11-16T10:00:00.123[America/New_York]");
  for (const event of WEBHOOK_EVENTS) {
    const transaction = writeTestEvent(event, { currency: "USD", at });
    const head = { account_id: BOOKS, timestamp: 1, hash: "0".repeat(64), event };
    assert.deepEqual(Value.Errors(strictly(schema), { ...head, transaction }), [], event);
    assert.equal(transaction["test"], true);
  }
});

test("the document has every event and the headers of its signature", async () => {
  const { parameters = [], requestBody } = await described();
  const { event } = requestBody?.content["application/json"]?.schema.properties ?? {};
  assert.deepEqual(event?.enum, [...WEBHOOK_EVENTS, "webhook.test"]);
  const parts = { eventId: "1", accountId: "1", event: "", transaction: "{}" };
  const at = Temporal.Instant.from("2026-11-16T15:00:00Z");
  const sent = Object.keys(webhookHeaders({ ...parts, at }, "v1,"));
  assert.deepEqual(
    parameters.map(({ name }) => name),
    sent.filter((name) => name.startsWith("webhook-")),
  );
});
