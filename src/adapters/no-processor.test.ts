/** Tests of no-processor.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CARD_ORDER } from "../../test/kit/card-order.ts";
import { noProcessor } from "./no-processor.ts";

test("without a card host nothing is sent, and the result of earlier orders stays unknown", async () => {
  assert.deepEqual(await noProcessor.submit(CARD_ORDER), { kind: "not_sent" });
  assert.deepEqual(await noProcessor.resolve(CARD_ORDER), { kind: "still_unknown" });
  assert.equal(await noProcessor.reverse(CARD_ORDER), "unknown");
});
