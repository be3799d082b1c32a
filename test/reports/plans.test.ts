/** Query plans of reports: records are found by the index of their time, with one scan per month. */
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { everyReportColumn, selectReportColumns } from "../../src/core/reports/column-list-sql.ts";
import { selectRecordCount, selectRecords } from "../../src/core/reports/conditions-sql.ts";
import type { Criteria } from "../../src/core/reports/criteria.ts";
import { BY_INDEX } from "../../src/core/reports/run/report-store.ts";
import { inlineValues } from "../../src/db/literal.ts";
import { type Sql, sql } from "../../src/db/sql.ts";
import { monthNumber } from "../../src/values/transaction-id.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { openDatabase } from "../kit/database.ts";
import { addMany } from "../kit/report-streams.ts";
import { NOW } from "../kit/reports.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const [OWN, OTHER] = ["120000000001", "120000000002"];
const DAY = {
  from: Temporal.Instant.from("2026-11-14T05:00:00Z"),
  until: Temporal.Instant.from("2026-11-15T05:00:00Z"),
};
const ABOUT = {
  accountIds: [OWN],
  timeZone: "America/New_York",
  records: "transactions",
} as const;

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Index Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Citus shows the plan of a worker in another form. */
const ON_PLAIN = onPlainServer("these are the plans of one server");

const CASES: readonly (readonly [name: string, criteria: Criteria, column: RegExp])[] = [
  ["a day", { ...ABOUT, authorized: DAY }, /authorized_at >= /],
  ["all up to now", { ...ABOUT, authorized: { until: DAY.until } }, /authorized_at < /],
  [
    "a day of filters",
    { ...ABOUT, authorized: DAY, cashier: { kind: "like", pattern: "a%" } },
    /authorized_at >= /,
  ],
  ["a day of batches", { ...ABOUT, batched: DAY }, /batched_at >= /],
  ["a day of settlements", { ...ABOUT, settled: DAY, tenderType: "ACH" }, /settle_at >= /],
  ["one transaction", { ...ABOUT, transactionId: "323000000001" }, /\bid = /],
  ["an agent's day", { ...ABOUT, accountIds: [OWN, OTHER], authorized: DAY }, /authorized_at >= /],
  ["a day of updates", { ...ABOUT, records: "updates", updated: [DAY] }, /action_at >= |\(id = /],
];

async function openPlans(t: Lifetime, isFull: boolean) {
  const database = await openDatabase(t);
  const month = monthNumber(Temporal.Instant.from(NOW));
  await ensureMonths(database.owner, [month - 1, month, month + 1]);
  if (isFull) for (const account of [OWN, OTHER]) await addMany(database.owner, 20_000, account);
  const settings = { ...BY_INDEX, role: "sixdoors_app", "sixdoors.account_ids": `${OWN},${OTHER}` };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const client = new pg.Client({ connectionString: database.url, options: options.join(" ") });
  await client.connect();
  database.beforeDrop(() => client.end());
  return async (statement: Sql): Promise<PlanNode> => {
    const { rows } = await client.query(`explain (format json) ${inlineValues(statement)}`);
    return rows[0]["QUERY PLAN"][0].Plan;
  };
}

const openEmptyPlans = (t: Lifetime) => openPlans(t, false);
const openFullPlans = (t: Lifetime) => openPlans(t, true);

function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan;
  for (const below of plan.Plans ?? []) yield* nodesOf(below);
}

/** The nodes of a plan that do not use the expected index, or that sort or collect rows. */
function* errorsOf(plan: PlanNode, column: RegExp): Generator<string> {
  for (const node of nodesOf(plan)) {
    const [way, condition] = [node["Node Type"], node["Index Cond"] ?? ""];
    const isRefund = /original_id = /.test(condition);
    if (/Seq Scan|Bitmap|^Sort$|Hash|Materialize/.test(way)) yield way;
    if (/Index/.test(way) && !isRefund && !column.test(condition)) {
      yield `${way} by ${node["Index Name"]}: ${condition}`;
    }
  }
}

for (const isFull of [false, true]) {
  test(
    `a report finds its records by the index of its time in ${isFull ? "full" : "empty"} months`,
    ON_PLAIN,
    async (t) => {
      const planOf = await openShared(t, isFull ? openFullPlans : openEmptyPlans);
      for (const [name, criteria, column] of CASES) {
        const shown = everyReportColumn().map(({ shown }) => shown);
        const columns = selectReportColumns(shown, criteria);
        const plan = await planOf(
          sql`select ${columns} from (${selectRecords(criteria)} offset 0) record`,
        );
        // The refunds of a record are aggregated: a few rows, and only if there are any.
        const errors = [...errorsOf(plan, column)].filter((error) => error !== "Sort");
        assert.deepEqual(errors, [], name);
        const scans = [...nodesOf(plan)].filter((node) => /Index/.test(node["Node Type"]));
        assert.ok(scans.length >= 3, name);
      }
    },
  );
}

test("records are counted with the same index", ON_PLAIN, async (t) => {
  const planOf = await openShared(t, openFullPlans);
  for (const [name, criteria, column] of CASES.slice(0, 5)) {
    const plan = await planOf(selectRecordCount(criteria));
    assert.deepEqual([...errorsOf(plan, column)], [], name);
  }
});

test("rows are returned as they are found: nothing collects them first", ON_PLAIN, async (t) => {
  const planOf = await openShared(t, openFullPlans);
  const plan = await planOf(selectRecords(CASES[0]?.[1] ?? assert.fail()));
  const ways = [...nodesOf(plan)].map((node) => node["Node Type"]);
  assert.deepEqual(new Set(ways), new Set(["Incremental Sort", "Merge Append", "Index Scan"]));
});
