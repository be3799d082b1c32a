/** Notifications of change are applied to the bank account of later entries. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { forceChange } from "../../src/core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import type { AchEntry } from "../../src/core/ach/nacha/ach-file.ts";
import { readStoredFile } from "../../src/core/ach/read-stored-file.ts";
import { clearBankBlock, listBankBlocks } from "../../src/core/bank-accounts/clear-block.ts";
import { MONDAY, openAchOn, type TestAch } from "../kit/ach.ts";
import type { TestApp } from "../kit/app.ts";
import { BANK, BOOKS, endingIn, pay, readTransactionRow, reissue } from "../kit/bank.ts";
import { hook, openUnlimitedApp } from "../kit/hooked-app.ts";

const OPERATOR = { actor: { kind: "command_line", name: "test" } } as const;
const OLD = BANK.bank_account_number;
const NEW = "880099998765";
const ROUTING = BANK.bank_routing_number;
/** A published test routing number of another bank. */
const OTHER_ROUTING = "061000146";

async function open(t: TestContext) {
  const app = await openUnlimitedApp(t);
  app.clock.set(MONDAY);
  return { app, ach: await openAchOn(app) };
}

/** The transaction code, routing and account number of every entry in the next file. */
async function sendNext({ needs, clock }: TestAch): Promise<readonly string[]> {
  clock.advance({ seconds: 1 });
  const reports = await forceCutOffs(needs, undefined, OPERATOR);
  const names = reports?.flatMap(({ files }) => files) ?? [];
  const entries: string[] = [];
  for (const name of names) {
    const found = await readStoredFile(needs, name);
    assert.ok(found.kind === "found");
    for (const item of found.items) if (item.kind === "entry") entries.push(entryText(item.entry));
  }
  return entries;
}

function entryText({ transactionCode, routingNumber, accountNumber }: AchEntry): string {
  return `${transactionCode} ${routingNumber} ${accountNumber.trim()}`;
}

async function change(ach: TestAch, transactionId: string, code: string, corrected: string) {
  const outcome = await forceChange(ach.needs, { transactionId, code, corrected }, OPERATOR);
  assert.equal(outcome.kind, "done");
}

async function sellAndChange(app: TestApp, ach: TestAch, code: string, corrected: string) {
  const { transaction_id } = await pay(app);
  await sendNext(ach);
  await change(ach, transaction_id, code, corrected);
  return transaction_id as string;
}

const CODES = [
  ["C01", NEW, `27 ${ROUTING} ${NEW}`],
  ["C02", OTHER_ROUTING, `27 ${OTHER_ROUTING} ${OLD}`],
  ["C03", `${OTHER_ROUTING} ${NEW}`, `27 ${OTHER_ROUTING} ${NEW}`],
  ["C05", "37", `37 ${ROUTING} ${OLD}`],
  ["C06", `${NEW} 37`, `37 ${ROUTING} ${NEW}`],
  ["C07", `${OTHER_ROUTING} ${NEW} 37`, `37 ${OTHER_ROUTING} ${NEW}`],
] as const;

for (const [code, corrected, entry] of CODES) {
  test(`${code} is used by the next entry, by token or with the old numbers`, async (t) => {
    const { app, ach } = await open(t);
    const token = await sellAndChange(app, ach, code, corrected);
    await reissue(app, token);
    await pay(app);
    assert.deepEqual(await sendNext(ach), [entry, entry]);
  });
}

test("a change is used by an entry that waits for its file", async (t) => {
  const { app, ach } = await open(t);
  const { transaction_id } = await pay(app);
  await sendNext(ach);
  const waiting = await pay(app);
  await change(ach, transaction_id, "C01", NEW);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${NEW}`]);
  assert.equal((await readTransactionRow(app, waiting.transaction_id))["last4"], "8765");
  await reissue(app, waiting.transaction_id);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${NEW}`], "its token has the new one");
});

test("changes of an account that does not apply them are only shown", async (t) => {
  const { app, ach } = await open(t);
  await app.database.owner.rows`
    update accounts set applies_ach_changes = false where id = ${BOOKS.account_id}`;
  const token = await sellAndChange(app, ach, "C01", NEW);
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${OLD}`]);
  assert.equal((await readTransactionRow(app, token))["noc_data"], "C01 account ****8765");
  const rows = await app.database.owner.rows`select from bank_corrections`;
  assert.equal(rows.length, 0);
});

test("corrections are not used while the account's setting is off", async (t) => {
  const { app, ach } = await open(t);
  const token = await sellAndChange(app, ach, "C01", NEW);
  await app.database.owner.rows`
    update accounts set applies_ach_changes = false where id = ${BOOKS.account_id}`;
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${OLD}`]);
});

test("a change that names no usable bank account is only shown", async (t) => {
  const { app, ach } = await open(t);
  const token = await sellAndChange(app, ach, "C02", "061000147");
  await change(ach, token, "C05", "55");
  await change(ach, token, "C04", "JAMES SMITH");
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${OLD}`]);
});

test("changes of the same bank account add up, and the newest wins", async (t) => {
  const { app, ach } = await open(t);
  const token = await sellAndChange(app, ach, "C05", "37");
  await change(ach, token, "C01", "1111");
  await change(ach, token, "C01", NEW);
  await change(ach, token, "C02", OTHER_ROUTING);
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`37 ${OTHER_ROUTING} ${NEW}`]);
});

test("a change of a corrected bank account is followed, also back to the first one", async (t) => {
  const { app, ach } = await open(t);
  const first = await sellAndChange(app, ach, "C01", NEW);
  const second = await reissue(app, first);
  await sendNext(ach);
  await change(ach, second.transaction_id, "C01", "660055554444");
  const third = await reissue(app, first);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} 660055554444`]);
  await change(ach, third.transaction_id, "C01", OLD);
  await reissue(app, first);
  await reissue(app, third.transaction_id);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${OLD}`, `27 ${ROUTING} ${OLD}`]);
});

test("an unauthorized return follows the correction, a wrong number does not", async (t) => {
  const { app, ach } = await open(t);
  const answers: unknown[] = [];
  for (const [last4, code] of [
    ["5001", "R10"],
    ["5003", "R03"],
  ] as const) {
    const [one, other] = [await pay(app, endingIn(last4)), await pay(app, endingIn(last4))];
    await sendNext(ach);
    await forceReturn(ach.needs, { transactionId: one.transaction_id, code }, OPERATOR);
    await change(ach, other.transaction_id, "C01", `88009999${last4}`);
    const { error_code, ach_verification_message } = await reissue(app, one.transaction_id);
    answers.push([error_code, ach_verification_message]);
  }
  assert.deepEqual(answers, [
    [30002, "Account blocked after return R10"],
    [0, "Not required"],
  ]);
});

test("a return of an entry with a corrected bank account blocks the corrected one", async (t) => {
  const { app, ach } = await open(t);
  const token = await sellAndChange(app, ach, "C01", NEW);
  const second = await reissue(app, token);
  await sendNext(ach);
  await forceReturn(ach.needs, { transactionId: second.transaction_id, code: "R02" }, OPERATOR);
  assert.equal((await pay(app, { bank_account_number: NEW })).error_code, 30002);
  assert.equal((await reissue(app, token)).error_code, 30002);
});

test("a corrected bank account is verified before its first debit, if the settings ask", async (t) => {
  const { app, ach } = await open(t);
  await sellAndChange(app, ach, "C01", NEW);
  const next = await pay(app);
  assert.deepEqual([next.ach_verification_message, next.last4], ["Accepted", "8765"]);
  assert.equal((await pay(app)).ach_verification_message, "Previously verified");
});

test("transaction.changed says whether the account was updated, with masked numbers", async (t) => {
  const { app, ach } = await open(t);
  await hook(app);
  const token = await sellAndChange(app, ach, "C01", NEW);
  await change(ach, token, "C04", "JAMES SMITH");
  const told = await app.database.owner.rows<{ payload: Record<string, unknown> }>`
    select payload from outbox where event = 'transaction.changed' order by id`;
  assert.deepEqual(
    told.map(({ payload }) => [payload["noc_data"], payload["account_updated"]]),
    [
      ["C01 account ****8765", true],
      ["C04 name JAMES SMITH", false],
    ],
  );
});

test("a repeated request gets its first answer after a change, too", async (t) => {
  const { app, ach } = await open(t);
  const { transaction_id } = await pay(app);
  await sendNext(ach);
  const headers = { "idempotency-key": "again" };
  const first = await pay(app, {}, headers);
  await change(ach, transaction_id, "C01", NEW);
  assert.deepEqual(await pay(app, {}, headers), first);
});

test("no table has the corrected number in the clear", async (t) => {
  const { app, ach } = await open(t);
  const token = await sellAndChange(app, ach, "C01", NEW);
  const rows = await app.database.owner.rows<{ row: string }>`
    select c::text as row from bank_corrections c
    union all select n::text from ach_notices n
    union all select t::text from transactions t where id = ${token}
    union all select o.payload::text from outbox o
    union all select a.after::text from audit_entries a where action = 'ach.change'`;
  assert.ok(rows.length >= 4);
  for (const { row } of rows) assert.ok(!row.includes(NEW), row);
});

const giveBack = async (ach: TestAch, transactionId: string, code: string) => {
  const outcome = await forceReturn(ach.needs, { transactionId, code }, OPERATOR);
  assert.equal(outcome.kind, "done");
};

test("an unauthorized return also blocks tokens that were made after the correction", async (t) => {
  const { app, ach } = await open(t);
  const first = await sellAndChange(app, ach, "C01", NEW);
  const second = await pay(app);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${NEW}`]);
  await giveBack(ach, first, "R10");
  const refused = [
    await reissue(app, second.transaction_id),
    await reissue(app, first),
    await pay(app, { bank_account_number: NEW }),
  ];
  for (const { authorization_message } of refused)
    assert.equal(authorization_message, "NOT BATCHED");
  const listed = await listBankBlocks({ db: app.database.app }, BOOKS.account_id);
  assert.ok(listed.kind === "listed");
  assert.deepEqual(
    listed.blocks.map(({ transactionId, last4 }) => [transactionId, last4]),
    [[first, OLD.slice(-4)]],
    "one block for whoever reads the list",
  );
  const by = { transactionId: first, by: OPERATOR };
  await clearBankBlock({ db: app.database.app }, BOOKS.account_id, by);
  assert.equal((await reissue(app, second.transaction_id)).authorization_message, "PENDING");
});

test("a correction that arrives after an unauthorized return takes the block along", async (t) => {
  const { app, ach } = await open(t);
  const [one, other] = [await pay(app), await pay(app)];
  await sendNext(ach);
  const waiting = await pay(app, { transaction_type: "CREDIT" });
  await giveBack(ach, one.transaction_id, "R10");
  await change(ach, other.transaction_id, "C01", NEW);
  assert.deepEqual(await sendNext(ach), [`22 ${ROUTING} ${NEW}`], "the credit goes on");
  const again = await reissue(app, waiting.transaction_id);
  assert.equal(again.authorization_message, "NOT BATCHED");
});

test("an unauthorized return and a correction at the same moment block the corrected account", async (t) => {
  const { app, ach } = await open(t);
  for (let round = 0; round < 10; round++) {
    const old = endingIn(String(5000 + round));
    const [one, other] = [await pay(app, old), await pay(app, old)];
    const waiting = await pay(app, {
      ...old,
      transaction_type: "CREDIT",
      transaction_amount: "1.00",
    });
    await sendNext(ach);
    const corrected = `8800999987${10 + round}`;
    await Promise.all([
      giveBack(ach, one.transaction_id, "R10"),
      change(ach, other.transaction_id, "C01", corrected),
    ]);
    assert.equal(waiting.error_code, 0);
    const again = await pay(app, { bank_account_number: corrected });
    assert.equal(again.authorization_message, "NOT BATCHED", `round ${round}`);
  }
});

test("a weaker return does not replace an unauthorized block", async (t) => {
  const { app, ach } = await open(t);
  const [first, second, third] = [await pay(app), await pay(app), await pay(app)];
  await sendNext(ach);
  await change(ach, first.transaction_id, "C01", NEW);
  await giveBack(ach, first.transaction_id, "R10");
  await giveBack(ach, second.transaction_id, "R03");
  assert.equal((await pay(app)).ach_verification_message, "Account blocked after return R10");
  await giveBack(ach, third.transaction_id, "R07");
  assert.equal((await pay(app)).ach_verification_message, "Account blocked after return R07");
});
