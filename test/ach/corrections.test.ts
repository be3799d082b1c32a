/** Notifications of change are applied to the bank account of later entries. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { forceChange } from "../../src/core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import type { AchEntry } from "../../src/core/ach/nacha/ach-file.ts";
import { readStoredFile } from "../../src/core/ach/read-stored-file.ts";
import { clearBankBlock, listBankBlocks } from "../../src/core/bank-accounts/clear-block.ts";
import type { TestAch } from "../kit/ach.ts";
import { OPERATOR, openAchApp } from "../kit/ach-app.ts";
import { BANK, endingIn, pay, readTransactionRow, reissue } from "../kit/bank.ts";
import { BOOKS } from "../kit/bank-logins.ts";
import { type Form, hook } from "../kit/hooked-app.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const ROUTING = BANK.bank_routing_number;
/** A published test routing number of another bank. */
const OTHER_ROUTING = "061000146";

let counter = 1000;

/** Sales from a bank account that no other test uses, and its corrected number. */
async function open(t: Lifetime, opener = openShared(t, openAchApp)) {
  const { app, ach } = await opener;
  const [old, corrected] = [`7700${++counter}5678`, `8800${counter}8765`];
  const sell = (changes: Form = {}, headers: Form = {}) =>
    pay(app, { bank_account_number: old, ...changes }, headers);
  /** Sends a sale that is answered by a change. Returns its id. */
  const sellAndChange = async (code: string, data: string) => {
    const { transaction_id } = await sell();
    await sendNext(ach);
    await change(ach, transaction_id, code, data);
    return transaction_id as string;
  };
  return { app, ach, old, corrected, sell, sellAndChange };
}

/** For tests of settings, and of everything that is stored. */
const openAlone = (t: Lifetime) => open(t, openAchApp(t));

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

type Numbers = Readonly<Record<"old" | "corrected", string>>;

/** What the notice says, and the next entry. */
const CODES: Readonly<Record<string, (numbers: Numbers) => readonly [string, string]>> = {
  C01: ({ corrected }) => [corrected, `27 ${ROUTING} ${corrected}`],
  C02: ({ old }) => [OTHER_ROUTING, `27 ${OTHER_ROUTING} ${old}`],
  C03: ({ corrected }) => [`${OTHER_ROUTING} ${corrected}`, `27 ${OTHER_ROUTING} ${corrected}`],
  C05: ({ old }) => ["37", `37 ${ROUTING} ${old}`],
  C06: ({ corrected }) => [`${corrected} 37`, `37 ${ROUTING} ${corrected}`],
  C07: ({ corrected }) => [`${OTHER_ROUTING} ${corrected} 37`, `37 ${OTHER_ROUTING} ${corrected}`],
};

for (const [code, said] of Object.entries(CODES)) {
  test(`${code} is used by the next entry, by token or with the old numbers`, async (t) => {
    const { app, ach, sell, sellAndChange, ...numbers } = await open(t);
    const [data, entry] = said(numbers);
    const token = await sellAndChange(code, data);
    await reissue(app, token);
    await sell();
    assert.deepEqual(await sendNext(ach), [entry, entry]);
  });
}

test("a change is used by an entry that waits for its file", async (t) => {
  const { app, ach, corrected, sell } = await open(t);
  const { transaction_id } = await sell();
  await sendNext(ach);
  const waiting = await sell();
  await change(ach, transaction_id, "C01", corrected);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${corrected}`]);
  assert.equal((await readTransactionRow(app, waiting.transaction_id))["last4"], "8765");
  await reissue(app, waiting.transaction_id);
  assert.deepEqual(
    await sendNext(ach),
    [`27 ${ROUTING} ${corrected}`],
    "its token has the new one",
  );
});

test("changes of an account that does not apply them are only shown", async (t) => {
  const { app, ach, old, corrected, sellAndChange } = await openAlone(t);
  await app.database.owner.rows`
    update accounts set applies_ach_changes = false where id = ${BOOKS.account_id}`;
  const token = await sellAndChange("C01", corrected);
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${old}`]);
  assert.equal((await readTransactionRow(app, token))["noc_data"], "C01 account ****8765");
  const rows = await app.database.owner.rows`select from bank_corrections`;
  assert.equal(rows.length, 0);
});

test("corrections are not used while the account's setting is off", async (t) => {
  const { app, ach, old, corrected, sellAndChange } = await openAlone(t);
  const token = await sellAndChange("C01", corrected);
  await app.database.owner.rows`
    update accounts set applies_ach_changes = false where id = ${BOOKS.account_id}`;
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${old}`]);
});

test("a change that names no usable bank account is only shown", async (t) => {
  const { app, ach, old, sellAndChange } = await open(t);
  const token = await sellAndChange("C02", "061000147");
  await change(ach, token, "C05", "55");
  await change(ach, token, "C04", "JAMES SMITH");
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${old}`]);
});

test("changes of the same bank account add up, and the newest wins", async (t) => {
  const { app, ach, corrected, sellAndChange } = await open(t);
  const token = await sellAndChange("C05", "37");
  await change(ach, token, "C01", "1111");
  await change(ach, token, "C01", corrected);
  await change(ach, token, "C02", OTHER_ROUTING);
  await reissue(app, token);
  assert.deepEqual(await sendNext(ach), [`37 ${OTHER_ROUTING} ${corrected}`]);
});

test("a change of a corrected bank account is followed, also back to the first one", async (t) => {
  const { app, ach, old, corrected, sellAndChange } = await open(t);
  const first = await sellAndChange("C01", corrected);
  const second = await reissue(app, first);
  await sendNext(ach);
  await change(ach, second.transaction_id, "C01", "660055554444");
  const third = await reissue(app, first);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} 660055554444`]);
  await change(ach, third.transaction_id, "C01", old);
  await reissue(app, first);
  await reissue(app, third.transaction_id);
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${old}`, `27 ${ROUTING} ${old}`]);
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
  const { app, ach, corrected, sell, sellAndChange } = await open(t);
  const token = await sellAndChange("C01", corrected);
  const second = await reissue(app, token);
  await sendNext(ach);
  await forceReturn(ach.needs, { transactionId: second.transaction_id, code: "R02" }, OPERATOR);
  assert.equal((await sell({ bank_account_number: corrected })).error_code, 30002);
  assert.equal((await reissue(app, token)).error_code, 30002);
});

test("a corrected bank account is verified before its first debit, if the settings ask", async (t) => {
  const { corrected, sell, sellAndChange } = await open(t);
  await sellAndChange("C01", corrected);
  const next = await sell();
  assert.deepEqual([next.ach_verification_message, next.last4], ["Accepted", "8765"]);
  assert.equal((await sell()).ach_verification_message, "Previously verified");
});

test("transaction.changed says whether the account was updated, with masked numbers", async (t) => {
  const { app, ach, corrected, sellAndChange } = await openAlone(t);
  await hook(app);
  const token = await sellAndChange("C01", corrected);
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
  const { ach, corrected, sell } = await open(t);
  const { transaction_id } = await sell();
  await sendNext(ach);
  const headers = { "idempotency-key": "again" };
  const first = await sell({}, headers);
  await change(ach, transaction_id, "C01", corrected);
  assert.deepEqual(await sell({}, headers), first);
});

test("no table has the corrected number in the clear", async (t) => {
  const { app, corrected, sellAndChange } = await openAlone(t);
  const token = await sellAndChange("C01", corrected);
  const rows = await app.database.owner.rows<{ row: string }>`
    select c::text as row from bank_corrections c
    union all select n::text from ach_notices n
    union all select t::text from transactions t where id = ${token}
    union all select o.payload::text from outbox o
    union all select a.after::text from audit_entries a where action = 'ach.change'`;
  assert.ok(rows.length >= 4);
  for (const { row } of rows) assert.ok(!row.includes(corrected), row);
});

const giveBack = async (ach: TestAch, transactionId: string, code: string) => {
  const outcome = await forceReturn(ach.needs, { transactionId, code }, OPERATOR);
  assert.equal(outcome.kind, "done");
};

test("an unauthorized return also blocks tokens that were made after the correction", async (t) => {
  const { app, ach, old, corrected, sell, sellAndChange } = await openAlone(t);
  const first = await sellAndChange("C01", corrected);
  const second = await sell();
  assert.deepEqual(await sendNext(ach), [`27 ${ROUTING} ${corrected}`]);
  await giveBack(ach, first, "R10");
  const refused = [
    await reissue(app, second.transaction_id),
    await reissue(app, first),
    await sell({ bank_account_number: corrected }),
  ];
  for (const { authorization_message } of refused)
    assert.equal(authorization_message, "NOT BATCHED");
  const listed = await listBankBlocks({ db: app.database.app }, BOOKS.account_id);
  assert.ok(listed.kind === "listed");
  assert.deepEqual(
    listed.blocks.map(({ transactionId, last4 }) => [transactionId, last4]),
    [[first, old.slice(-4)]],
    "one block for whoever reads the list",
  );
  const by = { transactionId: first, by: OPERATOR };
  await clearBankBlock({ db: app.database.app }, BOOKS.account_id, by);
  assert.equal((await reissue(app, second.transaction_id)).authorization_message, "PENDING");
});

test("a correction that arrives after an unauthorized return takes the block along", async (t) => {
  const { app, ach, corrected, sell } = await open(t);
  const [one, other] = [await sell(), await sell()];
  await sendNext(ach);
  const waiting = await sell({ transaction_type: "CREDIT" });
  await giveBack(ach, one.transaction_id, "R10");
  await change(ach, other.transaction_id, "C01", corrected);
  assert.deepEqual(await sendNext(ach), [`22 ${ROUTING} ${corrected}`], "the credit goes on");
  const again = await reissue(app, waiting.transaction_id);
  assert.equal(again.authorization_message, "NOT BATCHED");
});

test("an unauthorized return and a correction at the same moment block the corrected account", async (t) => {
  const { app, ach } = await open(t);
  for (let round = 0; round < 10; round++) {
    const old = endingIn(String(5100 + round));
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
  const { ach, corrected, sell } = await open(t);
  const [first, second, third] = [await sell(), await sell(), await sell()];
  await sendNext(ach);
  await change(ach, first.transaction_id, "C01", corrected);
  await giveBack(ach, first.transaction_id, "R10");
  await giveBack(ach, second.transaction_id, "R03");
  assert.equal((await sell()).ach_verification_message, "Account blocked after return R10");
  await giveBack(ach, third.transaction_id, "R07");
  assert.equal((await sell()).ach_verification_message, "Account blocked after return R07");
});
