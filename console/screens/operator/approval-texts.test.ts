/** The changes of an account in words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeTexts } from "./approval-texts.ts";

test("a change is told with its values before and after", () => {
  const before = { achProcessor: null, creditApprovalCents: 50_000, dualControl: true };
  const after = { achProcessor: "first bank", creditApprovalCents: null, dualControl: false };
  assert.deepEqual(changeTexts({ before, after }), [
    "ACH processor: none → first bank",
    "Credit limit: 500.00 → none",
    "Dual control: on → off",
  ]);
});
