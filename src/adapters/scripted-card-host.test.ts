/** The scripted card host: each outcome applies to one order, and all others reach the host. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardOrder, Processor, ProcessorAnswer } from "../ports/processor.ts";
import type { Cents } from "../values/money.ts";
import { ScriptedCardHost } from "./scripted-card-host.ts";

const APPROVED: ProcessorAnswer = {
  kind: "approved",
  message: "APPROVED",
  authorizationCode: "ABC123",
  amount: 1_234 as Cents,
};

function order(transactionType: CardOrder["transactionType"] = "SALE"): CardOrder {
  return {
    ...{ reference: "r", accountId: "1", transactionId: "2", transactionType },
    ...{ amount: 1_234 as Cents, currency: "USD", card: undefined, original: undefined },
    ...{ authorizationCode: undefined, allowsPartial: false, entryMode: undefined },
    ...{ streetAddress: undefined, zip: undefined },
  };
}

function openHost() {
  const [arrived, pauses]: [CardOrder[], number[]] = [[], []];
  const simulator: Processor = {
    submit: async (one) => {
      arrived.push(one);
      return APPROVED;
    },
    resolve: async () => ({ kind: "never_arrived" }),
    reverse: async () => "reversed",
    listCharges: async () => ({ kind: "cannot_list" }),
  };
  const script = new ScriptedCardHost(async (ms) => pauses.push(ms));
  return { script, host: script.wrapProcessor(simulator), arrived, pauses };
}

test("an order without an outcome reaches the host", async () => {
  const { host, arrived } = openHost();
  assert.deepEqual(await host.submit(order()), APPROVED);
  assert.equal(arrived.length, 1);
});

test("a decline answers one order with the message of its code and never reaches the host", async () => {
  const { script, host, arrived } = openHost();
  script.addOutcome({ kind: "decline", reason: "05" });
  script.addOutcome({ kind: "decline", reason: "CARD OUT OF FASHION" });
  assert.deepEqual(await host.submit(order()), { kind: "declined", message: "DO NOT HONOR" });
  assert.deepEqual(await host.submit(order("REFUND")), {
    kind: "declined",
    message: "CARD OUT OF FASHION",
  });
  assert.deepEqual(await host.submit(order()), APPROVED);
  assert.equal(arrived.length, 1);
});

test("a lost answer is unknown, but the host has the order", async () => {
  const { script, host, arrived } = openHost();
  script.addOutcome({ kind: "lose_answer" });
  assert.deepEqual(await host.submit(order()), { kind: "unknown" });
  assert.equal(arrived.length, 1);
});

test("a delayed answer arrives after its pause", async () => {
  const { script, host, pauses } = openHost();
  script.addOutcome({ kind: "delay", ms: 3_000 });
  assert.deepEqual(await host.submit(order()), APPROVED);
  assert.deepEqual(pauses, [3_000]);
});

test("a reversal takes no outcome, and processors share the outcomes", async () => {
  const { script, host } = openHost();
  script.addOutcome({ kind: "lose_answer" });
  assert.deepEqual(await host.submit(order("REVERSAL")), APPROVED);
  const other = script.wrapProcessor(host);
  assert.deepEqual(await other.submit(order()), { kind: "unknown" });
});
