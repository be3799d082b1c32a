/** The Test mode screens in a browser: an ACH return, and every other tool. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Mailbox } from "../../src/adapters/mailbox.ts";
import { writeWebhook } from "../../src/core/outbox/write-event.ts";
import { Secret } from "../../src/values/secret.ts";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { ACCOUNT, CARD, post } from "../kit/app.ts";
import { NO_BROWSER, openWatchedPage, switchSession } from "../kit/browser.ts";
import { openCertification } from "../kit/certification.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { insertEndpoint } from "../kit/insert-endpoint.ts";

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };

type Console = Awaited<ReturnType<typeof openConsole>>;

/** One server and one page for all walks, because starting them takes longer than a walk. */
async function openConsole(t: TestContext) {
  const env = await openCertification(t);
  const base = await env.server.listen({ host: "127.0.0.1", port: 0 });
  const { page, trouble } = await openWatchedPage(t, base);
  await page.goto(`${base}/console/certification/ach`);
  await page.getByRole("button", { name: /^Operator/ }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "ACH simulator", level: 1 }).waitFor();
  const go = async (screen: string) => {
    await page.getByRole("navigation", { name: "Main" }).getByText(screen, { exact: true }).click();
    await page.getByRole("heading", { name: screen, level: 1 }).waitFor();
  };
  /** Goes on as another user. */
  const enter = async ({ cookie }: ConsoleClient, path: string) => {
    await switchSession(page, cookie);
    await page.goto(`${base}/console${path}`);
  };
  return { ...env, page, trouble, go, enter };
}

async function returnEntry({ page, trouble, go }: Console): Promise<void> {
  await go("ACH simulator");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Create ACH sale of $12.34" }).click();
  await page.getByRole("heading", { name: /^ACH entry \d{12}$/ }).waitFor();
  await page.getByRole("button", { name: "Send to bank now" }).click();
  const advance = page.getByRole("button", { name: "Advance 3 banking days" });
  await advance.waitFor();
  await assertAccessibleInBothSchemes(page);
  await advance.click();
  await page.getByText("DECLINED\\RETURNED R01").waitFor();
  await page.getByText("R01 Insufficient funds").waitFor();
  assert.equal(await advance.count(), 0);

  const chip = page.getByRole("link", { name: /^Business clock .* ahead of real time$/ });
  await chip.click();
  await page.getByRole("heading", { name: "Business clock", level: 1 }).waitFor();
  await page
    .getByRole("table", { name: "Past runs" })
    .getByText("returns and changes: 1")
    .waitFor();
  await page.getByRole("button", { name: /^\+1 hour/ }).click();
  await page.getByText(/Jobs run: \d|No jobs were due/).waitFor();
  await page.getByLabel("Duration").fill("soon");
  await page.getByRole("button", { name: "Advance by duration" }).click();
  await page.getByText("Enter a duration, such as 3d, 2h or 1d12h.", { exact: true }).waitFor();
  await assertAccessible(page);
  await go("ACH simulator");
  await page.getByLabel("Status").selectOption("Returned");
  await page.getByRole("link", { name: /^\d{12}$/ }).waitFor();
  // The invalid duration was rejected with 422.
  assert.deepEqual(
    trouble.splice(0).filter((line) => !line.includes("422")),
    [],
  );
}

async function missBank({ page }: Console): Promise<void> {
  const banks = [{ name: "first-bank", entries: 1, files: [], trouble: "the bank did not answer" }];
  await page.route("**/ach/cut-off", (route) => route.fulfill({ json: { banks } }));
  await page.getByRole("button", { name: "Send to bank now" }).click();
  await page.getByText("Bank first-bank: the bank did not answer").waitFor();
  await page.unrouteAll();
}

async function readRequests({ page, server, flush, go, enter }: Console): Promise<void> {
  await go("Request log");
  await page.getByRole("heading", { name: "No requests" }).waitFor();
  const pay = async (amount: string) => {
    await post(server, "/api/qsapi/3.8", { ...SALE, transaction_amount: amount });
    await flush();
  };
  await pay("5.00");
  await page.locator('tr[data-mark="new"]').waitFor();
  await page.getByRole("button", { name: "Pause live updates" }).click();
  await pay("1.02");
  await page.getByLabel("Outcome").selectOption("Declined");
  await page.waitForURL(/outcome=declined/);
  await page.locator("tbody:not([data-stale]) tr:only-child").waitFor();
  const row = page.getByRole("row").filter({ hasText: "Declined 30002" });
  assert.match(await row.innerText(), /Sale\s+Main Street Books.*\$1\.02\s+200/s);
  await assertAccessibleInBothSchemes(page);
  await row.getByRole("link").click();
  await page.getByRole("heading", { name: "Sale", level: 1 }).waitFor();
  const curl = page.getByRole("region", { name: "curl command" });
  assert.match(await curl.innerText(), /-d "api_accesskey=\$API_ACCESSKEY"/);
  assert.match(
    await page.getByRole("region", { name: "Response" }).innerText(),
    /INSUFFICIENT FUNDS/,
  );
  assert.doesNotMatch(await page.locator("main").innerText(), /4111111111111111|1{32}/);
  await assertAccessibleInBothSchemes(page);

  await enter(await ConsoleClient.signedIn(server, OWNER), "/requests");
  await page.getByRole("row").filter({ hasText: "Declined 30002" }).getByRole("link").click();
  await page.getByRole("link", { name: /^\d{12}$/ }).click();
  await page.waitForURL(/\/transactions\/\d{12}$/);
}

async function lookAtTools({ page, database, clock, go }: Console): Promise<void> {
  const link = new Secret("http://127.0.0.1/set-password?token=abc");
  const email = { subject: "Welcome", text: "Open {{link}}", html: '<a href="{{link}}">Open</a>' };
  const id = "00000000-0000-4000-8000-000000000001";
  const mailbox = new Mailbox({ db: database.payments, clock });
  await mailbox.send({ id, to: "ann@books.test", ...email, link });
  await go("Mailbox");
  await assertAccessible(page);
  await page.getByRole("link", { name: "Welcome" }).click();
  const inFrame = page.frameLocator('iframe[title="Welcome"]').getByRole("link", { name: "Open" });
  assert.equal(await inFrame.getAttribute("href"), "http://127.0.0.1/set-password?token=abc");
  // Only now, because axe would wait forever for the frame, which runs no scripts.
  await page.getByRole("tab", { name: "Plain text" }).click();
  await page.getByRole("link", { name: "http://127.0.0.1/set-password?token=abc" }).waitFor();
  await assertAccessible(page);

  const transaction = { transaction_id: "323000000001" };
  const event = "transaction.approved";
  const webhook = { accountId: ACCOUNT.account_id, event, transaction } as const;
  await insertEndpoint(database.owner, ACCOUNT.account_id);
  await writeWebhook(database.payments, { clock }, webhook);
  await go("Webhooks");
  await assertAccessible(page);
  await page.getByRole("link", { name: "transaction.approved" }).click();
  await page.getByRole("heading", { name: "No attempts yet" }).waitFor();
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByText("Resending.").waitFor();
  await assertAccessible(page);

  await go("Test data");
  await page.getByRole("button", { name: "Copy 4111111111111111" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("tab", { name: "Bank accounts" }).click();
  await page.getByText("returned R01").waitFor();
  await page.getByRole("tab", { name: "Accounts and partners" }).click();
  await page.getByText("1".repeat(32)).waitFor();
  await assertAccessible(page);
}

/** The log must be empty at first, so it comes first. */
const WALKS: Readonly<Record<string, (console: Console) => Promise<void>>> = {
  "new requests appear in the log, errors in red, with a curl command to repeat them": readRequests,
  "emails with their links, webhooks and test data are shown": lookAtTools,
  "an operator creates an ACH entry and sees it returned with R01": returnEntry,
  "a bank that cannot be reached is reported by name": missBank,
};

test("the Test mode screens in a browser", { skip: NO_BROWSER }, async (t) => {
  const opened = await openConsole(t);
  for (const [name, walk] of Object.entries(WALKS)) {
    await t.test(name, async () => {
      await walk(opened);
      assert.deepEqual(opened.trouble.splice(0), []);
    });
    if (walk === readRequests) await opened.enter(opened.operator, "/certification/ach");
  }
});
