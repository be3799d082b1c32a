/** The query plans of the transaction list. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { planInOrder } from "../../src/core/transactions/by-index-store.ts";
import { countQuery, exactMatchQuery } from "../../src/core/transactions/list/exact-match-store.ts";
import {
  type ListOrder,
  type ListPosition,
  MATCH_KINDS,
  NEWEST_FIRST,
  type TransactionFilter,
} from "../../src/core/transactions/list/transaction-filter.ts";
import { pageQuery } from "../../src/core/transactions/list/transaction-list-store.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import type { Sql } from "../../src/db/sql.ts";
import { monthNumber } from "../../src/values/transaction-id.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { openDatabase } from "../kit/database.ts";
import { addMany } from "../kit/report-streams.ts";
import { NOW } from "../kit/reports.ts";

const [OWN, OTHER] = ["120000000001", "120000000002"];
const AT = Temporal.Instant.from(NOW);
const OLD_ID = "323000000005";
const AFTER: ListPosition = { key: NOW, id: OLD_ID };
const OLDEST_FIRST: ListOrder = { by: "at", isDescending: false };
const BY_NAME: ListOrder = { by: "name", isDescending: false };
const CASES: readonly (readonly [
  name: string,
  filter: TransactionFilter,
  after?: ListPosition | undefined,
  order?: ListOrder,
])[] = [
  ["the first page", {}],
  ["a page that follows", {}, AFTER],
  ["the oldest first", {}, undefined, OLDEST_FIRST],
  ["a page that follows the oldest", {}, AFTER, OLDEST_FIRST],
  ["a text that nothing has", { search: { text: "nobody" } }],
  ["declines of a month", { status: "declined", from: AT }],
  ["one card until a day", { last4: "1111", until: AT }, AFTER],
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
  "a page uses the time index with every filter, and a search its own indexes",
  ON_PLAIN,
  async (t) => {
    const { owner, app } = await openDatabase(t);
    const month = monthNumber(Temporal.Instant.from(NOW));
    await ensureMonths(owner, [month - 1, month, month + 1]);
    for (const account of [OWN, OTHER]) await addMany(owner, 20_000, account);
    await usesTimeIndex(app);
    // Not in the order in which they are stored, as after an import.
    await owner.rows`
      update transactions set authorized_at = authorized_at - id * 7919 % 600 * interval '1 hour'`;
    await owner.rows`analyze transactions`;
    await usesTimeIndex(app);
    await owner.rows`update transactions set batched_at = ${AT}, batch_id = 1, last4 = (id % 10000)::text,
      email = id || '@example.com', custom_id = id::text, last_name = 'Name ' || id % 5000`;
    await owner.rows`analyze transactions`;
    const terms = { text: "1234", last4: "1234", cents: 123_400 };
    const filter = { search: terms, status: "declined", from: AT } as const;
    const question = { accountId: OWN, filter, after: AFTER };
    for (const query of [countQuery(OWN, terms), exactMatchQuery(question, MATCH_KINDS, 51)]) {
      const nodes = await explain(app, query);
      const full = nodes.filter(({ "Relation Name": table = "" }) => table.endsWith(String(month)));
      assert.equal(full.length, 5);
      for (const scan of full) {
        assert.match(scan["Index Cond"] ?? "", /last4|amount_cents|email|custom_id|last_name/);
      }
    }
    const byId = { text: OLD_ID, id: OLD_ID };
    const sorted = { accountId: OWN, filter: { search: byId }, order: BY_NAME, after: undefined };
    for (const query of [
      exactMatchQuery({ ...question, filter: { search: byId } }, ["id"], 51),
      pageQuery(sorted, 51),
    ]) {
      const nodes = await explain(app, query);
      const scans = nodes.filter((node) => node["Relation Name"] !== undefined);
      for (const scan of scans) assert.match(scan["Index Cond"] ?? "", /authorized_at|\(id = /);
      assert.ok(scans.some((scan) => /\(id = /.test(scan["Index Cond"] ?? "")));
    }
  },
);

async function usesTimeIndex(app: DatabasePool): Promise<void> {
  for (const [name, filter, after, order = NEWEST_FIRST] of CASES) {
    const nodes = await explain(app, pageQuery({ accountId: OWN, filter, order, after }, 51));
    const kinds = nodes.map((node) => node["Node Type"]);
    assert.ok(!kinds.includes("Seq Scan") && !kinds.includes("Sort"), `${name}: ${kinds}`);
    const scans = nodes.filter((node) => node["Relation Name"] !== undefined);
    assert.ok(scans.length > 0);
    for (const scan of scans) assert.match(scan["Index Cond"] ?? "", /authorized_at/, name);
  }
}

test("a cutoff writes nothing into the search's indexes", ON_PLAIN, async (t) => {
  const { owner } = await openDatabase(t);
  const month = monthNumber(AT);
  await ensureMonths(owner, [month]);
  await addMany(owner, 100, OWN);
  const setState = (state: string) => owner.rows`
    update transactions set state = ${state}, batch_id = 1, batched_at = ${AT}, last4 = '1234',
      email = 'a@example.com', custom_id = 'A', last_name = 'Byron'`;
  await setState("pending");
  assert.deepEqual(await countSearchEntries(owner, month), [0, 0, 0, 0, 0]);
  await setState("settled");
  assert.deepEqual(await countSearchEntries(owner, month), [100, 100, 100, 100, 100]);
});

/** The entries of the five indexes of one month, as a vacuum counts them. */
async function countSearchEntries(owner: DatabasePool, month: number): Promise<readonly number[]> {
  await owner.rows`vacuum (index_cleanup on, analyze) transactions`;
  const rows = await owner.rows<{ entries: number }>`
    select index.reltuples::int as entries
    from pg_index one join pg_class index on index.oid = one.indexrelid
      join pg_inherits part on part.inhrelid = index.oid
      join pg_class whole on whole.oid = part.inhparent
    where one.indrelid = ${`transactions_${month}`}::regclass
      and whole.relname in ('transactions_by_last4', 'transactions_by_amount',
        'transactions_by_email', 'transactions_by_order', 'transactions_by_last_name')`;
  return rows.map(({ entries }) => entries);
}

async function explain(app: DatabasePool, statement: Sql): Promise<readonly PlanNode[]> {
  const [row] = await app.within({ accountId: OWN }, async (db) => {
    await planInOrder(db);
    return db.rows<{ "QUERY PLAN": [{ Plan: PlanNode }] }>`explain (format json) ${statement}`;
  });
  assert.ok(row !== undefined);
  return [...nodesOf(row["QUERY PLAN"][0].Plan)];
}
