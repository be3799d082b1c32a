/**
 * Random faults between payments and an ISO 8583 host: replies that are lost, late or sent twice, cut
 * connections, restarts of the host and of the process. In the end nothing is charged twice, everything
 * approved is charged, and every unknown payment is resolved.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { PaymentNeeds } from "../../src/core/payments/payment-needs.ts";
import { reconcile } from "../../src/core/payments/reconcile.ts";
import type { Cents } from "../../src/values/money.ts";
import { BOOKS } from "../kit/accounts.ts";
import { testHosts } from "../kit/hosts.ts";
import { IsoCardHost, type IsoDialect, type IsoFault } from "../kit/iso-card-host.ts";
import { aSale, openTestPayments } from "../kit/payments.ts";
import { testConfig } from "../kit/test-config.ts";
import { tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";

const LIMIT_MS = 60;
const FAULTS = tier(12, 200);
/** So many payments and reversals go on while a fault happens. */
const AT_ONCE = 4;
const KINDS = ["lose", "drop", "cut", "twice", "late", "restart host", "restart process"] as const;
type Kind = (typeof KINDS)[number];

/** Repeatable: the same seed gives the same faults. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function openRun(t: TestContext, dialect: IsoDialect) {
  const host = await IsoCardHost.open(t, { dialect });
  const {
    needs: base,
    database,
    clock,
    db,
  } = await openTestPayments(t, {
    processorTimeoutMs: LIMIT_MS,
  });
  const settings = host.settings({ connections: 3 });
  await new CardHostStore(database.owner).insertHost({ name: "switch", connection: settings });
  const config = { ...testConfig(), processorTimeoutMs: LIMIT_MS };
  let hosts = testHosts(config);
  const openProcess = (): PaymentNeeds => ({ ...base, processor: hosts.processorFor(db) });
  let needs = openProcess();
  t.after(() => hosts.close());
  const restartProcess = async () => {
    const old = hosts;
    hosts = testHosts(config);
    needs = openProcess();
    await old.close();
  };
  const restartHost = async () => {
    const { port } = host.wire;
    await host.wire.stop();
    await host.wire.listen(port);
  };
  return { host, database, clock, payments: () => needs, restartProcess, restartHost };
}

for (const dialect of ["1987", "1993"] as const) {
  test(`${FAULTS} random faults at an ISO 8583:${dialect} host: nothing twice, nothing lost, nothing unknown`, async (t) => {
    const run = await openRun(t, dialect);
    const { host, database, clock } = run;
    const random = randomFrom(dialect === "1987" ? 1 : 2);
    const hostMerchant = { merchantId: "M1", terminalId: "T1", categoryCode: "5411" };
    const account = { ...BOOKS, cardHost: "switch", hostMerchant };
    let next: IsoFault = { kind: "answer" };
    host.rules = {
      fault: () => {
        const fault = next;
        next = { kind: "answer" };
        return fault;
      },
    };
    const toldApproved: number[] = [];
    let lastAmount = 1_000;
    const payOne = async () => {
      const amount = ++lastAmount as Cents;
      const outcome = await pay(run.payments(), account, aSale({ amount }));
      const isApproved = outcome.kind === "answered" && outcome.answer.outcome === "approved";
      if (isApproved) toldApproved.push(amount);
    };
    const happen: Record<Kind, () => unknown> = {
      lose: () => (next = { kind: "lose" }),
      drop: () => (next = { kind: "drop" }),
      cut: () => (next = { kind: "cut" }),
      twice: () => (next = { kind: "twice" }),
      late: () => (next = { kind: "delay", ms: LIMIT_MS * (1 + 3 * random()) }),
      "restart host": run.restartHost,
      "restart process": run.restartProcess,
    };
    const ask = () => reconcile(run.payments(), () => {}, clock.wall().add({ hours: 1 }));
    for (let fault = 0; fault < FAULTS; fault++) {
      const kind = KINDS[Math.floor(random() * KINDS.length)] ?? "drop";
      const paying = Array.from({ length: AT_ONCE }, payOne);
      await happen[kind]();
      await Promise.all([...paying, random() < 0.3 ? ask() : undefined]);
    }
    await until(async () => {
      await ask();
      const open = await database.owner.rows`select from open_attempts`;
      return open.length === 0;
    }, 60_000);
    const stored = await database.owner.rows<{ amount: number; isApproved: boolean }>`
      select amount_cents as amount, is_approved as "isApproved" from transactions`;
    const approved = stored.filter(({ isApproved }) => isApproved).map((one) => one.amount);
    const charged = host.charged().map((one) => one.amount);
    const ascending = (a: number, b: number) => a - b;
    assert.deepEqual(charged.toSorted(ascending), approved.toSorted(ascending));
    assert.equal(new Set(charged).size, charged.length, "no amount is charged twice");
    assert.deepEqual(
      toldApproved.filter((amount) => !approved.includes(amount)),
      [],
      "what a caller was told is so",
    );
    assert.equal(stored.length, FAULTS * AT_ONCE, "every payment is recorded");
    const reversals = host.received.filter(({ type }) => type[1] === "4").length;
    t.diagnostic(
      `${stored.length} payments, ${approved.length} charged, ${reversals} reversal messages`,
    );
  });
}
