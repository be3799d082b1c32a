/** What a test can do with a gateway of `sixdoors/testing`, and that a reset undoes it all. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import type { SixdoorsGateway } from "../../testing/index.ts";
import { BANK_ACCOUNT, findStatus, payAt } from "../kit/kit-gateway.ts";

/** The first transaction of a month. */
export const FIRST_ID = /^\d{3}000000001$/;

type Check = (gateway: SixdoorsGateway) => Promise<void>;

/** In this order, on one gateway. The last one resets it. */
export const GATEWAY_RULES: Readonly<Record<string, Check>> = {
  "it has the seeded accounts and logins": checkLogins,
  "a webhook is signed as a receiver gets it": checkSignature,
  "webhooks come in order, each once, and a filter leaves the others": checkOrder,
  "the card host declines one order": checkDecline,
  "the card host delays one answer": checkDelay,
  "a lost answer is unknown until the card host is asked": checkLostAnswer,
  "advancing the clock runs jobs and asks about lost answers": checkClock,
  "entries wait for the cutoff, then settle": checkSettlement,
  "an entry that still waits is sent before it is returned": checkReturn,
  "emails are in the mailbox, each returned once": checkEmails,
  "a call that is not possible says why": checkRefusals,
  "a reset puts everything back": checkReset,
};

async function checkLogins({ account, accounts, logins, url }: SixdoorsGateway): Promise<void> {
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
  const { id, accessKey, acceptsAch } = account;
  assert.deepEqual([id, accessKey, acceptsAch], ["120000000001", "1".repeat(32), true]);
  assert.equal(accounts.length, 5);
  assert.deepEqual(logins.operator, { userName: "operator", password: "certification-operator" });
  assert.equal(logins.pointOfSale[0]?.email, "owner@books.test");
  assert.equal(logins.partners[0]?.partnerKey, "harbor-certification-key-00000001");
}

async function checkSignature(gateway: SixdoorsGateway): Promise<void> {
  const { transaction_id: transactionId } = await payAt(gateway);
  const { event, accountId, transaction, body, headers } = await gateway.webhooks.next({
    transactionId,
  });
  assert.deepEqual([event, accountId], ["transaction.approved", gateway.account.id]);
  const verified = new Webhook(gateway.webhooks.secret).verify(body, { ...headers });
  assert.deepEqual((verified as { transaction: unknown }).transaction, transaction);
  assert.equal(transaction["transaction_id"], transactionId);
}

async function checkOrder({ webhooks, ...gateway }: SixdoorsGateway): Promise<void> {
  const pay = () => payAt({ webhooks, ...gateway });
  const [first, second, third] = [await pay(), await pay(), await pay()];
  const next = async (wish = {}) => (await webhooks.next(wish)).transaction["transaction_id"];
  assert.equal(await next({ transactionId: second.transaction_id }), second.transaction_id);
  assert.equal(await next({ event: "transaction.approved" }), first.transaction_id);
  assert.equal(await next(), third.transaction_id);
  await assert.rejects(
    webhooks.next({ within: "20ms" }),
    /No further webhook was sent within 20 ms/,
  );
}

async function checkDecline(gateway: SixdoorsGateway): Promise<void> {
  await gateway.cardHost.next({ decline: "05" });
  const declined = await payAt(gateway);
  assert.equal(declined["authorization_message"], "DO NOT HONOR");
  assert.equal((await payAt(gateway))["transaction_approved"], true);
}

async function checkDelay(gateway: SixdoorsGateway): Promise<void> {
  await gateway.cardHost.next({ delay: "100ms" });
  const started = performance.now();
  assert.equal((await payAt(gateway))["transaction_approved"], true);
  assert.ok(performance.now() - started >= 99);
}

async function checkLostAnswer(gateway: SixdoorsGateway): Promise<void> {
  await gateway.cardHost.next({ loseAnswer: true });
  const { transaction_id: transactionId, error_code: code } = await payAt(gateway);
  assert.equal(code, 50_000);
  assert.equal((await findStatus(gateway, transactionId))["transaction_approved"], false);
  assert.deepEqual(await gateway.cardHost.reconcile(), { asked: 1 });
  assert.equal((await findStatus(gateway, transactionId))["transaction_approved"], true);
  await gateway.webhooks.next({ event: "transaction.reconciled", transactionId });
}

async function checkClock(gateway: SixdoorsGateway): Promise<void> {
  await gateway.cardHost.next({ loseAnswer: true });
  const { transaction_id: transactionId } = await payAt(gateway);
  const before = await gateway.clock.now();
  const { now, ran } = await gateway.clock.advance("1d");
  assert.ok(new Date(now).getTime() - before.getTime() >= 86_400_000);
  assert.ok(ran.some(({ job }) => job === "Close card batches"));
  await gateway.webhooks.next({ event: "transaction.reconciled", transactionId });
  const settled = await gateway.webhooks.next({ event: "transaction.settled", transactionId });
  assert.ok(settled.transaction["batch_id"]);
}

async function checkSettlement(gateway: SixdoorsGateway): Promise<void> {
  const { transaction_id: transactionId } = await payAt(gateway, BANK_ACCOUNT);
  assert.deepEqual(await gateway.ach.cutoff(), { entries: 1, files: 1 });
  assert.deepEqual(await gateway.ach.cutoff(), { entries: 0, files: 0 });
  assert.deepEqual(await gateway.ach.settle(transactionId), { transactionId, state: "settled" });
  await gateway.webhooks.next({ event: "transaction.settled", transactionId });
}

async function checkReturn(gateway: SixdoorsGateway): Promise<void> {
  const { transaction_id: transactionId } = await payAt(gateway, BANK_ACCOUNT);
  assert.deepEqual(await gateway.ach.return(transactionId, "r01"), {
    transactionId,
    state: "returned",
  });
  const event = "transaction.returned";
  const { transaction } = await gateway.webhooks.next({ event, transactionId });
  assert.equal(transaction["ach_return_code"], "R01");
}

async function checkEmails(gateway: SixdoorsGateway): Promise<void> {
  for (const email of ["ann@example.com", "bob@example.com"]) {
    await payAt(gateway, { email, send_customer_receipt: "1" });
  }
  const bob = await gateway.mailbox.next({ to: "bob@example.com" });
  assert.match(bob.text, /12\.34/);
  assert.equal((await gateway.mailbox.next()).to, "ann@example.com");
  await assert.rejects(gateway.mailbox.next({ within: 20 }), /Emails so far: .*ann@example\.com: /);
  assert.deepEqual(await gateway.mailbox.list({ to: "bob@example.com" }), [bob]);
}

async function checkRefusals(gateway: SixdoorsGateway): Promise<void> {
  const { transaction_id: id } = await payAt(gateway);
  const refusals: [() => Promise<unknown>, RegExp][] = [
    [() => gateway.clock.advance("soon"), /^SixdoorsError: "soon" is not a duration or a time\./],
    [() => gateway.clock.advance("100d"), /at most 92 days/],
    [() => gateway.clock.advance("2001-01-01"), /The clock cannot be set back/],
    [() => gateway.ach.return(id, "R01"), /There is no ACH entry with the transaction id/],
    [() => gateway.ach.return(id, "R00"), /This return code does not exist/],
    [() => gateway.ach.settle("x"), /"x" is not a transaction id/],
    [() => gateway.webhooks.next({ transactionId: "x" }), /"x" is not a transaction id/],
  ];
  for (const [call, reason] of refusals) await assert.rejects(call, reason);
  await assert.rejects(gateway.mailbox.next({ within: "3 days" }), /"3 days" is not a duration/);
  await assert.rejects(gateway.cardHost.next({} as { decline: string }), /decline: "05"/);
}

async function checkReset(gateway: SixdoorsGateway): Promise<void> {
  const { transaction_id: before } = await payAt(gateway);
  await gateway.cardHost.next({ decline: "05" });
  await gateway.reset();
  assert.ok(Math.abs((await gateway.clock.now()).getTime() - Date.now()) < 60_000);
  assert.deepEqual(await gateway.mailbox.list(), []);
  await assert.rejects(gateway.webhooks.next({ within: 0 }), /including returned ones: none/);
  assert.equal((await findStatus(gateway, before))["transaction_approved"], undefined);
  const after = await payAt(gateway);
  assert.equal(after["transaction_approved"], true);
  assert.match(after.transaction_id, FIRST_ID);
  assert.deepEqual(gateway.lastLogLines, []);
}
