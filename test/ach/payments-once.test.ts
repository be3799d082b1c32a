/** An entry is created once for repeated requests, with its webhooks and receipts (F). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, openTestApp } from "../kit/app.ts";
import {
  ask,
  BANK,
  endingIn,
  idsToSend,
  pay,
  readStatus,
  reissue,
  SALE,
  timesAsked,
  verificationIn,
} from "../kit/bank.ts";
import { BOOKS, CLINIC } from "../kit/bank-logins.ts";
import {
  errorsIn,
  type Form,
  fetchId,
  listNewWebhooks,
  NO_LIMITS,
  openHooked,
  send,
} from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const open = (t: Parameters<typeof openTestApp>[0]) => openTestApp(t, {}, NO_LIMITS);

test("a repeated id or key gets the first answer without another verification", async (t) => {
  const app = await openShared(t, open);
  const before = (await idsToSend(app)).length;
  for (const bank of [endingIn("5678"), endingIn("0001")]) {
    const ways: readonly (readonly [Form, Form])[] = [
      [{ transaction_id: await fetchId(app) }, {}],
      [{}, { "idempotency-key": `rent ${bank.bank_account_number}` }],
    ];
    for (const [claim, headers] of ways) {
      const form = { ...BOOKS, ...SALE, ...bank, ...claim, validate_ach_account: "1" };
      const first = await send(app, form, headers);
      const asked = await timesAsked(app);
      const again = await send(app, form, headers);
      assert.equal(again.body, first.body);
      assert.equal(again.headers["idempotent-replayed"], "true");
      assert.equal(await timesAsked(app), asked);
    }
  }
  assert.equal((await idsToSend(app)).length, before + 2);
});

test("the same id for another entry is 20008, whatever differs", async (t) => {
  const app = await openShared(t, open);
  const before = await idsToSend(app);
  const transaction_id = await fetchId(app);
  await pay(app, { transaction_id });
  const others: readonly Form[] = [
    { transaction_amount: "2.00" },
    { transaction_type: "CREDIT" },
    { bank_account_number: "770012345679" },
    { bank_routing_number: "011000015" },
    { ach_sec_code: "PPD" },
    { ach_account_type: "savings" },
    { validate_ach_account: "1" },
    { validate_ach_account: "0" },
    { check_number: "7" },
    { first_name: "James" },
    { zip: "12201" },
  ];
  for (const other of others) {
    const answer = await pay(app, { transaction_id, ...other });
    assert.equal(answer.error_code, 20008, JSON.stringify(other));
  }
  const same = await pay(app, { transaction_id, ach_sec_code: "DEF", response_format: "JSON" });
  assert.equal(same.transaction_id, transaction_id);
  assert.deepEqual(await idsToSend(app), [...before, transaction_id]);
});

test("a reissue of another token, or as another kind of account, is another request", async (t) => {
  const app = await openShared(t, open);
  const [first, second] = [await pay(app), await pay(app)];
  const transaction_id = await fetchId(app);
  await reissue(app, first.transaction_id, { transaction_id });
  const again = await reissue(app, first.transaction_id, { transaction_id });
  assert.equal(again.transaction_id, transaction_id);
  const other = await reissue(app, second.transaction_id, { transaction_id });
  assert.equal(other.error_code, 20008);
  const savings = { transaction_id, ach_account_type: "savings" };
  assert.equal((await reissue(app, first.transaction_id, savings)).error_code, 20008);
});

test("twenty identical requests at once: one verification, one entry, one answer", async (t) => {
  const app = await openShared(t, open);
  const [asked, waiting] = [await timesAsked(app), await idsToSend(app)];
  const transaction_id = await fetchId(app);
  const form = { ...endingIn("0004"), transaction_id };
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(app, form)));
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.deepEqual(verificationIn(answers[0]), [true, "Accepted"]);
  assert.equal(await timesAsked(app), asked + 1);
  assert.deepEqual(await idsToSend(app), [...waiting, transaction_id]);
});

test("twenty entries of one new bank account at once share one verification", async (t) => {
  const app = await openShared(t, open);
  const [asked, waiting] = [await timesAsked(app), await idsToSend(app)];
  const bank = { bank_account_number: "666012340004" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(app, bank)));
  const passed = answers.filter((answer) => answer.ach_verification_passed);
  const before = answers.filter(
    ({ ach_verification_message }) => ach_verification_message === "Previously verified",
  );
  assert.deepEqual([passed.length, before.length], [1, 19]);
  assert.equal(await timesAsked(app), asked + 1);
  assert.equal((await idsToSend(app)).length, waiting.length + 20);
});

test("status is IN PROGRESS while the provider is asked, and its id is no token yet", async (t) => {
  const app = await openShared(t, open);
  const asked = await timesAsked(app);
  const transaction_id = await fetchId(app);
  const paying = pay(app, { bank_account_number: "777012340004", transaction_id });
  while ((await timesAsked(app)) === asked) await new Promise(setImmediate);
  const status = await readStatus(app, transaction_id);
  assert.deepEqual(
    [status.found, status.authorization_message, status.transaction_approved],
    [true, "IN PROGRESS", false],
  );
  assert.equal((await reissue(app, transaction_id)).error_code, 20006);
  const refund = { transaction_type: "REFUND", token_id: transaction_id };
  assert.equal((await ask(app, refund)).error_code, 20006);
  assert.equal((await paying).authorization_message, "PENDING");
});

test("every request sends one webhook with the fields of its answer", async (t) => {
  const app = await openHooked(t);
  const expect = async (event: string, form: Form) => {
    let body = "";
    const news = await listNewWebhooks(app, async () => {
      body = (await send(app, { ...ACCOUNT, ...form })).body;
    });
    const answer = JSON.parse(body);
    const transaction_id = answer.transaction_id ?? null;
    const told = news.map(({ payload, ...one }) => {
      const isFailed = one.event === "transaction.failed";
      return { ...one, payload: isFailed ? JSON.stringify(errorsIn(payload)) : payload };
    });
    assert.deepEqual(told, [{ event, transaction_id, payload: body }], JSON.stringify(form));
    return answer;
  };
  const approved = (form: Form) => expect("transaction.approved", form);
  const sale = await approved(SALE);
  assert.deepEqual(verificationIn(sale), [true, "Accepted"]);
  const refused = await expect("transaction.declined", { ...SALE, ...endingIn("0002") });
  assert.deepEqual(verificationIn(refused), [false, "Account closed"]);
  const credit = await approved({ ...SALE, transaction_type: "CREDIT" });
  await approved({ ...BANK, transaction_type: "STORE" });
  await expect("transaction.failed", { ...SALE, bank_routing_number: "1" });
  await expect("transaction.failed", { ...SALE, ach_sec_code: "POP" });
  await approved({ transaction_type: "REFUND", token_id: sale.transaction_id });
  await approved({ transaction_type: "REVERSAL", token_id: credit.transaction_id });
  await expect("transaction.failed", { transaction_type: "REFUND", token_id: sale.transaction_id });
  const form = { ...SALE, transaction_id: await fetchId(app) };
  await approved(form);
  assert.deepEqual(await listNewWebhooks(app, () => pay(app, form)), []);
  assert.deepEqual(await listNewWebhooks(app, () => pay(app, CLINIC)), []);
});

test("accepted and voided entries have receipts; refused entries and stored accounts have none", async (t) => {
  const app = await open(t);
  const { owner } = app.database;
  await owner.rows`
    update accounts set receipt_email = 'owner@books.test' where id = ${BOOKS.account_id}`;
  const emailsAfter = async (form: Form) => {
    const before = (await owner.rows`select from outbox where kind = 'mail'`).length;
    const wishes = { send_customer_receipt: "1", send_merchant_receipt: "1" };
    const { transaction_id } = await ask(app, { ...wishes, email: "jim@example.com", ...form });
    const emails = await owner.rows<{ payload: Record<string, string> }>`
      select payload from outbox where kind = 'mail' order by id offset ${before}`;
    return { transaction_id, emails: emails.map(({ payload }) => payload) };
  };
  const { transaction_id, emails } = await emailsAfter(SALE);
  assert.deepEqual(emails.map(({ to }) => to).sort(), ["jim@example.com", "owner@books.test"]);
  for (const email of emails) {
    const text = JSON.stringify(email);
    for (const word of ["ending in 5678", "$1.00", transaction_id, "Jim Smith"]) {
      assert.ok(text.includes(word), word);
    }
    assert.ok(!text.includes(BANK.bank_account_number));
  }
  const undone = await emailsAfter({ transaction_type: "REFUND", token_id: transaction_id });
  assert.equal(undone.emails.length, 2);
  assert.equal((await emailsAfter({ ...SALE, ...endingIn("0001") })).emails.length, 0);
  assert.equal((await emailsAfter({ ...BANK, transaction_type: "STORE" })).emails.length, 0);
});
