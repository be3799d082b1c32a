/** The table of webhook events, and everything that must agree with it. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import {
  defineEmitter,
  WEBHOOK_EVENT_TABLE,
  WEBHOOK_EVENTS,
} from "../../src/core/outbox/webhook-events.ts";

const PAGE = path.resolve(import.meta.dirname, "../../docs/interfaces/webhooks.md");

test("the documentation lists the events of the table in the same order and words", async () => {
  const page = await readFile(PAGE, "utf8");
  const table = page.slice(page.indexOf("| event | Sent when |"), page.indexOf("Nothing is sent"));
  const expected = WEBHOOK_EVENTS.map(
    (event) => `| \`${event}\` | ${WEBHOOK_EVENT_TABLE[event].sentWhen} |`,
  );
  assert.deepEqual(table.trim().split("\n").slice(2), expected);
});

test("an emitter that forgets one of its events, or has another's, does not compile", () => {
  // @ts-expect-error transaction.changed is missing
  const forgets = defineEmitter("ach", {
    settled: "transaction.settled",
    returned: "transaction.returned",
    rejected: "transaction.rejected",
  });
  // @ts-expect-error transaction.declined is sent by payments only
  const sendsAnothers = defineEmitter("ach", { ...forgets, declined: "transaction.declined" });
  assert.ok(sendsAnothers);
});
