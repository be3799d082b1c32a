/**
 * What payments expect of every card host: the simulator, a host with JSON over HTTP, and hosts that
 * speak ISO 8583 in both dialects. The hosts decide by amount as the simulator does.
 */
import assert from "node:assert/strict";
import { randomUUIDv7 } from "node:crypto";
import { type TestContext, test } from "node:test";
import { CardSimulator } from "../../src/adapters/card-simulator.ts";
import { HttpProcessor } from "../../src/adapters/http-processor/http-processor.ts";
import type { IsoMessage } from "../../src/adapters/iso8583/codec/message-spec.ts";
import { openIsoProcessor } from "../../src/adapters/iso8583/open-iso-processor.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import type { CardOrder, Processor, Resolution } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { ORDER, openCardHost } from "../kit/card-host.ts";
import { openDatabase, poolOf } from "../kit/database.ts";
import { IsoCardHost, type IsoDialect } from "../kit/iso-card-host.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const [ANSWER_LOST, ORDER_LOST, DECLINED] = [190, 191, 102];
const LIMIT_MS = 400;

type Open = (t: TestContext) => Promise<Processor>;

const HOSTS: Readonly<Record<string, Open>> = {
  simulator: (t) => openShared(t, openSimulator),
  "JSON over HTTP": openJsonHost,
  "ISO 8583:1987": (t) => openIsoHost(t, "1987"),
  "ISO 8583:1993": (t) => openIsoHost(t, "1993"),
};

async function openSimulator(t: Lifetime): Promise<Processor> {
  const database = await openDatabase(t);
  const db = poolOf(database.url, PAYMENTS_ROLE);
  database.beforeDrop(() => db.close());
  return new CardSimulator(db);
}

async function openJsonHost(t: TestContext): Promise<Processor> {
  const host = await openCardHost(t, ({ amount_cents }) => {
    if (amount_cents === ANSWER_LOST) return undefined;
    if (amount_cents === DECLINED) return { outcome: "declined", message: "INSUFFICIENT FUNDS" };
    return { outcome: "approved", authorization_code: "A1B2C3" };
  });
  const processor = new HttpProcessor({
    url: new URL(host.url),
    key: undefined,
    limitMs: LIMIT_MS,
  });
  t.after(() => processor.close());
  return processor;
}

async function openIsoHost(t: TestContext, dialect: IsoDialect): Promise<Processor> {
  const amount = ({ fields }: IsoMessage) => Number(fields.get(4));
  const isOrder = ({ type }: IsoMessage) => type[1] !== "4" && !type.endsWith("1");
  const declined = dialect === "1987" ? "51" : "116";
  const host = await IsoCardHost.open(t, {
    dialect,
    decide: (request) => (amount(request) === DECLINED ? declined : undefined),
    fault: (request) => {
      if (isOrder(request) && amount(request) === ANSWER_LOST) return { kind: "drop" };
      return { kind: isOrder(request) && amount(request) === ORDER_LOST ? "lose" : "answer" };
    },
  });
  const processor = openIsoProcessor(host.settings(), {
    name: "switch",
    environment: "certification",
    limitMs: LIMIT_MS,
    onTrouble: () => {},
    onConnectionTrouble: () => {},
  });
  t.after(() => processor.close());
  return processor;
}

function anOrder(amount: number, own: Partial<CardOrder> = {}): CardOrder {
  const merchant = { merchantId: "M1", terminalId: "T1", categoryCode: "5411" };
  return { ...ORDER, reference: randomUUIDv7(), merchant, amount: amount as Cents, ...own };
}

/** As reconciliation does: a host without inquiries gets a reversal. */
async function settle(host: Processor, order: CardOrder, isRepeat = false): Promise<Resolution> {
  if (!(await host.resolvesByReversal?.(order))) return host.resolve(order, isRepeat);
  assert.deepEqual(await host.resolve(order, isRepeat), { kind: "still_unknown" });
  const said = await host.reverse(order, isRepeat);
  return { kind: said === "reversed" ? said : "still_unknown" };
}

for (const [name, open] of Object.entries(HOSTS)) {
  test(`${name}: an approval has the amount and a code`, async (t) => {
    const answer = await (await open(t)).submit(anOrder(1_000));
    assert.ok(answer.kind === "approved");
    assert.equal(answer.amount, 1_000);
    assert.match(answer.authorizationCode, /^[0-9A-Z]{6}$/);
  });

  test(`${name}: a decline has a message, and nothing is charged`, async (t) => {
    const host = await open(t);
    const order = anOrder(DECLINED);
    assert.deepEqual(await host.submit(order), {
      kind: "declined",
      message: "INSUFFICIENT FUNDS",
    });
  });

  test(`${name}: captures, refunds and reversals name their original`, async (t) => {
    const host = await open(t);
    const held = anOrder(1_000, { transactionType: "AUTHORIZATION" });
    assert.equal((await host.submit(held)).kind, "approved");
    for (const transactionType of ["CAPTURE", "REFUND", "REVERSAL"] as const) {
      const original = { reference: held.reference, transactionType: "AUTHORIZATION" } as const;
      const card = transactionType === "REFUND" ? held.card : undefined;
      const change = anOrder(1_000, { transactionType, original, card });
      assert.equal((await host.submit(change)).kind, "approved", transactionType);
    }
  });

  test(`${name}: a lost answer is unknown, and the host says later how it ended`, async (t) => {
    const host = await open(t);
    const order = anOrder(ANSWER_LOST);
    assert.deepEqual(await host.submit(order), { kind: "unknown" });
    const said = await settle(host, order);
    assert.ok(["approved", "reversed"].includes(said.kind), said.kind);
    assert.deepEqual(await settle(host, order, true), said, "the second answer is the same");
  });

  test(`${name}: a capture with a lost answer is not undone`, async (t) => {
    const host = await open(t);
    const held = anOrder(ANSWER_LOST + 1_000, { transactionType: "AUTHORIZATION" });
    await host.submit(held);
    const original = { reference: held.reference, transactionType: "AUTHORIZATION" } as const;
    const wish = { transactionType: "CAPTURE", original, card: undefined } as const;
    const capture = anOrder(ANSWER_LOST, wish);
    assert.deepEqual(await host.submit(capture), { kind: "unknown" });
    assert.equal((await host.resolve(capture)).kind, "approved");
  });

  test(`${name}: an order can be reversed before it arrives, and as often as needed`, async (t) => {
    const host = await open(t);
    const order = anOrder(1_000);
    assert.equal(await host.reverse(order), "reversed");
    assert.equal(await host.reverse(order, true), "reversed");
  });
}

test("an ISO host without a connection: not sent", async (t) => {
  const host = await IsoCardHost.open(t);
  const settings = host.settings();
  await host.wire.stop();
  const troubles: string[] = [];
  const processor = openIsoProcessor(settings, {
    ...{ name: "switch", environment: "certification", limitMs: 100 },
    onTrouble: ({ why }) => troubles.push(why),
    onConnectionTrouble: () => {},
  });
  t.after(() => processor.close());
  assert.deepEqual(await processor.submit(anOrder(1_000)), { kind: "not_sent" });
  assert.deepEqual(troubles, ["no connection is signed on"]);
});

test("an order without the merchant's numbers is not sent to an ISO host", async (t) => {
  const host = await openIsoHost(t, "1987");
  const order = anOrder(1_000, { merchant: undefined });
  assert.deepEqual(await host.submit(order), { kind: "not_sent" });
  assert.deepEqual(await host.resolve(order), { kind: "still_unknown" });
});
