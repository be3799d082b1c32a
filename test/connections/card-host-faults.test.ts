/**
 * Random faults between payments and an ISO 8583 host: replies that are lost, late or sent twice, cut
 * connections, restarts of the host and of the process. In the end nothing is charged twice, everything
 * approved is charged, and every unknown payment is resolved.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Account } from "../../src/core/accounts/account-store.ts";
import { CardHostStore } from "../../src/core/card-hosts/card-host-store.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { PaymentNeeds } from "../../src/core/payments/payment-needs.ts";
import type { PaymentRequest } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
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

interface StoredPayment {
  readonly type: string;
  readonly amount: number;
  readonly isApproved: boolean;
}

/** The orders of the host by message and processing code, and the stored payments that have them. */
const STORED_TYPES: Readonly<Record<string, readonly string[]>> = {
  "200 000000": ["SALE"],
  // A captured authorization is stored as its capture.
  "100 000000": ["AUTHORIZATION", "CAPTURE"],
  "220 000000": ["CAPTURE"],
  "200 200000": ["REFUND"],
};

function sortAmounts(orders: readonly { readonly amount: number }[]): readonly number[] {
  return orders.map(({ amount }) => amount).toSorted((one, other) => one - other);
}

function isTold(type: string, stored: StoredPayment): boolean {
  const isCaptured = type === "AUTHORIZATION" && stored.type === "CAPTURE";
  return stored.isApproved && (isCaptured || stored.type === type);
}

/** Pays at random: sales, authorizations with their captures, sales with their refunds. */
class Customer {
  readonly toldApproved: { readonly type: string; readonly amount: number }[] = [];
  /** How many transactions were begun. A capture makes none. */
  begun = 0;
  readonly #needs: () => PaymentNeeds;
  readonly #account: Account;
  readonly #random: () => number;
  #lastAmount = 1_000;

  constructor(needs: () => PaymentNeeds, account: Account, random: () => number) {
    this.#needs = needs;
    this.#account = account;
    this.#random = random;
  }

  async pay(): Promise<void> {
    const amount = ++this.#lastAmount as Cents;
    const chance = this.#random();
    const type = chance < 0.3 ? "AUTHORIZATION" : "SALE";
    const originalId = await this.#ask({ ...aSale({ amount }), type });
    if (originalId === undefined || chance > 0.6) return;
    const { source: _source, ...request } = aSale({ amount });
    if (type === "AUTHORIZATION") await this.#ask({ ...request, type: "CAPTURE", originalId });
    // A refund of the whole amount would void the sale.
    else await this.#ask({ ...request, type: "REFUND", originalId, amount: (amount - 1) as Cents });
  }

  /** Returns the id of an approved transaction. */
  async #ask(request: PaymentRequest): Promise<string | undefined> {
    const outcome = await pay(this.#needs(), this.#account, request);
    if (outcome.kind !== "refused" && request.type !== "CAPTURE") this.begun++;
    if (outcome.kind !== "answered" || outcome.answer.outcome !== "approved") return undefined;
    this.toldApproved.push({ type: request.type, amount: outcome.answer.amountCents });
    return outcome.answer.transactionId;
  }
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
    const customer = new Customer(run.payments, account, random);
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
      const paying = Array.from({ length: AT_ONCE }, () => customer.pay());
      await happen[kind]();
      await Promise.all([...paying, random() < 0.3 ? ask() : undefined]);
    }
    await until(async () => {
      await ask();
      const open = await database.owner.rows`select from open_attempts`;
      return open.length === 0;
    }, 60_000);
    const stored = await database.owner.rows<StoredPayment>`
      select transaction_type as type, amount_cents as amount, is_approved as "isApproved"
      from transactions`;
    const first = dialect === "1987" ? "0" : "1";
    for (const [kind, types] of Object.entries(STORED_TYPES)) {
      const charged = host.charged().filter((order) => order.kind === `${first}${kind}`);
      const approved = stored.filter(({ type, isApproved }) => isApproved && types.includes(type));
      assert.deepEqual(sortAmounts(charged), sortAmounts(approved), kind);
    }
    const told = customer.toldApproved.filter(
      ({ type, amount }) => !stored.some((one) => one.amount === amount && isTold(type, one)),
    );
    assert.deepEqual(told, [], "what a caller was told is so");
    assert.equal(stored.length, customer.begun, "every payment is recorded");
    const amounts = host.charged().map(({ kind, amount }) => `${kind} ${amount}`);
    assert.equal(new Set(amounts).size, amounts.length, "no order is charged twice");
    const reversals = host.received.filter(({ type }) => type[1] === "4").length;
    t.diagnostic(
      `${stored.length} payments, ${host.charged().length} orders charged, ${reversals} reversal messages`,
    );
  });
}
