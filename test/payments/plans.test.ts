/**
 * Every statement of a payment must find its rows by the right index, in an empty month and in a full
 * one. The test records statements while payments run, so a new statement is checked as well.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { INDEX_LOOKUPS_ONLY } from "../../src/app/database/pools.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { Change } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import type { Cents } from "../../src/values/money.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { BOOKS } from "../kit/accounts.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { aNewAttempt, aSale, openTestPayments, type TestPayments } from "../kit/payments.ts";

/** The part of an index condition that makes a lookup in the table cheap. */
const FOUND_BY: Readonly<Record<string, RegExp>> = {
  transactions: /\bid = /,
  attempts: /transaction_id = /,
  open_attempts: /attempt_id = |transaction_id = |lease_until < /,
  ach_retries: /transaction_id = /,
  issued_ids: /\bid = /,
  idempotency_keys: /digest = /,
  duplicate_guards: /digest = /,
  vault: /token_id = /,
};

interface Caught {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Filter?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Records every statement on the payment tables while the work runs. */
async function recordStatements(t: TestContext, work: () => Promise<void>): Promise<Caught[]> {
  const caught = new Map<string, Caught>();
  const { query } = pg.Client.prototype;
  t.after(() => {
    pg.Client.prototype.query = query;
  });
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [Partial<Caught>];
    const { text = "", values = [] } = asked;
    const isPayment = Object.keys(FOUND_BY).some((table) =>
      new RegExp(`\\b${table}\\b`).test(text),
    );
    if (isPayment) caught.set(text, { text, values });
    return Reflect.apply(query, this, args);
  } as typeof query;
  await work();
  pg.Client.prototype.query = query;
  return [...caught.values()];
}

/** The first block of ids has a slower statement of its own, with its own test below. */
async function takeFirstBlock({ needs }: TestPayments): Promise<void> {
  await needs.ids.next();
}

async function aDayOfPayments({ needs, clock, db, processor }: TestPayments): Promise<void> {
  const id = await needs.ids.next();
  await db.rows`insert into issued_ids values (${BOOKS.id}, ${id}, ${clock.business()})`;
  const bare = { ...aSale(), transactionId: undefined, idempotencyKey: undefined };
  const sale = { ...bare, transactionId: id };
  await pay(needs, BOOKS, sale);
  await pay(needs, BOOKS, sale);
  await pay(needs, BOOKS, { ...bare, idempotencyKey: "key" });
  await pay(needs, BOOKS, { ...bare, idempotencyKey: "key" });
  // Values that few requests have are written by another statement.
  await pay(needs, BOOKS, { ...bare, details: { company: "Quay Books" } });
  const guarded = { ...BOOKS, duplicateMinutes: 5 };
  await pay(needs, guarded, bare);
  await pay(needs, guarded, bare);
  await pay(needs, guarded, { ...bare, allowsDuplicate: true });
  const change = (type: Change["type"], amount: number) =>
    pay(needs, BOOKS, { ...bare, type, originalId: id, amount: amount as Cents } as Change);
  await change("REFUND", 100);
  await change("REVERSAL", 1_000);
  const token = { tokenId: id, expiration: undefined, verification: undefined };
  const source = { kind: "token", ...token } as const;
  await pay(needs, BOOKS, { ...bare, source });
  processor.answer = () => ({ kind: "unknown" });
  await pay(needs, BOOKS, bare);
  clock.advance({ hours: 1 });
  await reconcile(needs, assert.fail as (error: unknown) => void);
  await new StatusStore({ db, queueMax: 10 }).findTransactionStatus(BOOKS.id, id);
}

async function planOf(client: pg.Client, { text, values }: Caught): Promise<PlanNode> {
  const literals = values.map((value) => literalOf(client, value)).join(", ");
  await client.query(`prepare looked_at as ${text}`);
  const { rows } = await client.query(
    `explain (format json) execute looked_at${literals === "" ? "" : `(${literals})`}`,
  );
  await client.query("deallocate looked_at");
  return rows[0]["QUERY PLAN"][0].Plan;
}

function literalOf(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString("hex")}'`;
  if (typeof value === "object") return client.escapeLiteral(JSON.stringify(value));
  return client.escapeLiteral(String(value));
}

function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan;
  for (const below of plan.Plans ?? []) yield* nodesOf(below);
}

/**
 * Looks for open refunds among the open attempts of the account: only for a duplicate of a payment that was
 * refunded as a whole.
 */
function isRareLookup({ Filter = "", ...node }: PlanNode): boolean {
  return node["Relation Name"] === "open_attempts" && Filter.startsWith("(original_id = ");
}

/** Lists every table that the plan does not read by the right index. */
function* errorsOf(plan: PlanNode): Generator<string> {
  for (const node of nodesOf(plan)) {
    const relation = node["Relation Name"]?.replace(/_\d{3}$/, "") ?? "";
    const way = node["Node Type"];
    if (!(relation in FOUND_BY) || way === "ModifyTable") continue;
    if (/Seq Scan/.test(way)) yield `${way} of ${node["Relation Name"]}`;
    if (isRareLookup(node)) continue;
    const condition = node["Index Cond"] ?? "";
    if (/Index/.test(way) && !FOUND_BY[relation]?.test(condition)) {
      yield `${way} of ${node["Relation Name"]} by ${condition || "nothing"}`;
    }
  }
}

async function fillMonth({ database, clock }: TestPayments): Promise<void> {
  const first = transactionId(monthNumber(clock.business()), 500_000_000);
  await database.owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message)
    select ${BOOKS.id}, ${first}::bigint + place, gen_random_uuid(), 'SALE', 'CARD', 'sold', true,
      ${clock.business()}::timestamptz, 100, 100, 'USD', 'APPROVED'
    from generate_series(1, 30000) as place`;
  await database.owner.rows`analyze transactions, attempts, open_attempts`;
}

/** Few attempts are open when PostgreSQL collects its statistics; later there may be hundreds. */
const OPEN_WHEN_CALM = 3;

async function countWhenCalm(payments: TestPayments): Promise<void> {
  for (let place = 0; place < OPEN_WHEN_CALM; place++) {
    await payments.needs.attempts.start(await aNewAttempt(payments));
  }
  await payments.database.owner.withClient((client) => client.query("vacuum open_attempts"));
}

/** As after REINDEX or a restored dump: the primary key is the newest index of the table. */
async function rebuildPrimaryKey({ database }: TestPayments): Promise<void> {
  await database.owner.rows`alter table open_attempts drop constraint open_attempts_pkey`;
  await database.owner.rows`alter table open_attempts
    add constraint open_attempts_pkey primary key (account_id, attempt_id)`;
}

/** On a cluster the same statements run on the tables of shards, or Citus plans them. */
const ON_PLAIN = onPlainServer("these are the plans of one server");

const MONTHS = {
  empty: async () => {},
  full: fillMonth,
  calm: async () => {},
  "empty, restored": rebuildPrimaryKey,
};

for (const [month, prepare] of Object.entries(MONTHS)) {
  test(
    `every statement of a payment finds its rows by the right index (month: ${month})`,
    ON_PLAIN,
    async (t) => {
      const payments = await openTestPayments(t);
      await prepare(payments);
      await takeFirstBlock(payments);
      const caught = await recordStatements(t, () => aDayOfPayments(payments));
      if (month === "calm") await countWhenCalm(payments);
      assert.ok(caught.length >= 15, `${caught.length} statements`);
      const options = Object.entries(INDEX_LOOKUPS_ONLY).map(
        ([name, value]) => `-c ${name}=${value}`,
      );
      const client = new pg.Client({
        connectionString: payments.database.url,
        options: options.join(" "),
      });
      await client.connect();
      payments.database.beforeDrop(() => client.end());
      const errors: string[] = [];
      for (const statement of caught) {
        for (const problem of errorsOf(await planOf(client, statement))) {
          errors.push(`${problem}\n${statement.text}`);
        }
      }
      assert.deepEqual(errors, []);
    },
  );
}

test("without the settings of the payment pool the same check fails", ON_PLAIN, async (t) => {
  const payments = await openTestPayments(t);
  await takeFirstBlock(payments);
  const caught = await recordStatements(t, () => aDayOfPayments(payments));
  const client = new pg.Client({ connectionString: payments.database.url });
  await client.connect();
  payments.database.beforeDrop(() => client.end());
  const errors: string[] = [];
  for (const statement of caught) errors.push(...errorsOf(await planOf(client, statement)));
  assert.ok(errors.length > 0);
});

test(
  "the highest id of a full month is found by reading one row of each account",
  ON_PLAIN,
  async (t) => {
    const payments = await openTestPayments(t);
    await fillMonth(payments);
    const [statement] = await recordStatements(t, () => takeFirstBlock(payments));
    assert.match(statement?.text ?? "", /with recursive paid/);
    const client = new pg.Client({
      connectionString: payments.database.url,
      options: Object.entries(INDEX_LOOKUPS_ONLY)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(" "),
    });
    await client.connect();
    payments.database.beforeDrop(() => client.end());
    const { rows } = await client.query(`explain (analyze, format json) ${statement?.text ?? ""}`, [
      ...(statement?.values ?? []),
    ]);
    const read = [...nodesOf(rows[0]["QUERY PLAN"][0].Plan)].filter((node) =>
      /Scan/.test(node["Node Type"]),
    );
    assert.ok(read.length > 0);
    for (const node of read as (PlanNode & {
      "Actual Rows": number;
      "Rows Removed by Filter"?: number;
    })[]) {
      assert.doesNotMatch(node["Node Type"], /Seq Scan/);
      assert.ok(
        node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) <= 2,
        JSON.stringify(node),
      );
    }
  },
);
