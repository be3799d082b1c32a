/** Expired authorizations are reversed several at once, within a time budget. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { lapseAuthorizations } from "../../src/core/payments/changes/lapse.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { ProcessorAnswer } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { BOOKS } from "../kit/accounts.ts";
import { approve, aSale, openTestPayments } from "../kit/payments.ts";

async function withAuthorizations(t: TestContext, count: number) {
  const payments = await openTestPayments(t, { processorTimeoutMs: 400 });
  for (let index = 0; index < count; index++) {
    const amount = (1_000 + index) as Cents;
    await pay(payments.needs, BOOKS, aSale({ type: "AUTHORIZATION", amount }));
    payments.clock.advance({ seconds: 1 });
  }
  payments.clock.advance({ hours: 8 * 24 });
  payments.processor.submitted.length = 0;
  const lapse = (resumeAfter?: string) =>
    lapseAuthorizations(payments.needs, payments.clock.business(), resumeAfter);
  return { ...payments, lapse };
}

test("ten expired authorizations are reversed at once if the card host does not answer", async (t) => {
  const { processor, lapse } = await withAuthorizations(t, 10);
  processor.answer = () => new Promise<ProcessorAnswer>(() => {});
  const waiting = lapse();
  assert.equal(await Promise.race([waiting, untilAsked(processor, 10)]), "asked");
  assert.equal(await waiting, "authorizations reversed: 0, not reversed yet: 10");
});

/** Before the first of them can reach its time limit. */
async function untilAsked({ submitted }: { submitted: readonly unknown[] }, count: number) {
  while (submitted.length < count) await new Promise(setImmediate);
  return "asked";
}

test("at most ten expired authorizations are reversed at once", async (t) => {
  const { processor, lapse } = await withAuthorizations(t, 25);
  let [running, most] = [0, 0];
  processor.answer = async (order) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 10));
    running--;
    return approve(order);
  };
  assert.equal(await lapse(), "authorizations reversed: 25");
  assert.ok(most > 1 && most <= 10, `${most}`);
});

test("a run that is out of time stops, and the next one continues after the last one tried", async (t) => {
  const { processor, clock, lapse } = await withAuthorizations(t, 14);
  const asked: string[] = [];
  const gate = Promise.withResolvers<void>();
  processor.answer = async ({ transactionId }) => {
    asked.push(transactionId);
    if (asked.length === 10) {
      // The budget is used up when the first ten are answered.
      clock.advance({ minutes: 2 });
      gate.resolve();
    }
    await gate.promise;
    return { kind: "declined", message: "NO" };
  };
  const first = await lapse();
  assert.ok(typeof first === "object", String(first));
  assert.match(first.summary, /^authorizations reversed: 0, not reversed yet: 10; the time budget/);
  assert.equal(await lapse(first.resumeAfter), "authorizations reversed: 0, not reversed yet: 4");
  assert.equal(new Set(asked).size, 14, "each was tried once");
  assert.equal(asked.length, 14);
});

test("one failure does not stop the other reversals, and the run reports it", async (t) => {
  const { processor, lapse, needs } = await withAuthorizations(t, 3);
  const start = needs.changes.start.bind(needs.changes);
  let calls = 0;
  needs.changes.start = async (...given) => {
    if (++calls === 1) throw new Error("the row is damaged");
    return start(...given);
  };
  await assert.rejects(lapse(), /reversed: 2, not reversed yet: 1: Error: the row is damaged/);
  assert.equal(processor.submitted.length, 2);
});

test("a run that is out of time still reports its failures", async (t) => {
  const { processor, clock, lapse, needs } = await withAuthorizations(t, 14);
  const start = needs.changes.start.bind(needs.changes);
  let calls = 0;
  needs.changes.start = async (...given) => {
    if (++calls === 1) throw new Error("the row is damaged");
    return start(...given);
  };
  processor.answer = async (order) => {
    clock.advance({ minutes: 2 });
    return approve(order);
  };
  const first = await lapse();
  assert.ok(typeof first === "object", String(first));
  assert.match(first.summary, /time budget.*the row is damaged/);
});
