/** What a list says of one order more than once. The database is scripted: it knows no order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HostCharge } from "../../ports/host-charge.ts";
import type { Cents } from "../../values/money.ts";
import { monthNumber, transactionId } from "../../values/transaction-id.ts";
import { compareCharges } from "./compare-charges.ts";
import type { KnownOrderStore } from "./known-order-store.ts";

const wall = Temporal.Instant.from("2026-11-17T12:00:00Z");
const MOMENT = { wall, business: wall, youthMs: 80_000, keepMonths: 18 };
const ACCOUNT = "120000000001";

const ORDERS = {
  listAccountIds: async () => [ACCOUNT],
  findOrders: async () => new Map(),
} as unknown as KnownOrderStore;

function charge(own: Partial<HostCharge> = {}): HostCharge {
  return {
    reference: "019a0000-0000-7000-8000-000000000001",
    accountId: ACCOUNT,
    transactionId: transactionId(monthNumber(wall), 1),
    transactionType: "SALE",
    amount: 1_000 as Cents,
    chargedAt: wall.subtract({ hours: 1 }),
    ...own,
  };
}

async function compare(...charges: readonly HostCharge[]) {
  const list = { charges, covers: undefined };
  const { differences } = await compareCharges(ORDERS, list, MOMENT);
  return differences.map(({ difference, charge: { amount } }) => [difference, amount]);
}

test("a charge that is listed twice is judged once", async () => {
  const again = charge({ chargedAt: wall.subtract({ minutes: 50 }) });
  assert.deepEqual(await compare(charge(), again), [["unknown_here", 1_000]]);
});

test("a reference that is listed again with another amount or order is a difference", async () => {
  const changes = [
    { amount: 1_200 as Cents },
    { accountId: "120000000002" },
    { transactionId: transactionId(monthNumber(wall), 2) },
    { transactionType: "REFUND" },
  ] as const;
  for (const change of changes) {
    const other = charge(change);
    assert.deepEqual(await compare(charge(), other), [
      ["listed_differently", other.amount],
      ["unknown_here", 1_000],
    ]);
  }
});
