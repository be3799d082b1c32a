/** Stored cards and bank accounts: which are listed, charging again, removing, and the tenant walls. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forceChange } from "../../src/core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { StoredMethodStore } from "../../src/core/customers/stored-method-store.ts";
import type {
  BankCorrectionList,
  StoredMethodList,
} from "../../src/interfaces/console/customers/contract.ts";
import { MONDAY, openAchOn } from "../kit/ach.ts";
import { ACCOUNT, CARD, openTestApp, type TestApp } from "../kit/app.ts";
import { pay as payByBank, reissue } from "../kit/bank.ts";
import { sendPayment } from "../kit/guarded-app.ts";
import { CASHIER, CLINIC_OWNER, MANAGER, MerchantClient } from "../kit/merchant.ts";
import { openShared } from "../kit/shared.ts";

const BOOKS = "120000000001";
const CLINIC = "120000000002";
const BY = { actor: { kind: "command_line", name: "test" } } as const;

async function storeCard({ server }: TestApp, values: object = {}): Promise<string> {
  const form = { ...ACCOUNT, ...CARD, transaction_type: "STORE", ...values };
  const answer = await sendPayment(server, form);
  return String(answer["transaction_id"]);
}

async function list(client: MerchantClient, query = ""): Promise<StoredMethodList> {
  const { status, body } = await client.get<StoredMethodList>(`/customers${query}`);
  assert.equal(status, 200);
  return body;
}

test("stored cards and cards charged again are listed, other payments are not", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await MerchantClient.of(app);
  const stored = await storeCard(app, { first_name: "Grace", last_name: "Hopper" });
  const sale = await client.sell({ firstName: "Ada", lastName: "Byron", email: "ada@example.com" });
  const { items } = await list(client);
  const [one] = items;
  assert.deepEqual(
    [one?.id, one?.kind, one?.brand, one?.last4, one?.expiration, one?.name, one?.chargedAt],
    [stored, "card", "VISA", "1111", "1230", "Grace Hopper", null],
  );
  assert.ok(!items.some(({ id }) => id === sale.id));
  // A refund uses the card, but it does not charge it.
  const refund = await client.change(sale.id, "refunds", { amountCents: 100 });
  assert.equal(refund.body.kind, "approved");
  assert.ok(!(await list(client)).items.some(({ id }) => id === sale.id));
  await client.sell({ tokenId: sale.id, cardNumber: undefined, expiration: undefined });
  const again = (await list(client, "?q=byron")).items;
  assert.deepEqual(
    again.map(({ id, name }) => [id, name]),
    [[sale.id, "Ada Byron"]],
  );
  assert.notEqual(again[0]?.chargedAt, null);
});

test("stored methods are found by last four, name, kind and expiration, page by page", async (t) => {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const client = await MerchantClient.of(app);
  const first = await storeCard(app, { last_name: "Hopper" });
  const soon = await storeCard(app, { last_name: "Lovelace", card_expiration: "1226" });
  const late = await storeCard(app, { last_name: "Hamilton", card_number: "5555555555554444" });
  const ids = async (query: string) => (await list(client, query)).items.map(({ id }) => id);
  assert.deepEqual(await ids("?q=4444"), [late]);
  assert.deepEqual(await ids("?q=HOPPER"), [first]);
  assert.deepEqual(await ids("?q=%25"), []);
  assert.deepEqual(await ids("?expiry=soon"), [soon]);
  assert.deepEqual(await ids("?kind=bank"), []);
  const page = await list(client, "?take=2");
  assert.deepEqual(
    page.items.map(({ id, expiry }) => [id, expiry]),
    [
      [late, undefined],
      [soon, "soon"],
    ],
  );
  assert.deepEqual(await ids(`?take=2&after=${page.next}`), [first]);
  assert.equal((await list(client, "?take=2&q=h")).isStopped, undefined);
});

test("a removed card can be refunded but not charged, and the removal is audited", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await MerchantClient.of(app);
  const sale = await client.sell({ amountCents: 900 });
  const charge = { tokenId: sale.id, cardNumber: undefined, expiration: undefined };
  await client.sell({ ...charge, amountCents: 901 });
  const cashier = await MerchantClient.of(app, CASHIER);
  assert.equal((await cashier.delete(`/customers/${sale.id}`)).status, 403);
  const manager = await MerchantClient.of(app, MANAGER);
  assert.equal((await manager.delete(`/customers/${sale.id}`)).status, 204);
  assert.equal((await manager.delete(`/customers/${sale.id}`)).status, 404);
  assert.equal((await client.delete("/customers/x")).status, 404);
  assert.ok(!(await list(client)).items.some(({ id }) => id === sale.id));
  assert.equal((await client.get(`/merchant/tokens/${sale.id}`)).status, 404);
  assert.equal((await client.pay({ ...charge, amountCents: 902 })).status, 409);
  const byApi = await sendPayment(app.server, {
    ...ACCOUNT,
    transaction_type: "SALE",
    transaction_amount: "9.03",
    token_id: sale.id,
  });
  assert.notEqual(byApi["error_code"], 0);
  const refund = await client.change(sale.id, "refunds", { amountCents: 900 });
  assert.equal(refund.body.kind, "approved");
  const acts = await app.database.owner.rows<{ before: object }>`
    select before from audit_entries where action = 'account.remove_token'`;
  assert.deepEqual(acts, [{ before: { tokenId: sale.id, kind: "card" } }]);
});

test("a page is full of stored cards although newer ones were removed or their numbers deleted", async (t) => {
  const app = await openTestApp(t);
  const client = await MerchantClient.of(app);
  const ids: string[] = [];
  for (let place = 0; place < 6; place++) ids.push(await storeCard(app));
  const [oldest, second, , , deleted, newest] = ids;
  for (const id of [ids[2], ids[3], newest]) {
    assert.equal((await client.delete(`/customers/${id}`)).status, 204);
  }
  await app.database.owner.rows`
    delete from vault where account_id = ${BOOKS} and token_id = ${deleted}`;
  const page = await list(client, "?take=1");
  assert.deepEqual(
    page.items.map(({ id }) => id),
    [second],
  );
  const last = await list(client, `?take=1&after=${page.next}`);
  assert.deepEqual([last.items.map(({ id }) => id), last.next], [[oldest], undefined]);
});

test("money can be paid back to a removed bank account, but not debited", async (t) => {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const client = await MerchantClient.of(app);
  const { transaction_id: id } = await payByBank(app);
  assert.equal((await reissue(app, String(id))).error_code, 0);
  const [method] = (await list(client, "?kind=bank")).items;
  assert.deepEqual([method?.id, method?.last4, method?.bankAccountType], [id, "5678", "checking"]);
  assert.equal((await client.delete(`/customers/${id}`)).status, 204);
  const debit = await reissue(app, String(id));
  assert.equal(debit.error_message, "Invalid token_id");
  // The token is accepted. The sale has not settled, so there is nothing to pay back yet.
  const credit = await reissue(app, String(id), { transaction_type: "CREDIT" });
  assert.equal(credit.error_message, "INVALID REFUND AMOUNT");
});

test("no merchant sees or removes another's stored cards, even with one wall off", async (t) => {
  const app = await openShared(t, openTestApp);
  const id = await storeCard(app);
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.deepEqual((await list(clinic)).items, []);
  assert.equal((await clinic.delete(`/customers/${id}`)).status, 404);
  // Without the statements' own conditions, the database still hides the rows.
  const foreign = await app.database.app.within({ accountId: CLINIC }, async (db) => [
    ...(await db.rows`select from own_tokens where account_id = ${BOOKS}`),
    ...(await db.rows`select from removed_tokens where account_id = ${BOOKS}`),
    ...(await db.rows`select from bank_corrections where account_id = ${BOOKS}`),
  ]);
  assert.deepEqual(foreign, []);
  await assert.rejects(
    app.database.app.within(
      { accountId: CLINIC },
      (db) => db.rows`insert into removed_tokens values (${BOOKS}, ${id}, now())`,
    ),
    /row-level security/,
  );
  // Without the database's policies, the statements still ask for one account.
  const unwalled = new StoredMethodStore(app.database.owner);
  const { items } = await unwalled.findPage(CLINIC, {}, { take: 10 });
  assert.deepEqual(items, []);
});

test("a merchant's admin sees and clears the corrected numbers of a bank account", async (t) => {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const ach = await openAchOn(app);
  const { transaction_id: id } = await payByBank(app);
  await forceCutOffs(ach.needs, undefined, BY);
  const change = { transactionId: String(id), code: "C01", corrected: "880099998765" };
  await forceChange(ach.needs, change, BY);
  const owner = await MerchantClient.of(app);
  const path = "/settings/bank-corrections";
  const { body } = await owner.get<BankCorrectionList>(path);
  const [row = assert.fail("no correction")] = body.items;
  assert.deepEqual([row.transactionId, row.last4, row.correctedLast4], [id, "5678", "8765"]);
  assert.match(row.reason ?? "", /^C01 /);
  assert.ok(!JSON.stringify(body).includes("880099998765"));
  const manager = await MerchantClient.of(app, MANAGER);
  assert.equal((await manager.get(path)).status, 403);
  assert.equal((await manager.delete(`${path}/${row.id}`)).status, 403);
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.deepEqual((await clinic.get(path)).body, { items: [] });
  assert.equal((await clinic.delete(`${path}/${row.id}`)).status, 409);
  assert.equal((await owner.delete(`${path}/${row.id}`)).status, 204);
  assert.equal((await owner.delete(`${path}/${row.id}`)).status, 409);
  const acts = await app.database.owner.rows<{ before: object }>`
    select before from audit_entries where action = 'account.clear_bank_correction'`;
  assert.deepEqual(acts, [
    { before: { transactionId: id, code: "C01", last4: "5678", correctedLast4: "8765" } },
  ]);
});
