/** Tests of answer-outcomes.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answeringInterface, answerOutcome } from "./answer-outcomes.ts";

test("an error of ours is failed, and an error of the caller refused, whatever the HTTP status", () => {
  assert.equal(answerOutcome({ outcome: "error", errorCode: 50000 }, 200), "failed");
  assert.equal(answerOutcome({ outcome: "error", errorCode: 611 }, 200), "failed");
  assert.equal(answerOutcome({ outcome: "error", errorCode: 20002 }, 200), "refused");
  assert.equal(answerOutcome({ outcome: "error", errorCode: 608 }, 200), "refused");
  assert.equal(answerOutcome({}, 503), "failed");
  assert.equal(answerOutcome({}, 401), "refused");
  assert.equal(answerOutcome({}, 204), "success");
});

test("a caller above a limit is refused, although the code is that of an error of ours", () => {
  const note = { outcome: "error", errorCode: 50000, isOverLimit: true } as const;
  assert.equal(answerOutcome(note, 200), "refused");
});

test("a decision about a payment is its outcome", () => {
  for (const outcome of ["approved", "declined", "pending"] as const) {
    assert.equal(answerOutcome({ outcome }, 200), outcome);
  }
});

test("a caller who did not wait is closed", () => {
  assert.equal(answerOutcome({ outcome: "approved" }, 499), "closed");
});

test("routes belong to their interface; pages and assets to none", () => {
  assert.equal(answeringInterface("/api/qsapi/3.8"), "payments");
  assert.equal(answeringInterface("/api/v1/clients/:id"), "management");
  assert.equal(answeringInterface("/pay/:account/:form"), "form");
  for (const route of ["/pay/assets/*", "/console/*", "/health/ready", "none"]) {
    assert.equal(answeringInterface(route), undefined);
  }
});
