/** Blocked bank accounts in the console API and in the commands: who clears them, and the audit. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { forceChange } from "../../src/core/ach/forced/force-change.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import type { BankBlockList } from "../../src/interfaces/console/contract.ts";
import { MONDAY, openAchOn } from "../kit/ach.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { pay } from "../kit/bank.ts";
import { CLINIC } from "../kit/bank-logins.ts";
import { ConsoleClient, OPERATOR, OWNER } from "../kit/console.ts";
import { CLINIC_OWNER, MANAGER, MerchantClient } from "../kit/merchant.ts";
import { run } from "../kit/process.ts";

const BY = { actor: { kind: "command_line", name: "test" } } as const;
const OWN = "/settings/bank-blocks";
const OF_BOOKS = "/operator/accounts/120000000001/bank-blocks";

async function open(t: TestContext) {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const ach = await openAchOn(app);
  const { transaction_id: id } = await pay(app);
  await forceCutOffs(ach.needs, undefined, BY);
  return { app, ach, id: id as string };
}

async function openBlocked(t: TestContext) {
  const opened = await open(t);
  const { ach, id } = opened;
  await forceReturn(ach.needs, { transactionId: id, code: "R10" }, BY);
  return opened;
}

async function listClearances({ database }: TestApp): Promise<readonly string[]> {
  const rows = await database.owner.rows<{ kind: string }>`
    select actor_kind as kind from audit_entries where action = 'account.clear_bank_block'`;
  return rows.map(({ kind }) => kind);
}

test("a merchant's admin sees and clears a blocked bank account, and others do not", async (t) => {
  const { app, id } = await openBlocked(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const { body } = await owner.get<BankBlockList>(OWN);
  const [{ blockedAt, reason, ...block } = assert.fail("no block")] = body.items;
  assert.deepEqual(block, { transactionId: id, last4: "5678" });
  assert.match(reason, /^R10 Customer advises/);
  assert.equal(Temporal.Instant.from(blockedAt).toString(), MONDAY);
  const manager = await ConsoleClient.signedIn(app.server, MANAGER);
  assert.equal((await manager.get(OWN)).status, 403);
  assert.equal((await manager.delete(`${OWN}/${id}`)).status, 403);
  const other = await ConsoleClient.signedIn(app.server, CLINIC_OWNER);
  assert.deepEqual((await other.get<BankBlockList>(OWN)).body, { items: [] });
  assert.equal((await other.delete(`${OWN}/${id}`)).status, 409);
  assert.equal((await owner.delete(`${OWN}/x`)).status, 404);
  assert.equal((await owner.delete(`${OWN}/${id}`)).status, 204);
  assert.equal((await owner.delete(`${OWN}/${id}`)).status, 409);
  assert.deepEqual((await owner.get<BankBlockList>(OWN)).body, { items: [] });
  assert.equal((await pay(app)).error_code, 0);
  assert.deepEqual(await listClearances(app), ["merchant_user"]);
});

test("an operator sees and clears a blocked bank account", async (t) => {
  const { app, id } = await openBlocked(t);
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  assert.equal((await operator.get<BankBlockList>(OF_BOOKS)).body.items[0]?.transactionId, id);
  assert.equal((await operator.get("/operator/accounts/999999999999/bank-blocks")).status, 404);
  assert.equal((await operator.delete(`${OF_BOOKS}/${id}`)).status, 204);
  assert.equal((await pay(app)).error_code, 0);
  assert.deepEqual(await listClearances(app), ["operator"]);
});

test("commands list and clear blocked bank accounts", async (t) => {
  const { app, id } = await openBlocked(t);
  const own = { DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) };
  const ach = (...words: string[]) => run(t, ["ach", ...words], own);
  const listed = await ach("blocks", "120000000001");
  assert.match(listed.stdout, new RegExp(`${id} +\\*{4}5678 .* R10 `));
  const wrong = await ach("unblock", CLINIC.account_id, id);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /No bank account is blocked by the return of/);
  const cleared = await ach("unblock", "120000000001", id);
  assert.equal(cleared.stdout, "Account 120000000001 may debit the bank account ****5678 again.\n");
  assert.equal((await ach("blocks", "120000000001")).stdout, "No bank account is blocked.\n");
  assert.deepEqual(await listClearances(app), ["command_line"]);
});

test("the timeline shows an applied notification of change as an updated account, masked", async (t) => {
  const { app, ach, id } = await open(t);
  const change = (code: string, corrected: string) =>
    forceChange(ach.needs, { transactionId: id, code, corrected }, BY);
  await change("C01", "880099998765");
  await change("C04", "JAMES SMITH");
  const client = await MerchantClient.of(app);
  const steps = (await client.look(id)).steps.slice(-2);
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ["account_updated", "notice"],
  );
  assert.match(steps[0]?.detail ?? "", /\*{4}8765/);
  assert.ok(!JSON.stringify(steps).includes("880099998765"));
});
