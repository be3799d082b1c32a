/** Payments do not wait while months are created and dropped during a long report. */
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { dropMonthsBefore, ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { pay } from "../../src/core/payments/pay.ts";
import { monthNumber } from "../../src/values/transaction-id.ts";
import { BOOKS } from "../kit/accounts.ts";
import { aSale, openTestPayments } from "../kit/payments.ts";

const PAYMENTS = 40;

test("payments continue while months are created and dropped during an open snapshot", async (t) => {
  const { needs, database, clock } = await openTestPayments(t);
  const month = monthNumber(clock.business());
  const report = new pg.Client({ connectionString: database.url });
  await report.connect();
  database.beforeDrop(() => report.end());
  await report.query("begin isolation level repeatable read");
  await report.query("select count(*) from transactions");

  // Neither can finish during the report; both keep trying.
  const changes = Promise.all([
    ensureMonths(database.owner, [month + 3, month + 4]),
    dropMonthsBefore(database.owner, month),
  ]);
  const outcomes: string[] = [];
  for (let paid = 0; paid < PAYMENTS; paid++) {
    const { kind } = await pay(needs, BOOKS, aSale());
    outcomes.push(kind);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.deepEqual(new Set(outcomes), new Set(["answered"]));
  const { rows } = await report.query("select count(*)::int as count from transactions");
  assert.equal(rows[0].count, 0, "the report still looks at its own moment");

  await report.query("commit");
  const [, dropped] = await changes;
  assert.deepEqual(dropped, [`attempts_${month - 1}`, `transactions_${month - 1}`]);
  const [made] = await database.owner.rows<{ made: boolean }>`
    select to_regclass(${`transactions_${month + 4}`}) is not null as made`;
  assert.equal(made?.made, true);
});
