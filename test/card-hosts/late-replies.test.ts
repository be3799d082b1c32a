/** Replies of an ISO 8583 host that come late, and what the messages contain. */
import assert from "node:assert/strict";
import { randomUUIDv7 } from "node:crypto";
import { type TestContext, test } from "node:test";
import { openIsoProcessor } from "../../src/adapters/iso8583/open-iso-processor.ts";
import type { CardOrder, ProcessorAnswer } from "../../src/ports/processor.ts";
import { withTraceNumber } from "../../src/values/order-reference.ts";
import { Secret } from "../../src/values/secret.ts";
import { ORDER } from "../kit/card-host.ts";
import { IsoCardHost, type IsoCardHostRules } from "../kit/iso-card-host.ts";
import { until } from "../kit/until.ts";

const merchant = { merchantId: "M1", terminalId: "T1", categoryCode: "5411" };

function anOrder(own: Partial<CardOrder> = {}): CardOrder {
  return { ...ORDER, reference: withTraceNumber(randomUUIDv7(), 4_711), merchant, ...own };
}

async function openHost(t: TestContext, rules: IsoCardHostRules, limitMs: number) {
  const host = await IsoCardHost.open(t, rules);
  const processor = openIsoProcessor(host.settings(), {
    ...{ name: "switch", environment: "certification", limitMs },
    onTrouble: () => {},
    onConnectionTrouble: () => {},
  });
  t.after(() => processor.close());
  await until(() => processor.ready === 2);
  return { host, processor };
}

const types = (host: IsoCardHost) => host.received.map(({ type }) => type);

test("an approval after twice the time limit is passed on once", async (t) => {
  const late: ProcessorAnswer[] = [];
  const fault: IsoCardHostRules["fault"] = ({ type }) =>
    type === "0200" ? { kind: "delay", ms: 300 } : { kind: "twice" };
  const { host, processor } = await openHost(t, { fault }, 100);
  const order = anOrder();
  const answer = await processor.submit(order, (heard) => late.push(heard));
  assert.deepEqual(answer, { kind: "unknown" });
  // The second reply to the reversal has the reference of the order, too.
  assert.equal(await processor.reverse(order), "reversed");
  await until(() => late.length > 0);
  assert.deepEqual(late, [approved(order)]);
  assert.deepEqual(types(host), ["0200", "0420"]);
});

test("a late approval is passed on even if it arrives on another connection", async (t) => {
  const late: ProcessorAnswer[] = [];
  const { host, processor } = await openHost(t, { fault: () => ({ kind: "cut" }) }, 500);
  const order = anOrder();
  await processor.submit(order, (heard) => late.push(heard));
  await until(() => processor.ready === 2);
  const [asked] = host.received;
  assert.ok(asked);
  host.wire.callers.at(-1)?.send({
    type: "0210",
    fields: new Map(asked.fields).set(39, "00").set(38, "A1B2C3"),
  });
  await until(() => late.length > 0);
  assert.deepEqual(late, [approved(order)]);
});

function approved({ amount }: CardOrder): ProcessorAnswer {
  return {
    ...{ kind: "approved", message: "APPROVED", authorizationCode: "A1B2C3", amount },
    ...{ avsResponse: undefined, cvvResponse: undefined },
  };
}

test("a host that does not know a young order has not reversed it: it may still arrive", async (t) => {
  const { processor } = await openHost(t, { reversing: () => "25" }, 2_000);
  const young = anOrder();
  assert.equal(await processor.reverse(young), "unknown");
  const old = { ...young, reference: madeBefore(young.reference, 6 * 60_000) };
  assert.equal(await processor.reverse(old, true), "reversed");
});

/** The same reference, as if it had been made earlier. */
function madeBefore(reference: string, ms: number): string {
  const time = Number.parseInt(reference.replace("-", "").slice(0, 12), 16) - ms;
  const digits = time.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}${reference.slice(13)}`;
}

test("a repeat that the host calls a duplicate was taken before", async (t) => {
  const decide: IsoCardHostRules["decide"] = ({ type }) => (type === "0221" ? "94" : "05");
  const { processor } = await openHost(t, { decide, reversing: () => "94" }, 2_000);
  const original = { reference: randomUUIDv7(), transactionType: "AUTHORIZATION" } as const;
  const change = { original, card: undefined };
  const capture = anOrder({ ...change, transactionType: "CAPTURE" });
  assert.equal((await processor.resolve(capture)).kind, "approved");
  const reversal = anOrder({ ...change, transactionType: "REVERSAL" });
  assert.equal((await processor.resolve(reversal)).kind, "approved");
  assert.equal(await processor.reverse(anOrder(), true), "reversed");
});

test("a first order that the host calls a duplicate is unknown", async (t) => {
  const { processor } = await openHost(t, { decide: () => "94" }, 2_000);
  assert.deepEqual(await processor.submit(anOrder()), { kind: "unknown" });
});

test("the repeat of a reversal is done if the host has nothing to reverse any more", async (t) => {
  const { processor } = await openHost(t, { reversing: () => "25" }, 2_000);
  const original = { reference: randomUUIDv7(), transactionType: "SALE" } as const;
  const reversal = anOrder({ original, card: undefined, transactionType: "REVERSAL" });
  assert.equal((await processor.resolve(reversal)).kind, "approved");
});

test("a second reply to the same order changes nothing", async (t) => {
  const { host, processor } = await openHost(t, { fault: () => ({ kind: "twice" }) }, 2_000);
  assert.equal((await processor.submit(anOrder())).kind, "approved");
  assert.equal((await processor.submit(anOrder({ reference: randomUUIDv7() }))).kind, "approved");
  assert.equal(host.charged().length, 2);
});

test("a reversal repeats trace number, reference and time of its order, and is marked as a repeat", async (t) => {
  const { host, processor } = await openHost(t, {}, 2_000);
  const openCard = async () => ORDER.card;
  const order = anOrder({ openCard });
  await processor.submit(order);
  await processor.reverse(order);
  await processor.reverse(order, true);
  assert.deepEqual(types(host), ["0200", "0420", "0421"]);
  const [sale, ...advices] = host.received;
  for (const advice of advices) {
    for (const field of [2, 3, 4, 7, 11, 37, 41, 42]) {
      assert.equal(advice.fields.get(field), sale?.fields.get(field), `field ${field}`);
    }
    assert.equal(advice.fields.get(48), undefined);
  }
  assert.equal(sale?.fields.get(11), "004711");
});

test("a reversal is sent without the card number if it is no longer stored", async (t) => {
  const { host, processor } = await openHost(t, {}, 2_000);
  const { card: _card, ...order } = anOrder({ openCard: async () => undefined });
  assert.equal(await processor.reverse(order), "reversed");
  assert.equal(host.received[0]?.fields.get(2), undefined);
});

test("the log says why a host did not answer, without data of the order", async (t) => {
  const host = await IsoCardHost.open(t, { fault: () => ({ kind: "drop" }) });
  const troubles: unknown[] = [];
  const processor = openIsoProcessor(host.settings(), {
    ...{ name: "switch", environment: "certification", limitMs: 50 },
    onTrouble: (trouble) => troubles.push(trouble),
    onConnectionTrouble: () => {},
  });
  t.after(() => processor.close());
  const card = { ...ORDER.card, number: new Secret("4111111111111111"), expiration: "1230" };
  const order = anOrder({ card: { ...card, verification: new Secret("123") } });
  await until(() => processor.ready === 2);
  await processor.submit(order);
  await processor.reverse(order);
  assert.deepEqual(troubles, [
    { asked: "order", reference: order.reference, why: "no answer within 100 ms" },
    { asked: "reversal", reference: order.reference, why: "no answer within 50 ms" },
  ]);
});
