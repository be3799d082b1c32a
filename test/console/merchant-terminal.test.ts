/** The virtual terminal in the console API: one payment per id, and errors by field. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  IdState,
  PaymentResult,
  PendingAttempt,
  TokenFacts,
} from "../../src/interfaces/console/merchant/contract.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { OPERATOR } from "../kit/console.ts";
import { CASHIER, CLINIC_OWNER, MerchantClient, TYPED_BANK, TYPED_CARD } from "../kit/merchant.ts";
import { openShared } from "../kit/shared.ts";

async function countPayments({ database }: TestApp): Promise<number> {
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from transactions`;
  return row?.count ?? 0;
}

test("a cashier takes a card payment, and the customer gets a receipt", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await MerchantClient.of(app, CASHIER);
  const facts = await client.terminal();
  assert.deepEqual([facts.takesCards, facts.takesBanks], [true, true]);
  assert.deepEqual([facts.defaultSecCode, facts.currency], ["WEB", "USD"]);
  const id = await client.newId();
  const { status, body } = await client.post<PaymentResult>("/merchant/payments", {
    ...TYPED_CARD,
    id,
    verification: "123",
    zip: "10001",
    firstName: "Ada",
    lastName: "Byron",
    email: "ada@example.com",
    receipt: true,
  });
  assert.equal(status, 200);
  assert.ok(body.kind === "approved");
  const { payment } = body;
  assert.deepEqual([payment.id, payment.amountCents, payment.brand], [id, 1_234, "VISA"]);
  assert.deepEqual([payment.last4, payment.cvv, payment.avs], ["1111", "M", "Z"]);
  const { transaction, messages: told } = await client.look(id);
  assert.equal(transaction.cashier, "cashier@books.test");
  assert.deepEqual(
    told.map(({ kind, to }) => [kind, to]),
    [["mail", "ada@example.com"]],
  );
  const [act] = await app.database.owner.rows<{ action: string; actor_name: string }>`
    select action, actor_name from audit_entries where subject_kind = 'transaction'`;
  assert.deepEqual(act, { action: "payment.take", actor_name: "cashier@books.test" });
});

test("a payment is charged once, however often it is submitted or reloaded", async (t) => {
  const app = await openTestApp(t);
  const client = await MerchantClient.of(app);
  const id = await client.newId();
  assert.deepEqual((await client.get<IdState>(`/merchant/ids/${id}`)).body, { kind: "unused", id });
  const press = () => client.post<PaymentResult>("/merchant/payments", { ...TYPED_CARD, id });
  const answers = await Promise.all([press(), press(), press()]);
  for (const { body } of answers) assert.equal(body.kind, "approved");
  assert.equal(await countPayments(app), 1);
  const state = await client.get<IdState>(`/merchant/ids/${id}`);
  assert.equal(state.body.kind, "approved", "a reloaded page gets the result");
  const other = { ...TYPED_CARD, id, amountCents: 5_000 };
  assert.equal((await client.post("/merchant/payments", other)).status, 409, "another payment");
  assert.equal(await countPayments(app), 1);
});

test("declined and unknown results are reported as such", async (t) => {
  const app = await openTestApp(t, { processorTimeoutMs: 200 });
  const client = await MerchantClient.of(app);
  const declined = await client.pay({ amountCents: 102 });
  assert.ok(declined.body.kind === "declined");
  assert.equal(declined.body.payment.message, "INSUFFICIENT FUNDS");
  const lost = await client.pay({ amountCents: 190 });
  assert.ok(lost.body.kind === "unknown");
  const { id } = lost.body;
  assert.deepEqual((await client.get<IdState>(`/merchant/ids/${id}`)).body, {
    kind: "unknown",
    id,
  });
  const { body } = await client.get<PendingAttempt>(`/merchant/transactions/${id}`);
  assert.deepEqual([body.pending[0]?.id, body.pending[0]?.currency], [id, "USD"]);
});

test("all errors of a card payment are reported at once, by field", async (t) => {
  const client = await MerchantClient.of(await openShared(t, openTestApp));
  const { status, body } = await client.pay({
    cardNumber: "4111 1111 1111 1112",
    expiration: "13/30",
    verification: "12",
    amountCents: 0,
    email: "nobody",
    description: "card 4111111111111111",
    receipt: true,
  });
  assert.equal(status, 422);
  assert.deepEqual(Object.keys(body.error.fields ?? {}).sort(), [
    "amountCents",
    "cardNumber",
    "description",
    "email",
    "expiration",
    "verification",
  ]);
  assert.ok(!JSON.stringify(body).includes("4111"));
  const expired = await client.pay({ expiration: "01/20" });
  assert.deepEqual(expired.body.error.fields, { expiration: "This card has expired." });
});

test("a bank account can be charged, and its errors are reported by field", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await MerchantClient.of(app);
  const payment = await client.sell(TYPED_BANK);
  assert.deepEqual([payment.tender, payment.last4, payment.message], ["ACH", "6789", "PENDING"]);
  const { transaction } = await client.look(payment.id);
  assert.deepEqual([transaction.secCode, transaction.displayStatus], ["CCD", "pending"]);
  const wrong = { ...TYPED_BANK, routingNumber: "021000022", accountNumber: "12", secCode: "POP" };
  const { body } = await client.pay(wrong);
  const fields = Object.keys(body.error.fields ?? {}).sort();
  assert.deepEqual(fields, ["accountNumber", "routingNumber", "secCode"]);
  const zeros = await client.pay({ ...TYPED_BANK, accountNumber: "000000" });
  assert.deepEqual(zeros.body.error.fields, {
    accountNumber: "Enter 4 to 20 digits, not all zeros.",
  });
  const nameless = await client.pay({ ...TYPED_BANK, firstName: "" });
  assert.deepEqual(Object.keys(nameless.body.error.fields ?? {}), ["firstName"]);
});

test("the payment method of an earlier transaction can be charged again, but not another merchant's", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await MerchantClient.of(app);
  const first = await client.sell({ firstName: "Ada", lastName: "Byron" });
  const token = await client.get<TokenFacts>(`/merchant/tokens/${first.id}`);
  assert.deepEqual([token.body.tender, token.body.last4], ["CARD", "1111"]);
  const again = await client.sell({ tokenId: first.id, cardNumber: "", expiration: "" });
  assert.deepEqual([again.last4, again.name], ["1111", "Ada Byron"]);
  const bank = await client.sell(TYPED_BANK);
  const fromBank = await client.sell({ tokenId: bank.id, type: "SALE", amountCents: 900 });
  assert.equal(fromBank.tender, "ACH");
  const clinic = await MerchantClient.of(app, CLINIC_OWNER);
  assert.equal((await clinic.get(`/merchant/tokens/${first.id}`)).status, 404);
  assert.equal((await clinic.pay({ tokenId: first.id })).status, 409);
});

test("an id that was not issued to the account cannot be used", async (t) => {
  const app = await openTestApp(t);
  const [client, clinic] = [
    await MerchantClient.of(app),
    await MerchantClient.of(app, CLINIC_OWNER),
  ];
  const theirs = await clinic.newId();
  assert.equal((await client.get(`/merchant/ids/${theirs}`)).status, 404);
  const sent = { ...TYPED_CARD, id: theirs };
  assert.equal((await client.post("/merchant/payments", sent)).status, 409);
  const missing = await client.post("/merchant/payments", TYPED_CARD);
  assert.ok("id" in (missing.body.error.fields ?? {}));
  assert.equal(await countPayments(app), 0);
});

test("only merchant users can use the payment screens", async (t) => {
  const operator = await MerchantClient.of(await openShared(t, openTestApp), OPERATOR);
  for (const path of ["/merchant/dashboard", "/merchant/days", "/merchant/transactions"]) {
    assert.equal((await operator.get(path)).status, 403, path);
  }
  assert.equal((await operator.get("/merchant/terminal")).status, 403);
  assert.equal((await operator.post("/merchant/payments", TYPED_CARD)).status, 403);
});
