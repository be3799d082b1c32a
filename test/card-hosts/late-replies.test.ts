/** Replies of an ISO 8583 host that come late, and what the messages contain. */
import assert from "node:assert/strict";
import { randomUUIDv7 } from "node:crypto";
import { type TestContext, test } from "node:test";
import { openIsoProcessor } from "../../src/adapters/iso8583/open-iso-processor.ts";
import type { CardOrder } from "../../src/ports/processor.ts";
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

test("an approval after twice the time limit is reversed", async (t) => {
  const fault: IsoCardHostRules["fault"] = ({ type }) =>
    type === "0200" ? { kind: "delay", ms: 400 } : { kind: "answer" };
  const { host, processor } = await openHost(t, { fault }, 100);
  assert.deepEqual(await processor.submit(anOrder()), { kind: "unknown" });
  assert.equal(host.charged().length, 1);
  await until(() => host.charged().length === 0);
  assert.deepEqual(types(host), ["0200", "0420"]);
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
  await processor.resolve(order);
  assert.deepEqual(troubles, [
    { asked: "order", reference: order.reference, why: "no answer within 100 ms" },
    { asked: "reversal", reference: order.reference, why: "no answer within 50 ms" },
  ]);
});
