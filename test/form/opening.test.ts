/** Opening a form changes nothing: a transaction id is taken when a customer first pays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeSignedToken } from "../../src/core/forms/signed-token.ts";
import {
  askedHost,
  CARD_FIELDS,
  Customer,
  openFormApp,
  readFormToken,
  readRedirect,
  transactionsOf,
} from "../kit/form-interface.ts";
import { openShared } from "../kit/shared.ts";

/** Everything that is stored, except certification's log of requests. */
async function storedRows({ app }: Customer): Promise<string> {
  await app.flush();
  const [row] = await app.database.owner.rows<{ dump: string }>`
    select schema_to_xml('public', true, false, '')::text as dump`;
  return (row?.dump ?? "").replaceAll(/<request_log>[\s\S]*?<\/request_log>/g, "");
}

async function claims({ app }: Customer): Promise<number> {
  const [row] = await app.database.owner.rows<{ count: number }>`
    select count(*)::int as count from form_claims`;
  return row?.count ?? 0;
}

test("opening a form by GET or HEAD stores nothing", async (t) => {
  const customer = await openShared(t, openFormApp);
  await customer.open();
  const before = await storedRows(customer);
  for (let turn = 0; turn < 5; turn++) {
    const fresh = new Customer(customer.app);
    assert.equal((await fresh.open()).statusCode, 200);
    await fresh.open();
    const head = await customer.app.server.inject({ method: "HEAD", url: "/pay/books" });
    assert.equal(head.statusCode, 200);
  }
  assert.equal(await storedRows(customer), before);
});

test("a form that is sent with wrong fields takes no transaction id", async (t) => {
  const customer = await openShared(t, openFormApp);
  const token = await customer.ticket();
  const wrong = await customer.send({ token, ...CARD_FIELDS, card_number: "" });
  assert.equal(wrong.statusCode, 422);
  assert.equal(await claims(customer), 0);
  const paid = await customer.send({ token: readFormToken(wrong.body), ...CARD_FIELDS });
  assert.equal(paid.statusCode, 303);
  assert.equal(await claims(customer), 1);
});

test("pages that are opened at the same time have different tokens", async (t) => {
  const customer = await openShared(t, openFormApp);
  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => new Customer(customer.app).ticket()),
  );
  assert.equal(new Set(tokens).size, 20);
});

test("one page sent 30 times at once, with different details, takes one id and charges once", async (t) => {
  const customer = await openFormApp(t);
  const token = await customer.ticket();
  const sent = await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      customer.send({ token, ...CARD_FIELDS, amount: place % 2 === 0 ? "12.34" : "20.00" }),
    ),
  );
  const receipts = sent.map((response) => readRedirect(response).split("?")[0]);
  assert.equal(new Set(receipts).size, 1);
  assert.equal(await claims(customer), 1);
  assert.equal(await askedHost(customer.app), 1);
});

test("the same page opens in a second window and pays once between both", async (t) => {
  const customer = await openFormApp(t);
  const first = await customer.ticket();
  const second = await customer.ticket();
  assert.equal(second, first, "the cookie keeps the page's token");
  const paid = readRedirect(await customer.send({ token: first, ...CARD_FIELDS }));
  const again = readRedirect(await customer.send({ token: second, ...CARD_FIELDS, amount: "50" }));
  assert.equal(again.split("?")[0], paid);
  assert.equal(await askedHost(customer.app), 1);
});

test("a page of an earlier release with a transaction id still pays once", async (t) => {
  const { app } = await openFormApp(t);
  const customer = new Customer(app);
  const id = "323000000777";
  await app.database.owner.rows`
    insert into issued_ids (account_id, id, issued_at)
    values (120000000001, ${id}, ${app.clock.business()})`;
  const validUntil = app.clock.wall().add({ hours: 24 });
  const form = { accountId: "120000000001", name: "books" };
  const token = writeSignedToken(app.custody, "page", form, { subject: id, validUntil });
  const [first, second] = [
    await customer.send({ token, ...CARD_FIELDS }),
    await customer.send({ token, ...CARD_FIELDS }),
  ];
  assert.equal(readRedirect(first), readRedirect(second));
  assert.deepEqual(
    (await transactionsOf(app)).map((transaction) => transaction.id),
    [id],
  );
});
