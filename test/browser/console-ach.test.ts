/** What people decide about returned and sent bank payments, in a browser. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import type { GivenPassword } from "../../src/interfaces/console/operator/contract.ts";
import { assertAccessible } from "../kit/accessible.ts";
import { MONDAY, openAchOn, type TestAch } from "../kit/ach.ts";
import { sendAll, sendBack } from "../kit/ach-app.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { endingIn, pay } from "../kit/bank.ts";
import { BOOKS } from "../kit/bank-logins.ts";
import { NO_BROWSER, openWatchedPage, showScreen, switchSession } from "../kit/browser.ts";
import { ConsoleClient, OPERATOR, OWNER } from "../kit/console.ts";
import { MANAGER } from "../kit/merchant.ts";

const NO_LIMITS = { callerPerSecond: 0, addressPerSecond: 0 };
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const BEN = { as: "operator", name: "ben", password: "a password of ben's" } as const;

interface Office {
  readonly app: TestApp;
  readonly ach: TestAch;
  readonly page: Page;
  readonly fileName: string;
  /** Opens a screen as this person. Another person loads the page. */
  open(proof: SignIn, path: string): Promise<void>;
  /** Presses a button, and the button of the same name in the question. */
  confirm(name: string): Promise<void>;
}

/** One server, one file of entries and one page for all walks. */
async function openOffice(t: TestContext) {
  const app = await openTestApp(t, {}, NO_LIMITS);
  app.clock.set(MONDAY);
  await addSecondOperator(app);
  const ach = await openAchOn(app);
  const [fileName = assert.fail("no file")] = await sendReturnedSales(app, ach);
  const base = await app.server.listen({ host: "127.0.0.1", port: 0 });
  const { page, trouble } = await openWatchedPage(t, base);
  let current: SignIn | undefined;
  const open = async (proof: SignIn, path: string) => {
    if (proof === current) return showScreen(page, path);
    current = proof;
    const { cookie } = await ConsoleClient.signedIn(app.server, proof);
    await switchSession(page, cookie);
    await page.goto(`${base}/console${path}`);
  };
  const confirm = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  };
  const office: Office = { app, ach, page, fileName, open, confirm };
  return { office, trouble };
}

/** Long ago, so that both count as two people. */
async function addSecondOperator({ server, database }: TestApp): Promise<void> {
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const { body } = await operator.post<GivenPassword>("/operator/operators", {
    userName: BEN.name,
  });
  const given = { ...BEN, password: body.password };
  const ben = await ConsoleClient.signedIn(server, given);
  const passwords = { currentPassword: body.password, newPassword: BEN.password };
  assert.equal((await ben.post("/password", passwords)).status, 204);
  await database.owner.rows`update operators set reset_at = reset_at - interval '8 days'`;
}

/** Two bank accounts are blocked, one debit is to be sent again, and one is not returned. */
async function sendReturnedSales(app: TestApp, ach: TestAch): Promise<readonly string[]> {
  await app.database.owner.rows`
    update accounts set ach_retry_days = 3 where id = ${BOOKS.account_id}`;
  const ids: string[] = [];
  for (const last4 of ["4441", "4442", "4443", "4444"]) {
    ids.push((await pay(app, endingIn(last4))).transaction_id);
  }
  const files = await sendAll(ach);
  const [first = "", second = "", third = ""] = ids;
  await sendBack(ach, first, "R10");
  await sendBack(ach, second, "R02");
  await sendBack(ach, third, "R01");
  return files;
}

async function listBlocked({ database }: TestApp): Promise<readonly string[]> {
  const rows = await database.owner.rows<{ last4: string }>`
    select last4 from bank_blocks order by last4`;
  return rows.map(({ last4 }) => last4);
}

/** Who did it, oldest first. */
async function listActors({ database }: TestApp, action: string): Promise<readonly string[]> {
  const rows = await database.owner.rows<{ kind: string; name: string }>`
    select actor_kind as kind, actor_name as name from audit_entries
    where action = ${action} and result = 'done' order by id`;
  return rows.map(({ kind, name }) => `${kind} ${name}`);
}

async function unblockAsOperator({ app, page, open }: Office): Promise<void> {
  assert.deepEqual(await listBlocked(app), ["4441", "4442"]);
  await open(OPERATOR, `/accounts/${BOOKS.account_id}?tab=verification`);
  await page.getByRole("cell", { name: /^R10 / }).waitFor();
  await assertAccessible(page);
  await page.getByRole("row", { name: /4441/ }).getByRole("button", { name: "Unblock" }).click();
  const dialog = page.getByRole("dialog", { name: "Unblock bank account ****4441?" });
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Unblock" }).click();
  await page.getByText("Bank account unblocked.").waitFor();
  await page.getByRole("cell", { name: "****4441" }).waitFor({ state: "detached" });
  assert.equal(await page.getByRole("cell", { name: "****4442" }).count(), 1);
  assert.deepEqual(await listBlocked(app), ["4442"]);
  assert.deepEqual(await listActors(app, "account.clear_bank_block"), ["operator operator"]);
  assert.equal((await pay(app, endingIn("4441"))).error_code, 0);
  assert.notEqual((await pay(app, endingIn("4442"))).error_code, 0);
}

async function unblockAsMerchant({ app, page, open, confirm }: Office): Promise<void> {
  await page.setViewportSize(PHONE);
  await open(OWNER, "/customers?tab=blocked");
  await page.getByText(/^R02 /).waitFor();
  await assertAccessible(page);
  assert.equal(await overflow(page), 0, "nothing is beside the screen of a phone");
  await confirm("Unblock");
  await page.getByText("No blocked bank accounts").waitFor();
  await page.setViewportSize(DESK);
  assert.deepEqual(await listBlocked(app), []);
  const [, merchant] = await listActors(app, "account.clear_bank_block");
  assert.equal(merchant, `merchant_user ${OWNER.name}`);
}

async function overflow(page: Page): Promise<number> {
  return Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
}

async function stopRetry({ app, page, open, confirm }: Office): Promise<void> {
  const [{ id, at } = assert.fail("no retry")] = await listRetries(app);
  assert.notEqual(at, null);
  await open(MANAGER, `/transactions/${id}`);
  await page.getByText("Goes to the bank again").waitFor();
  await assertAccessible(page);
  await confirm("Do not send again");
  await page.getByText("The payment is not sent again.").waitFor();
  await page.getByRole("button", { name: "Do not send again" }).waitFor({ state: "detached" });
  assert.equal(await page.getByText("Goes to the bank again").count(), 0);
  assert.deepEqual(await listRetries(app), [{ id, at: null }]);
  assert.deepEqual(await listActors(app, "ach.stop_retry"), [`merchant_user ${MANAGER.name}`]);
}

function listRetries({ database }: TestApp) {
  return database.owner.rows<{ id: string; at: Temporal.Instant | null }>`
    select transaction_id as id, retry_at as at from ach_retries`;
}

async function approveReversal({ app, ach, page, fileName, open }: Office): Promise<void> {
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  const wish = { fileName, reason: "duplicate", note: "Sent twice." };
  assert.equal((await operator.post("/operations/reversals", wish)).status, 200);
  await open(OPERATOR, "/operations/bank-files?tab=reversals");
  await page.getByText("Needs another operator").waitFor();
  assert.equal(await page.getByRole("button", { name: "Approve" }).count(), 0);
  await assertAccessible(page);

  await open(BEN, "/operations/bank-files?tab=reversals");
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve this reversal?" });
  await dialog.getByText(`${fileName}, whole file`).waitFor();
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Reversal approved.").waitFor();
  await page.getByRole("cell", { name: /^ben/ }).waitFor();
  assert.deepEqual(await listActors(app, "ach_reversal.approve"), ["operator ben"]);
  await exchangeWithBanks(ach.needs, ach.clock.business());
  await page.reload();
  await page.getByRole("link", { name: "reversing file" }).click();
  await page.getByRole("heading", { name: "Entries of batch 1" }).waitFor();
  await page.getByText("See the original file for the entries").waitFor();
  await assertAccessible(page, "reversing file");
  const [reversal] = await app.database.owner.rows`
    select state, requested_by, decided_by from ach_reversals`;
  assert.deepEqual(reversal, { state: "sent", requested_by: "operator", decided_by: "ben" });
}

/** A reversal ends retries, and the operator leaves one blocked account to the merchant. */
const WALKS: Readonly<Record<string, (office: Office) => Promise<void>>> = {
  "a manager decides that a returned debit is not sent again": stopRetry,
  "an operator unblocks a bank account of a merchant": unblockAsOperator,
  "a second operator approves a reversal, and the first one cannot": approveReversal,
  "a merchant's admin unblocks a bank account on a phone": unblockAsMerchant,
};

test("decisions about bank payments in a browser", { skip: NO_BROWSER }, async (t) => {
  const { office, trouble } = await openOffice(t);
  for (const [name, walk] of Object.entries(WALKS)) {
    await t.test(name, async () => {
      await walk(office);
      assert.deepEqual(trouble.splice(0), []);
    });
  }
});
