/** The client's payments and status against the whole server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SixdoorsError } from "../../client/index.ts";
import { CARD, openClient } from "./open-client.ts";

const CUSTOMER = { firstName: "Jim", lastName: "Smith" };

test("the client pays by card", async (t) => {
  const { client } = await openClient(t);
  const { payments, status } = client;

  await t.test("a sale is approved with its amount as decimal text", async () => {
    const sale = await payments.sale({ amount: "12.30", card: { ...CARD, verification: "123" } });
    assert.equal(sale.outcome, "approved");
    assert.ok(sale.outcome === "approved");
    assert.match(sale.id, /^\d{12}$/);
    const { amount, requestedAmount, last4, cardBrand, cvvResult, message, balance } = sale;
    assert.deepEqual(
      { amount, requestedAmount, last4, cardBrand, cvvResult, message, balance },
      {
        amount: "12.30",
        requestedAmount: "12.30",
        last4: "1111",
        cardBrand: "VISA",
        cvvResult: "M",
        message: "APPROVED",
        balance: "12.30",
      },
    );
    const { timestamp, ...found } = await status.get(sale.id).then((one) => {
      assert.ok(one.outcome === "approved");
      return one;
    });
    assert.match(timestamp, /^\d{4}-\d\d-\d\d /);
    const expected = { id: sale.id, amount: "12.30", message: "APPROVED", cashier: null };
    assert.deepEqual(found, { outcome: "approved", ...expected });
  });

  await t.test("a decline is a result with its reason, not an error", async () => {
    const sale = await payments.sale({ amount: "1.02", card: CARD });
    assert.ok(sale.outcome === "declined");
    assert.equal(sale.message, "INSUFFICIENT FUNDS");
    assert.equal((await status.get(sale.id)).outcome, "declined");
  });

  await t.test("money is reserved, captured in part, refunded in part and in full", async () => {
    const reserved = await payments.authorize({ amount: "50.00", card: CARD, cashier: "Ada" });
    assert.ok(reserved.outcome === "approved");
    const captured = await payments.capture(reserved.id, { amount: "40.00" });
    assert.ok(captured.outcome === "approved");
    assert.deepEqual([captured.id, captured.message], [reserved.id, "CAPTURED"]);
    const some = await payments.refund(reserved.id, { amount: "10.00" });
    assert.ok(some.outcome === "approved");
    assert.deepEqual([some.originalId, some.message], [reserved.id, "REFUND"]);
    const rest = await payments.refund(reserved.id);
    assert.ok(rest.outcome === "approved");
    assert.equal(rest.amount, "30.00");
    await assert.rejects(payments.refund(reserved.id), { code: "20017" });
  });

  await t.test("a payment is reversed before its batch", async () => {
    const sale = await payments.sale({ amount: "3.00", card: CARD });
    const reversed = await payments.reverse(sale.id);
    assert.ok(reversed.outcome === "approved");
    assert.equal(reversed.originalId, sale.id);
  });

  await t.test("a stored card pays by its token", async () => {
    const stored = await payments.store({ card: CARD, customer: CUSTOMER });
    assert.ok(stored.outcome === "stored");
    const sale = await payments.sale({ amount: "9.99", card: { token: stored.token } });
    assert.ok(sale.outcome === "approved");
    assert.deepEqual([sale.last4, sale.firstName], ["1111", "Jim"]);
  });

  await t.test("credits, forced sales and batches", async () => {
    const credit = await payments.credit({ amount: "5.00", card: CARD });
    assert.ok(credit.outcome === "approved");
    assert.equal(credit.message, "CREDIT");
    const forced = await payments.force({
      amount: "6.00",
      card: CARD,
      authorizationCode: "A1B2C3",
    });
    assert.equal(forced.outcome, "approved");
    const batch = await payments.settleBatch();
    assert.ok(batch.outcome === "approved");
    assert.equal(typeof batch.batchId, "number");
  });

  await t.test("a partial approval has both amounts", async () => {
    const sale = await payments.sale({ amount: "1.20", card: CARD, allowPartial: true });
    assert.ok(sale.outcome === "approved");
    assert.deepEqual([sale.requestedAmount, sale.amount], ["1.20", "1.00"]);
  });

  await t.test("the same id pays once, and another payment cannot use it", async () => {
    const id = await payments.reserveId();
    assert.deepEqual(await status.get(id), { outcome: "not_found", id });
    const first = await payments.sale({ id, amount: "7.00", card: CARD });
    assert.deepEqual(await payments.sale({ id, amount: "7.00", card: CARD }), first);
    const other = payments.sale({ id, amount: "8.00", card: CARD });
    await assert.rejects(other, { code: "20008", transactionId: id });
  });

  await t.test("a capture with a key of your own happens once", async () => {
    const reserved = await payments.authorize({ amount: "50.00", card: CARD });
    const capture = { amount: "20.00", idempotencyKey: "order 7, capture" };
    const first = await payments.capture(reserved.id, capture);
    assert.deepEqual(await payments.capture(reserved.id, capture), first);
    await assert.rejects(payments.capture(reserved.id, { amount: "20.00" }), { code: "20006" });
  });

  await t.test("an unknown outcome is pending with its id", async () => {
    const sale = await payments.sale({ amount: "1.90", card: CARD });
    assert.ok(sale.outcome === "pending");
    assert.equal((await status.get(sale.id)).outcome, "pending");
  });

  await t.test("a payment that never reached the card host is an error that says so", async () => {
    const sale = payments.sale({ amount: "1.92", card: CARD });
    await assert.rejects(sale, { code: "not_sent", isTemporary: false });
    const reserved = await payments.authorize({ amount: "50.00", card: CARD });
    await assert.rejects(payments.capture(reserved.id, { amount: "1.92" }), { code: "not_sent" });
  });

  await t.test("a request error has code, message, HTTP status and request id", async () => {
    const wrong = { number: "4111111111111112", expiration: "12/30" };
    const error = await payments.sale({ amount: "1.00", card: wrong }).catch((one) => one);
    assert.ok(error instanceof SixdoorsError);
    const { code, message, status: http, area, transactionId, requestId } = error;
    assert.deepEqual({ code, http, area }, { code: "30370", http: 200, area: "payments" });
    assert.equal(message, "CARD DATA UNREADABLE");
    assert.match(transactionId ?? "", /^\d{12}$/);
    assert.ok((requestId ?? "").length > 5);
  });

  await t.test("amounts that are not decimal text, and misspelled names, are refused", async () => {
    for (const amount of [12.34, "12,34", "1e3", ""]) {
      const sale = payments.sale({ amount: amount as string, card: CARD });
      await assert.rejects(sale, { code: "invalid_argument" });
    }
    const misspelled = { amount: "1.00", card: CARD, custmId: "7" };
    await assert.rejects(payments.sale(misspelled), { code: "invalid_argument" });
    const both = { amount: "1.00", card: CARD, bankAccount: { token: "1" } };
    await assert.rejects(payments.sale(both as never), { code: "invalid_argument" });
  });
});

test("the client debits and credits bank accounts", async (t) => {
  const { client } = await openClient(t);
  const { payments, status } = client;
  const bankAccount = { routingNumber: "021000021", secCode: "WEB" } as const;
  const debit = (accountNumber: string) =>
    payments.sale({
      amount: "25.00",
      customer: CUSTOMER,
      bankAccount: { ...bankAccount, accountNumber, verify: true },
    });

  await t.test("a verified account is debited", async () => {
    const sale = await debit("7700123456");
    assert.ok(sale.outcome === "approved");
    const { message, isVerified, verificationMessage, last4, tender } = sale;
    const expected = ["PENDING", true, "Accepted", "3456", "ACH"];
    assert.deepEqual([message, isVerified, verificationMessage, last4, tender], expected);
    const back = await payments.credit({ amount: "5.00", bankAccount: { token: sale.id } });
    assert.ok(back.outcome === "approved");
    assert.equal(back.last4, "3456");
  });

  await t.test("an account that fails verification is declined with the reason", async () => {
    const sale = await debit("770012340002");
    assert.ok(sale.outcome === "declined");
    assert.deepEqual([sale.message, sale.verificationMessage], ["NOT BATCHED", "Account closed"]);
    assert.equal((await status.get(sale.id)).outcome, "declined");
  });

  await t.test("a bank account can be stored after it is verified", async () => {
    const account = { ...bankAccount, accountNumber: "7700129999", verify: true };
    const stored = await payments.store({ bankAccount: account, customer: CUSTOMER });
    assert.ok(stored.outcome === "stored");
    assert.equal(stored.isVerified, true);
  });
});

test("a wrong key is an error with the reason in its detail", async (t) => {
  const { client } = await openClient(t, { account: { id: "120000000001", accessKey: "0" } });
  const error = await client.payments.reserveId().catch((one) => one);
  assert.ok(error instanceof SixdoorsError);
  assert.deepEqual([error.code, error.area], ["20001", "status"]);
  assert.match(error.detail ?? "", /key/);
});

test("a duplicate is an error that names the first payment, and allowDuplicate charges", async (t) => {
  const { client, app } = await openClient(t);
  const { payments, reports } = client;
  await app.database.owner.rows`
    update accounts set duplicate_minutes = 10 where id = 120000000001`;
  const input = { amount: "12.30", card: CARD, customId: "order 7", tax: "0.90" };
  const first = await payments.sale(input);
  const error = await payments.sale(input).catch((one) => one);
  assert.ok(error instanceof SixdoorsError);
  assert.deepEqual([error.code, error.firstTransactionId], ["20040", first.id]);
  assert.equal((await payments.sale({ ...input, allowDuplicate: true })).outcome, "approved");
  const asked = { transactionId: first.id, withPurchase: true };
  const [row] = await Array.fromAsync(reports.rows(asked));
  assert.equal(row?.tax, "0.90");
});
