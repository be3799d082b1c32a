/** Export and erasure of one customer's data: what disappears, what stays, and what waits. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Customer } from "../../src/core/privacy/customer.ts";
import { CustomerStore } from "../../src/core/privacy/customer-store.ts";
import { eraseCustomer } from "../../src/core/privacy/erase-customer.ts";
import { exportCustomer } from "../../src/core/privacy/export-customer.ts";
import { findCustomer } from "../../src/core/privacy/find-customer.ts";
import { ERASED_COLUMNS } from "../../src/core/privacy/personal-values.ts";
import { Vault } from "../../src/core/vault/vault.ts";
import { VaultStore } from "../../src/core/vault/vault-store.ts";
import { TABLE_LAYOUT } from "../../src/db/sharding/table-layout.ts";
import { Sql } from "../../src/db/sql.ts";
import { Secret } from "../../src/values/secret.ts";
import { ACCOUNT, CARD, OTHER_ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";

const actor = { kind: "command_line", name: "Ada" } as const;
const ID = ACCOUNT.account_id;
const PAY = "/api/qsapi/3.8";
const byCard: Customer = { kind: "card", number: new Secret(CARD.card_number) };

/** A word in every variable about the customer, to look for in all tables. */
const CANARY = "Quetzalcoatlus";
const PERSON = {
  first_name: CANARY,
  last_name: CANARY,
  company: CANARY,
  street_address1: CANARY,
  street_address2: CANARY,
  city: CANARY,
  custom_data: CANARY,
  description: CANARY,
  email: `${CANARY}@example.com`,
};

async function pay(app: TestApp, form: Record<string, string>) {
  const sent = { ...ACCOUNT, response_format: "JSON", ...form };
  const answer = (await post(app.server, PAY, sent)).json();
  assert.equal(answer.error_code, 0, JSON.stringify(answer));
  return answer as { transaction_id: string };
}

const sell = (app: TestApp, form: Record<string, string> = {}) =>
  pay(app, { ...CARD, transaction_type: "SALE", transaction_amount: "12.34", ...PERSON, ...form });

/** Closes the batches and delivers what waits, so that nothing holds the payments. */
async function finish(app: TestApp, account: Record<string, string> = ACCOUNT): Promise<void> {
  await pay(app, { ...account, transaction_type: "SETTLE-BATCH", tender_type: "CARD" });
  await app.flush();
  await app.database.owner.count`
    update outbox set delivered_at = now() where account_id = ${account["account_id"]}`;
}

function needsOf({ database, custody, clock }: TestApp) {
  const { owner } = database;
  const vault = new Vault({ store: new VaultStore(owner), custody });
  return { owner, custody, clock, vault, store: new CustomerStore(owner) };
}

async function erase(app: TestApp, customer: Customer, isDryRun = false, accountId = ID) {
  const needs = needsOf(app);
  const records = await findCustomer(needs, accountId, customer);
  return eraseCustomer(needs, { customer, records, actor, isDryRun });
}

/** The tables in which a text occurs. */
async function listTablesWith({ database }: TestApp, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(TABLE_LAYOUT)) {
    const name = new Sql([table], []);
    const [row] = await database.owner.rows<{ count: number }>`
      select count(*)::int as count from ${name} as one where one::text ilike ${`%${text}%`}`;
    if ((row?.count ?? 0) > 0) found.push(table);
  }
  return found;
}

const readPayment = async ({ database }: TestApp, id: string) => {
  const [row] = await database.owner.rows<Record<string, unknown>>`
    select * from transactions where account_id = ${ID} and id = ${id}`;
  return row ?? {};
};

test("erasing by card leaves the books, and the customer in no table", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id: id } = await sell(app);
  await pay(app, {
    transaction_type: "REFUND",
    token_id: id,
    tender_type: "CARD",
    transaction_amount: "2.00",
  });
  await sell(app, { card_number: "5555555555554444", email: "", first_name: "Other" });
  await finish(app);
  const before = await readPayment(app, id);
  assert.ok((await listTablesWith(app, CANARY)).length >= 3);
  const { counts, held } = await erase(app, byCard);
  assert.deepEqual(held, []);
  assert.equal(counts["payments"], 2, "the sale and its refund");
  assert.equal(counts["tokens"], 1);
  const after = await readPayment(app, id);
  for (const column of ERASED_COLUMNS) assert.equal(after[column], null, column);
  const changed = Object.keys(before).filter((name) => `${before[name]}` !== `${after[name]}`);
  const erased: readonly string[] = ERASED_COLUMNS;
  assert.deepEqual(
    changed.filter((name) => !erased.includes(name)),
    [],
    "the books are the same",
  );
  const others = await erase(app, { kind: "card", number: new Secret("5555555555554444") });
  assert.equal(others.counts["payments"], 1, "another customer of the account was left alone");
  assert.deepEqual(await listTablesWith(app, CANARY), []);
});

test("the audit log says what was erased, without the data", async (t) => {
  const app = await openTestApp(t);
  await sell(app);
  await finish(app);
  await erase(app, { kind: "email", address: PERSON.email.toUpperCase() });
  const [entry] = await app.database.owner.rows<{ after: object; subject_id: string }>`
    select after, subject_id from audit_entries where action = 'privacy.erase'`;
  assert.equal(entry?.subject_id, ID);
  assert.match(JSON.stringify(entry?.after), /"namedBy": ?"email"/);
  assert.doesNotMatch(JSON.stringify(entry), new RegExp(`${CANARY}|1111`, "i"));
});

test("a dry run counts the same and changes nothing", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id: id } = await sell(app);
  await finish(app);
  const planned = await erase(app, byCard, true);
  assert.equal((await readPayment(app, id))["first_name"], CANARY);
  const [entry] = await app.database.owner.rows`
    select 1 from audit_entries where action = 'privacy.erase'`;
  assert.equal(entry, undefined);
  assert.deepEqual(await erase(app, byCard), planned);
  const again = await erase(app, byCard);
  assert.deepEqual(
    Object.values(again.counts).filter((count) => count > 0),
    [],
  );
});

test("payments that are not finished are kept, with the reason, and the next run erases them", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id: id } = await sell(app);
  const first = await erase(app, byCard);
  assert.deepEqual(first.held, [{ transactionId: id, why: "its batch is not closed" }]);
  assert.equal((await readPayment(app, id))["first_name"], CANARY);
  await finish(app);
  assert.deepEqual((await erase(app, byCard)).held, []);
});

test("a payment waits for its refund, which only it leads to", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id: id } = await sell(app);
  await finish(app);
  const refund = { transaction_type: "REFUND", tender_type: "CARD", transaction_amount: "2.00" };
  const { transaction_id: refundId } = await pay(app, { ...refund, token_id: id });
  const { held } = await erase(app, byCard);
  assert.deepEqual(held.map(({ transactionId }) => transactionId).toSorted(), [id, refundId]);
  await finish(app);
  assert.equal((await erase(app, byCard)).counts["payments"], 2);
});

test("a bank account is found by both numbers, and pending debits wait", async (t) => {
  const app = await openTestApp(t);
  const bank = { bank_routing_number: "021000021", bank_account_number: "770012345678" };
  const debit = { ...OTHER_ACCOUNT, tender_type: "ACH", transaction_type: "SALE", ...bank };
  await pay(app, { ...debit, transaction_amount: "3.00", first_name: "Jim", last_name: CANARY });
  const accountNumber = new Secret(bank.bank_account_number);
  const customer = { kind: "bank", routingNumber: "021000021", accountNumber } as const;
  const found = await erase(app, customer, false, OTHER_ACCOUNT.account_id);
  assert.deepEqual(
    found.held.map(({ why }) => why),
    ["its ACH entry has not settled"],
  );
  const needs = needsOf(app);
  const other = { ...customer, routingNumber: "011000015" };
  const none = await findCustomer(needs, OTHER_ACCOUNT.account_id, other);
  assert.deepEqual(none.transactionIds, []);
});

test("tokens of purged payments are found by their number", async (t) => {
  const app = await openTestApp(t);
  await sell(app);
  await finish(app);
  await app.database.owner.count`delete from transactions where account_id = ${ID}`;
  assert.equal((await erase(app, byCard)).counts["tokens"], 1);
});

test("an export has what is stored, without the card number", async (t) => {
  const app = await openTestApp(t);
  const { transaction_id: id } = await sell(app);
  const needs = needsOf(app);
  const records = await findCustomer(needs, ID, byCard);
  const exported = await exportCustomer(needs.owner, records, { actor, customer: byCard });
  const [payment] = exported.payments as [Record<string, unknown>];
  assert.deepEqual([payment["id"], payment["lastName"], payment["last4"]], [id, CANARY, "1111"]);
  assert.equal(exported.storedNumbers.length, 1);
  assert.doesNotMatch(JSON.stringify(exported), new RegExp(CARD.card_number));
});

async function listColumns(t: TestContext): Promise<string[]> {
  const { database } = await openTestApp(t);
  const rows = await database.owner.rows<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'transactions'`;
  return rows.map(({ name }) => name);
}

/** Columns of the books. A new column belongs here, or into ERASED_COLUMNS. */
const BOOKS =
  "account_id id attempt_id transaction_type tender_type state is_approved authorized_at amount_cents request_amount_cents refunded_cents currency authorization_code message original_id card_brand last4 entry_mode avs_response cvv2_response trace_num cashier custom_id transaction_group input_group payment_type installment_number installment_count recurring_id sec_code bank_account_type verification_passed batch_id batched_at settle_at return_code form_name sec_code_sent card_host host_merchant level2_tax_cents level2_order_id restaurant_server_id restaurant_gratuity_cents same_day_at prenote_id";

test("every column of a payment is erased, or belongs to the books", async (t) => {
  const columns = await listColumns(t);
  assert.deepEqual(columns.toSorted(), [...BOOKS.split(" "), ...ERASED_COLUMNS].toSorted());
});
