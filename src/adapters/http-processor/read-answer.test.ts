/** Tests of read-answer.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PlacedOrder } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import type { Json } from "../https-client/json.ts";
import { isReversed, readAnswer, readResolution } from "./read-answer.ts";

const ORDER: PlacedOrder & { readonly allowsPartial: boolean } = {
  reference: "ref-1",
  accountId: "120000000001",
  transactionId: "323000000001",
  transactionType: "SALE",
  amount: 1_234 as Cents,
  currency: "USD",
  allowsPartial: false,
};
const said = (words: Record<string, Json>): Json => ({ reference: "ref-1", ...words });

test("an approval has the requested amount, a code and result codes", () => {
  const words = {
    outcome: "approved",
    authorization_code: "A1B2C3",
    amount_cents: 1_234,
    avs_response: "Y",
    cvv2_response: "M",
  };
  assert.deepEqual(readAnswer(ORDER, said(words)), {
    kind: "approved",
    message: "APPROVED",
    authorizationCode: "A1B2C3",
    amount: 1_234,
    avsResponse: "Y",
    cvvResponse: "M",
  });
});

test("an approval without an amount is for the full amount", () => {
  const answer = readAnswer(ORDER, said({ outcome: "approved" }));
  assert.equal(answer?.kind === "approved" && answer.amount, 1_234);
});

test("a partial approval counts only if it was allowed", () => {
  const part = said({ outcome: "approved", amount_cents: 1_000 });
  assert.equal(readAnswer(ORDER, part), undefined);
  const allowed = readAnswer({ ...ORDER, allowsPartial: true }, part);
  assert.equal(allowed?.kind === "approved" && allowed.amount, 1_000);
});

for (const amount of [1_235, 0, -1, 12.34, "1234", true, null]) {
  test(`an approval of ${JSON.stringify(amount)} is not accepted`, () => {
    const words = said({ outcome: "approved", amount_cents: amount });
    assert.equal(readAnswer({ ...ORDER, allowsPartial: true }, words), undefined);
    assert.equal(readResolution(ORDER, words), undefined);
  });
}

test("unknown result codes become a question mark, and absent ones stay absent", () => {
  const words = { outcome: "approved", avs_response: "9", cvv2_response: "" };
  const answer = readAnswer(ORDER, said(words));
  assert.equal(answer?.kind === "approved" && answer.avsResponse, "?");
  assert.equal(answer?.kind === "approved" && answer.cvvResponse, undefined);
});

test("a code has at most six letters and digits", () => {
  const answer = readAnswer(ORDER, said({ outcome: "approved", authorization_code: "a-1 b2c3d4" }));
  assert.equal(answer?.kind === "approved" && answer.authorizationCode, "a1b2c3");
});

test("a decline has the host's reason, short and without numbers", () => {
  const declined = (message: Json) => readAnswer(ORDER, said({ outcome: "declined", message }));
  assert.deepEqual(declined("DO NOT HONOR"), { kind: "declined", message: "DO NOT HONOR" });
  assert.deepEqual(declined("4111 1111 1111 1111 is stolen"), {
    kind: "declined",
    message: "**** is stolen",
  });
  assert.deepEqual(declined(""), { kind: "declined", message: "DECLINED" });
  assert.deepEqual(declined(5), { kind: "declined", message: "DECLINED" });
  const long = declined("x".repeat(300));
  assert.ok(long?.kind === "declined" && long.message.length === 50);
});

test("chip data of an answer is the issuer's answer to the chip", () => {
  const chip = { responseCode: "8A023030" };
  const approved = readAnswer(ORDER, said({ outcome: "approved", chip: "8a023030" }));
  assert.deepEqual(approved?.kind === "approved" && approved.chip, chip);
  const declined = readAnswer(ORDER, said({ outcome: "declined", chip: "8A023030" }));
  assert.deepEqual(declined, { kind: "declined", message: "DECLINED", chip });
});

for (const chip of ["", "8A0230", "no hex", 8, null, ["8A023030"], "5A084111111111111111"]) {
  test(`the chip data ${JSON.stringify(chip)} is ignored, and the approval counts`, () => {
    const answer = readAnswer(ORDER, said({ outcome: "approved", chip }));
    assert.ok(answer?.kind === "approved" && !("chip" in answer));
  });
}

test("chip data in the answer to an inquiry is ignored", () => {
  const answer = readResolution(ORDER, said({ outcome: "approved", chip: "8A023030" }));
  assert.ok(answer?.kind === "approved" && !("chip" in answer));
});

const KNOWN: Readonly<Record<string, string>> = {
  never_arrived: "never_arrived",
  reversed: "reversed",
  unknown: "still_unknown",
};

for (const [outcome, kind] of Object.entries(KNOWN)) {
  test(`asked again, ${outcome} is ${kind}`, () => {
    assert.deepEqual(readResolution(ORDER, said({ outcome })), { kind });
  });
}

for (const transactionType of ["CAPTURE", "REFUND", "CREDIT", "FORCE", "REVERSAL"] as const) {
  test(`asked again, a ${transactionType} cannot be approved for less`, () => {
    const order = { ...ORDER, transactionType };
    assert.equal(readResolution(order, said({ outcome: "approved", amount_cents: 5 })), undefined);
    const whole = readResolution(order, said({ outcome: "approved", amount_cents: 1_234 }));
    assert.equal(whole?.kind, "approved");
  });
}

test("outcomes of inquiries are not valid for orders", () => {
  assert.equal(readAnswer(ORDER, said({ outcome: "never_arrived" })), undefined);
  assert.equal(readAnswer(ORDER, said({ outcome: "reversed" })), undefined);
  assert.equal(readResolution(ORDER, said({ outcome: "not_sent" })), undefined);
});

test('only the outcome "reversed" confirms a reversal', () => {
  assert.equal(isReversed(ORDER, said({ outcome: "reversed" })), true);
  assert.equal(isReversed(ORDER, said({ outcome: "approved" })), false);
});

test("the answer to another order is not accepted", () => {
  const other = { reference: "ref-2", outcome: "approved" };
  assert.equal(readAnswer(ORDER, other), undefined);
  assert.equal(readResolution(ORDER, { ...other, outcome: "never_arrived" }), undefined);
  assert.equal(isReversed(ORDER, { ...other, outcome: "reversed" }), false);
});

test("for any JSON, only a possible approval of our own order counts", () => {
  const words = fc.record(
    {
      reference: fc.oneof(fc.constantFrom("ref-1", "ref-2"), fc.jsonValue()),
      outcome: fc.oneof(fc.constantFrom("approved", "declined", "reversed"), fc.jsonValue()),
      amount_cents: fc.oneof(fc.integer({ min: -5, max: 1_240 }), fc.jsonValue()),
      message: fc.jsonValue(),
      authorization_code: fc.jsonValue(),
      avs_response: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(words, fc.jsonValue()), (body) => {
      for (const answer of [readAnswer(ORDER, body as Json), readResolution(ORDER, body as Json)]) {
        if (answer?.kind !== "approved") continue;
        const { reference, outcome } = body as Record<string, unknown>;
        assert.deepEqual([reference, outcome], ["ref-1", "approved"]);
        assert.ok(answer.amount > 0 && answer.amount <= 1_234);
        assert.match(answer.authorizationCode, /^[0-9A-Za-z]{0,6}$/);
      }
    }),
    { numRuns: 3_000 },
  );
});
