/** What needs attention on the dashboard, the expected deposits, and who is told. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { AttentionStore } from "../../src/core/attention/attention-store.ts";
import type {
  AttentionAnswer,
  DepositsAnswer,
} from "../../src/interfaces/console/merchant/contract.ts";
import { MONDAY, openAchOn } from "../kit/ach.ts";
import { ACCOUNT, CARD, openTestApp, type TestApp } from "../kit/app.ts";
import { pay as payByBank } from "../kit/bank.ts";
import { sendPayment } from "../kit/guarded-app.ts";
import { CASHIER, CLINIC_OWNER, MerchantClient } from "../kit/merchant.ts";

const BOOKS = "120000000001";
const CLINIC = "120000000002";
const BY = { actor: { kind: "command_line", name: "test" } } as const;

async function open(t: TestContext) {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  return app;
}

async function readItems(client: MerchantClient) {
  return (await client.get<AttentionAnswer>("/merchant/attention")).body.items;
}

async function readDeposits(app: TestApp): Promise<DepositsAnswer> {
  const client = await MerchantClient.of(app);
  return (await client.get<DepositsAnswer>("/merchant/deposits")).body;
}

/** Card payments of a day before the business time. */
async function addDay({ database, clock }: TestApp, day: DayOfPayments): Promise<void> {
  const at = clock.business().subtract({ hours: 24 * day.daysAgo });
  const first = 323_500_000_000 + day.daysAgo * 1_000;
  await database.owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message)
    select ${BOOKS}, ${first}::bigint + n, gen_random_uuid(), 'SALE', 'CARD',
      case when n <= ${day.declined}::int then 'declined' else 'sold' end,
      n > ${day.declined}::int, ${at}, 100, 100, 'USD', ''
    from generate_series(1, ${day.declined + day.approved}::int) n`;
}

interface DayOfPayments {
  readonly daysAgo: number;
  readonly approved: number;
  readonly declined: number;
}

test("a quiet account has nothing that needs attention", async (t) => {
  const app = await open(t);
  assert.deepEqual(await readItems(await MerchantClient.of(app)), []);
});

test("declines above the usual share of the last seven days are named", async (t) => {
  const app = await open(t);
  await addDay(app, { daysAgo: 8, approved: 0, declined: 500 });
  await addDay(app, { daysAgo: 2, approved: 90, declined: 10 });
  await addDay(app, { daysAgo: 0, approved: 30, declined: 10 });
  const items = await readItems(await MerchantClient.of(app, CASHIER));
  assert.deepEqual(items, [{ kind: "declines", declinedCount: 10, share: 0.25, usualShare: 0.1 }]);
});

test("returns, blocked bank accounts, expiring cards and keys are named to those who can act", async (t) => {
  const app = await open(t);
  const ach = await openAchOn(app);
  const form = { ...ACCOUNT, ...CARD, transaction_type: "STORE", card_expiration: "1126" };
  await sendPayment(app.server, form);
  const { transaction_id: id } = await payByBank(app);
  await forceCutOffs(ach.needs, undefined, BY);
  await forceReturn(ach.needs, { transactionId: String(id), code: "R10" }, BY);
  const owner = await MerchantClient.of(app);
  await owner.post("/settings/keys", { overlapHours: 24 });
  const kinds = (items: AttentionAnswer["items"]) => items.map(({ kind }) => kind);
  const items = await readItems(owner);
  assert.deepEqual(kinds(items), ["returns", "expiring_cards", "blocked_banks", "expiring_key"]);
  assert.deepEqual(items[0], { kind: "returns", count: 1, cents: 100 });
  assert.deepEqual(items[1], { kind: "expiring_cards", count: 1, isMore: false });
  const cashier = await MerchantClient.of(app, CASHIER);
  assert.deepEqual(kinds(await readItems(cashier)), ["returns", "expiring_cards"]);
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.deepEqual(await readItems(clinic), []);
  app.clock.advance({ hours: 24 * 8 });
  const later = await readItems(await MerchantClient.of(app, CASHIER));
  assert.deepEqual(kinds(later), ["expiring_cards"], "old returns are no news");
  // Without the database's policies, the statements still ask for one account.
  const unwalled = new AttentionStore(app.database.owner);
  const since = Temporal.Instant.from(MONDAY);
  assert.equal((await unwalled.sumReturns(CLINIC, since)).count, 0);
  assert.equal((await unwalled.sumReturns(BOOKS, since)).count, 1);
});

test("webhooks that fail are counted, given up ones for a week, and emails are not", async (t) => {
  const app = await open(t);
  const now = app.clock.wall();
  const add = (kind: string, hours: number) => app.database.owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, set_aside_at,
      set_aside_why)
    values (${BOOKS}, ${kind}, 'transaction.approved', '{}', ${now}, ${now},
      ${now.subtract({ hours })}, 'expired')`;
  await add("delivery", 1);
  await add("mail", 1);
  await add("delivery", 24 * 8);
  for (const tries of [2, 3]) {
    await app.database.owner.rows`
      insert into outbox (account_id, kind, event, payload, created_at, due_at, tries)
      values (${BOOKS}, 'delivery', 'transaction.approved', '{}', ${now}, ${now}, ${tries})`;
  }
  const items = await readItems(await MerchantClient.of(app));
  assert.deepEqual(items, [
    { kind: "failed_webhooks", count: 1 },
    { kind: "retried_webhooks", count: 1 },
  ]);
});

test("deposits are the open batch, the closed ones, and ACH by its settlement date", async (t) => {
  const app = await open(t);
  const ach = await openAchOn(app);
  const client = await MerchantClient.of(app);
  await client.sell({ amountCents: 500 });
  await sendPayment(app.server, { ...ACCOUNT, transaction_type: "SETTLE-BATCH" });
  const sale = await client.sell({ amountCents: 700 });
  await client.change(sale.id, "refunds", { amountCents: 200 });
  await payByBank(app);
  const before = await readDeposits(app);
  assert.deepEqual(before.open, { transactionCount: 2, netCents: 500 });
  assert.deepEqual(
    before.closed.map(({ number, netCents }) => [number, netCents]),
    [[1, 500]],
  );
  const [waiting] = before.settlements;
  assert.deepEqual([waiting?.isWaiting, waiting?.count, waiting?.netCents], [true, 1, 100]);
  await forceCutOffs(ach.needs, undefined, BY);
  const [sent] = (await readDeposits(app)).settlements;
  assert.deepEqual([sent?.isWaiting, sent?.count, sent?.netCents], [false, 1, 100]);
  assert.match(String(sent?.expectedOn), /^2026-11-(19|20)$/);
  const cashier = await MerchantClient.of(app, CASHIER);
  assert.equal((await cashier.get("/merchant/deposits")).status, 403);
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  const other = (await clinic.get<DepositsAnswer>("/merchant/deposits")).body;
  assert.deepEqual([other.open.transactionCount, other.closed, other.settlements], [0, [], []]);
});
