/** Tests of bank-verdict.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cents } from "../../../values/money.ts";
import type { Verification } from "../../verification/verify-account.ts";
import type { Attempt } from "../attempts/attempt.ts";
import { attemptEnding } from "../outcome.ts";
import { bankVerdict } from "./bank-verdict.ts";

function anAttempt(own: Partial<Attempt> = {}): Attempt {
  const moment = Temporal.Instant.from("2026-11-15T12:00:00Z");
  return {
    accountId: "120000000001",
    attemptId: "5b9af092-36d6-41a5-977c-fb202d55d491",
    transactionId: "323000000001",
    transactionType: "SALE",
    originalId: undefined,
    amount: 1_234 as Cents,
    fingerprint: new Uint8Array(),
    note: {
      draft: { tenderType: "ACH", currency: "USD", cardBrand: "ACH", last4: "5678" },
      timeZone: "America/New_York",
      hasWebhook: false,
    },
    startedAt: moment,
    leaseUntil: moment,
    ...own,
  };
}

type Row = readonly [Verification, state: string, passed: boolean | undefined, said?: string];

/** F, states and answers: depending on the verification of the bank account. */
const ROWS: readonly Row[] = [
  [{ kind: "off" }, "pending", undefined],
  [{ kind: "not_required" }, "pending", false, "Not required"],
  [{ kind: "previously_verified" }, "pending", false, "Previously verified"],
  [{ kind: "passed" }, "pending", true, "Accepted"],
  [{ kind: "refused", reason: "Account closed" }, "not_batched", false, "Account closed"],
  [{ kind: "unavailable", isAccepted: true }, "pending", false, "Verification unavailable"],
  [{ kind: "unavailable", isAccepted: false }, "not_batched", false, "Verification unavailable"],
];

for (const [verification, state, passed, said] of ROWS) {
  for (const transactionType of ["SALE", "CREDIT"] as const) {
    const what = `${transactionType}, ${Object.values(verification).join(" ")}`;
    test(`${what}: ${state}, ${said ?? "no verification fields"}`, () => {
      const attempt = anAttempt({ transactionType });
      const { outcome, result, answer } = attemptEnding(
        attempt,
        bankVerdict(attempt, verification),
      );
      const isTaken = state === "pending";
      assert.equal(outcome, isTaken ? "approved" : "declined");
      assert.deepEqual(
        [result.state, result.message, result.isApproved, result.authorizationCode],
        isTaken ? [state, "PENDING", true, "ACH"] : [state, "NOT BATCHED", false, undefined],
      );
      assert.deepEqual([result.verificationPassed, result.verificationMessage], [passed, said]);
      assert.deepEqual([answer.verificationPassed, answer.verificationMessage], [passed, said]);
      assert.equal(answer.message, result.message);
      assert.deepEqual([answer.amountCents, answer.balanceCents], [1_234, undefined]);
    });
  }
}

test("a bank account to be stored is stored if it passes, and declined as NOT BATCHED if not", () => {
  const attempt = anAttempt({ transactionType: "STORE" });
  const passed = attemptEnding(attempt, bankVerdict(attempt, { kind: "passed" }));
  assert.deepEqual([passed.result.state, passed.result.message], ["stored", "APPROVED"]);
  assert.deepEqual([passed.answer.message, passed.answer.verificationPassed], [undefined, true]);
  const verification: Verification = { kind: "refused", reason: "Account closed" };
  const refused = attemptEnding(attempt, bankVerdict(attempt, verification));
  assert.deepEqual([refused.result.state, refused.result.isApproved], ["declined", false]);
  assert.deepEqual(
    [refused.answer.message, refused.answer.verificationMessage],
    ["NOT BATCHED", "Account closed"],
  );
});
