/** The payment counts on the operator's overview: query plan, limits and correctness. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { INDEX_LOOKUPS_ONLY } from "../../src/app/database/pools.ts";
import { PaymentTally } from "../../src/core/payments/tally/tally.ts";
import { type TallyQuestion, TallyStore } from "../../src/core/payments/tally/tally-store.ts";
import { Database } from "../../src/db/database.ts";
import { idRange, monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { BOOKS } from "../kit/accounts.ts";
import { StandingClock } from "../kit/clock.ts";
import { onPlainServer } from "../kit/cluster.ts";
import { openSeededDatabase, type TestDatabase } from "../kit/database.ts";

/** In a month that has a partition. */
const NOW = Temporal.Now.instant().round("hour");
const HOUR = { from: NOW.subtract({ hours: 1 }), to: NOW };
const ids = idRange(monthNumber(NOW));

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** One payment every six seconds, for some days back. */
async function fillMonth({ owner }: TestDatabase, count: number): Promise<void> {
  const first = transactionId(monthNumber(NOW), 500_000_000);
  await owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message)
    select ${BOOKS.id}, ${first}::bigint + place, gen_random_uuid(), 'SALE', 'CARD', 'sold',
      place % 10 > 0, ${NOW}::timestamptz - make_interval(secs => place * 6), 100, 100, 'USD', ''
    from generate_series(1, ${count}::int) as place`;
  await owner.rows`analyze transactions`;
}

async function planOf(t: TestContext, database: TestDatabase): Promise<PlanNode[]> {
  const options = Object.entries(INDEX_LOOKUPS_ONLY).map(([name, value]) => `-c ${name}=${value}`);
  const client = new pg.Client({ connectionString: database.url, options: options.join(" ") });
  await client.connect();
  t.after(() => client.end().catch(() => {}));
  const plans: PlanNode[] = [];
  // Prepared, as in the product: plan_cache_mode makes one plan for every period.
  const query = async ({ text, values }: { text: string; values: readonly unknown[] }) => {
    await client.query(`prepare tally as ${text}`);
    const given = values.map((value) => client.escapeLiteral(String(value))).join(", ");
    const { rows } = await client.query(`explain (format json) execute tally (${given})`);
    await client.query("deallocate tally");
    plans.push(rows[0]["QUERY PLAN"][0].Plan);
    return { rows: [] };
  };
  await new TallyStore(new Database({ query } as never)).countByMinute({ ...HOUR, ids });
  await client.end();
  return plans.flatMap(nodesOf);
}

/** A cluster has a statement of its own for the tally. */
const ON_PLAIN = onPlainServer("these are the plans of one server");

for (const count of [0, 60_000]) {
  test(`the tally finds rows by account and time among ${count}`, ON_PLAIN, async (t) => {
    const database = await openSeededDatabase(t);
    if (count > 0) await fillMonth(database, count);
    const nodes = await planOf(t, database);
    const scans = nodes.filter((node) => node["Relation Name"]?.startsWith("transactions"));
    assert.equal(scans.length, 1, "one month only");
    for (const scan of scans) {
      assert.match(scan["Node Type"], /Index/);
      assert.match(scan["Index Cond"] ?? "", /account_id = .*authorized_at >= .*authorized_at </);
    }
  });
}

test("each request counts the last minutes again, and older minutes once", async (t) => {
  const database = await openSeededDatabase(t);
  await fillMonth(database, 20_000);
  const store = new TallyStore(database.payments);
  const asked: TallyQuestion[] = [];
  const countByMinute = (question: TallyQuestion) => {
    asked.push(question);
    return store.countByMinute(question);
  };
  const clock = new StandingClock(NOW.toString());
  const tally = new PaymentTally({
    store: { countByMinute },
    clock,
    unspentIdsDays: 30,
    budgetMs: 60_000,
  });
  const first = await tally.countLastDay();
  assert.equal(first.from.toString(), NOW.subtract({ hours: 24 }).toString());
  const counts = first.minutes.reduce((sum, one) => sum + one.approved + one.declined, 0);
  assert.equal(counts, 24 * 600, "one every six seconds");
  assert.equal(
    first.minutes.reduce((sum, one) => sum + one.declined, 0),
    24 * 60,
  );
  const [before] = [asked.length, await tally.countLastDay()];
  assert.equal(asked.length, before, "shared by concurrent requests");
  clock.advance({ seconds: 30 });
  await tally.countLastDay();
  const last = asked.at(-1);
  assert.equal(asked.length, before + 1);
  assert.ok(last && last.from.until(last.to).total("minutes") <= 4);
  clock.advance({ hours: 5 });
  const later = await tally.countLastDay();
  assert.equal(
    later.from.toString(),
    clock
      .business()
      .round({ smallestUnit: "minute", roundingMode: "floor" })
      .subtract({ hours: 24 })
      .toString(),
  );
});

test("counting that exceeds the time budget continues with the next request", async () => {
  const countByMinute = async () => [];
  const clock = new StandingClock(NOW.toString());
  const needs = { store: { countByMinute }, clock, unspentIdsDays: 30, budgetMs: 0 };
  const { from } = await new PaymentTally(needs).countLastDay();
  assert.equal(from.toString(), NOW.subtract({ minutes: 3 }).toString());
});
