/** Tests of decision.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CARD_ORDER } from "../../../test/kit/card-order.ts";
import { CARD_ORDER_TYPES } from "../../ports/host-charge.ts";
import type { CardOrder } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import { Secret } from "../../values/secret.ts";
import { decide, orderDelivery } from "./decision.ts";

const JUDGED = CARD_ORDER_TYPES.filter((type) => type !== "REVERSAL");

function anOrder(
  changes: Partial<Omit<CardOrder, "amount">> & { amount?: number } = {},
): CardOrder {
  return { ...CARD_ORDER, ...changes, amount: (changes.amount ?? 1_000) as Cents };
}

function withVerification(verification: string | undefined): CardOrder {
  return anOrder({
    card: {
      number: new Secret("4111111111111111"),
      expiration: "1230",
      verification: verification === undefined ? undefined : new Secret(verification),
    },
  });
}

for (const [amount, message] of [
  [101, "CALL AUTH CENTER"],
  [102, "INSUFFICIENT FUNDS"],
  [103, "EXPIRED CARD"],
  [104, "PICK UP CARD"],
  [105, "DO NOT HONOR"],
  [106, "CVV MISMATCH"],
] as const) {
  for (const transactionType of JUDGED) {
    test(`a ${transactionType} of ${amount} cents is declined: ${message}`, () => {
      const decision = decide(anOrder({ transactionType, amount }));
      assert.deepEqual(decision, { kind: "declined", message });
    });
  }
}

for (const [amount, delivery] of [
  [189, "prompt"],
  [190, "answer_lost"],
  [191, "order_lost"],
  [192, "not_reachable"],
  [193, "prompt"],
  [195, "slow"],
] as const) {
  test(`an order of ${amount} cents: ${delivery}, but a reversal always arrives`, () => {
    for (const transactionType of JUDGED) {
      assert.equal(orderDelivery(anOrder({ transactionType, amount })), delivery);
    }
    assert.equal(orderDelivery(anOrder({ transactionType: "REVERSAL", amount })), "prompt");
  });
}

test("a reversal is approved whatever the amount", () => {
  for (const amount of [0, 101, 106, 120, 190, 191, 192, 195, 1_000]) {
    assert.deepEqual(decide(anOrder({ transactionType: "REVERSAL", amount })), {
      kind: "approved",
      message: "APPROVED",
      authorizationCode: "5AB1E5",
      amount,
    });
  }
});

for (const amount of [0, 1, 100, 107, 119, 121, 190, 195, 99_999_999]) {
  test(`any order of ${amount} cents is approved in full`, () => {
    for (const transactionType of JUDGED) {
      const decision = decide(anOrder({ transactionType, amount }));
      assert.equal(decision.kind === "approved" && decision.amount, amount);
    }
  });
}

test("1.20 is approved for 1.00 if partial approvals are allowed, and declined otherwise", () => {
  for (const transactionType of ["SALE", "AUTHORIZATION"] as const) {
    const order = anOrder({ transactionType, amount: 120 });
    const part = decide({ ...order, allowsPartial: true });
    assert.equal(part.kind === "approved" && part.amount, 100);
    assert.deepEqual(decide(order), {
      kind: "declined",
      message: "PARTIAL APPROVAL NOT ALLOWED",
    });
  }
});

test("1.20 is an ordinary amount for types that need no new funds", () => {
  for (const transactionType of ["CAPTURE", "REFUND", "CREDIT", "FORCE"] as const) {
    const decision = decide(anOrder({ transactionType, amount: 120 }));
    assert.equal(decision.kind === "approved" && decision.amount, 120);
  }
});

for (const [streetAddress, zip, resultCode] of [
  ["1 Main St", "12345", "Y"],
  [undefined, "12345", "Z"],
  ["1 Main St", undefined, "A"],
  [undefined, undefined, "_"],
  ["1 Main St", "99999", "N"],
  [undefined, "99999", "N"],
  ["1 Main St", "88888", "U"],
  [undefined, "88888", "U"],
] as const) {
  test(`street ${streetAddress} and zip ${zip} give the AVS code ${resultCode}`, () => {
    const decision = decide(anOrder({ streetAddress, zip }));
    assert.equal(decision.kind === "approved" && decision.avsResponse, resultCode);
  });
}

for (const [verification, resultCode] of [
  [undefined, "_"],
  ["999", "N"],
  ["000", "P"],
  ["123", "M"],
  ["0000", "M"],
] as const) {
  test(`verification value ${verification} gives the CVV code ${resultCode}`, () => {
    const decision = decide(withVerification(verification));
    assert.equal(decision.kind === "approved" && decision.cvvResponse, resultCode);
  });
}

test("only sales and authorizations have result codes, also if partially approved", () => {
  for (const transactionType of JUDGED) {
    const decision = decide({ ...withVerification("123"), transactionType, zip: "12345" });
    const hasResultCodes = transactionType === "SALE" || transactionType === "AUTHORIZATION";
    assert.equal("avsResponse" in decision, hasResultCodes, transactionType);
    assert.equal("cvvResponse" in decision, hasResultCodes, transactionType);
  }
  const part = decide(anOrder({ amount: 120, allowsPartial: true, zip: "12345" }));
  assert.equal(part.kind === "approved" && part.avsResponse, "Z");
});

test("an order with chip data gets a response code for the chip, others get none", () => {
  const card = {
    number: new Secret("4111111111111111"),
    expiration: "1230",
    verification: undefined,
    chip: new Map([["9F26", Buffer.alloc(8, 1)]]),
  };
  assert.deepEqual(decide(anOrder({ card })).chip, { responseCode: "8A023030" });
  assert.deepEqual(decide(anOrder({ card, amount: 102 })).chip, { responseCode: "8A023035" });
  assert.ok(!("chip" in decide(withVerification("123"))));
});

test("a voice authorization keeps its code, and nothing else takes one", () => {
  for (const transactionType of JUDGED) {
    const decision = decide(anOrder({ transactionType, authorizationCode: "VOICE1" }));
    const code = transactionType === "FORCE" ? "VOICE1" : "5AB1E5";
    assert.equal(decision.kind === "approved" && decision.authorizationCode, code);
  }
});
