/** Tests of no-processor.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardOrder } from "../ports/processor.ts";
import type { Cents } from "../values/money.ts";
import { noProcessor } from "./no-processor.ts";

const ORDER: CardOrder = {
  reference: "0198f0a0-0000-7000-8000-0000005ab1e5",
  accountId: "120",
  transactionId: "323000000001",
  transactionType: "SALE",
  amount: 1_000 as Cents,
  currency: "USD",
  card: undefined,
  original: undefined,
  authorizationCode: undefined,
  allowsPartial: false,
  entryMode: "KEYED",
  streetAddress: undefined,
  zip: undefined,
};

test("without a card host nothing is sent, and the result of earlier orders stays unknown", async () => {
  assert.deepEqual(await noProcessor.submit(ORDER), { kind: "not_sent" });
  assert.deepEqual(await noProcessor.resolve(ORDER), { kind: "still_unknown" });
  assert.equal(await noProcessor.reverse(ORDER), "unknown");
});
