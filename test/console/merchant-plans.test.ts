/** The query plans of the transaction list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planByIndex } from "../../src/core/dashboard/by-index-store.ts";
import {
  type ListPosition,
  pageQuery,
  rangeQuery,
  type TransactionFilter,
} from "../../src/core/dashboard/transaction-list-store.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { monthNumber } from "../../src/values/transaction-id.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { openDatabase } from "../kit/database.ts";
import { addMany } from "../kit/report-streams.ts";
import { NOW } from "../kit/reports.ts";

const [OWN, OTHER] = ["120000000001", "120000000002"];
const AFTER: ListPosition = { at: Temporal.Instant.from(NOW), id: "323000000005" };
const CASES: readonly (readonly [string, TransactionFilter, ListPosition | undefined])[] = [
  ["the first page", {}, undefined],
  ["a page that follows", {}, AFTER],
  ["a text that nothing has", { text: "nobody" }, undefined],
  ["declines of a month", { status: "declined", from: AFTER.at }, undefined],
  ["one card until a day", { last4: "1111", until: AFTER.at }, AFTER],
];

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan;
  for (const below of plan.Plans ?? []) yield* nodesOf(below);
}

/** Citus shows the plan of a worker in another form. */
const ON_PLAIN = onPlainServer("these are the plans of one server");

test(
  "a page of transactions uses the time index with every filter, without sorting",
  ON_PLAIN,
  async (t) => {
    const { owner, app } = await openDatabase(t);
    const month = monthNumber(Temporal.Instant.from(NOW));
    await ensureMonths(owner, [month - 1, month, month + 1]);
    for (const account of [OWN, OTHER]) await addMany(owner, 20_000, account);
    for (const [name, filter, after] of CASES) {
      const statement = pageQuery(rangeQuery(OWN, filter, after), filter, 51);
      const [row] = await app.within({ accountId: OWN }, async (db) => {
        await planByIndex(db);
        return db.rows<{ "QUERY PLAN": [{ Plan: PlanNode }] }>`explain (format json) ${statement}`;
      });
      assert.ok(row !== undefined, name);
      const nodes = [...nodesOf(row["QUERY PLAN"][0].Plan)];
      const kinds = nodes.map((node) => node["Node Type"]);
      assert.ok(!kinds.includes("Seq Scan") && !kinds.includes("Sort"), `${name}: ${kinds}`);
      const scans = nodes.filter((node) => node["Relation Name"] !== undefined);
      assert.ok(scans.length > 0);
      for (const scan of scans) assert.match(scan["Index Cond"] ?? "", /authorized_at/, name);
    }
  },
);
