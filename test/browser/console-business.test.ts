/** The merchant's business screens in a browser: reports, settings, users and payment forms. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import type { SignIn } from "../../src/interfaces/console/contract.ts";
import type { OutgoingWebhook } from "../../src/ports/webhooks.ts";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { NO_BROWSER, openBrowser, showScreen, switchSession } from "../kit/browser.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { makePng } from "../kit/make-png.ts";
import { DELIVERED, ScriptedSender, TestOutbox } from "../kit/outbox.ts";
import { openReportEnvironment } from "../kit/reports.ts";

const MANAGER = { ...OWNER, name: "manager@books.test", password: "certification-manager" };
/** Browser messages about error responses, which the page shows itself. */
const REFUSED = /status of (409|422|429)|net::ERR_(FAILED|ABORTED)/;

async function readReport({ env, page, load }: BrowserSession): Promise<void> {
  await env.add({ first_name: "Ada", last_name: "Lovelace" });
  await load("/reports");
  await page.getByText("All 2 rows.").waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.getByLabel("Period").selectOption("preset:this_month");
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByLabel("Customer name").fill("Ada*");
  await page.getByRole("button", { name: "Apply filters" }).click();
  await page.getByText("1 row.").waitFor();
  assert.match(page.url(), /preset=this_month/);
  assert.match(page.url(), /name=Ada\*/);
  assert.match(await downloaded(page, "CSV"), /^account_id,.*\r\n120000000001,/);
  await page.getByText("1 row,").waitFor();

  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("menuitem", { name: "Save current filter" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ada");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Filter saved").waitFor();
  await showScreen(page, "/reports?day=2020-01-01");
  await page.getByText("No matching payments").waitFor();
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("menuitem", { name: "Ada" }).click();
  await page.getByText("1 row.").waitFor();
  await showScreen(page, "/reports?startDate=2026-11-02&endDate=2026-11-01");
  await page.getByText("The start date is after the end date.").waitFor();
  await assertAccessible(page);
}

async function download({ env, page, load }: BrowserSession): Promise<void> {
  await env.add({ amount_cents: 9900 });
  await load("/reports");
  await page.getByText("1 row.").waitFor();
  const answers = ["wait", "break", "go on"];
  await page.route("**/reports/download*", async (route) => {
    const answer = answers.shift();
    if (answer === "break") await route.abort();
    else if (answer === "go on") await route.continue();
  });
  await choose(page, "JSON");
  await page.getByText("0 rows, 0 bytes so far").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("so far").waitFor({ state: "detached" });
  await choose(page, "JSON");
  await page.getByText("nothing was saved").waitFor();
  assert.match(await downloaded(page, "XML"), /^<\?xml.*\n<report .*count="1"/);
  await page.unrouteAll();
}

function answerSigned({ onSealed }: OutgoingWebhook) {
  onSealed?.({ signature: "v1,test", hash: "0".repeat(64) });
  return DELIVERED;
}

async function manageKeys(page: Page): Promise<void> {
  const act = async (key: RegExp, action: string) => {
    await page.getByRole("button", { name: key }).first().click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const confirm = (button: string) =>
    page.getByRole("dialog").getByRole("button", { name: button }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Web shop");
  await confirm("Create key");
  await page.getByText("API key: shown only once").waitFor();
  await act(/Actions for Published/, "Replace");
  await page.getByLabel("Keep the old key active for").selectOption("168");
  await confirm("Replace key");
  await page.getByText("Expiring").waitFor();
  await page.getByRole("button", { name: "I saved it" }).click();
  await assertAccessibleInBothSchemes(page);
  await act(/Actions for Web shop/, "Rename");
  await page.getByLabel("Name", { exact: true }).fill("Register");
  await confirm("Rename");
  await page.getByText("Key renamed.").waitFor();
  await act(/Actions for Register/, "Revoke");
  await confirm("Revoke");
  await page.getByText("Key revoked.").waitFor();
}

async function changeSettings({ page, env }: BrowserSession): Promise<void> {
  const open = (entry: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: entry }).click();
  await showScreen(page, "/settings/webhook");
  await page.getByLabel("URL", { exact: true }).fill("https://shop.example/hook");
  await page.getByRole("button", { name: "Save and show secret" }).click();
  await page.getByText("whsec_").waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "I saved it" }).click();
  await page.getByLabel("Event", { exact: true }).selectOption("transaction.settled");
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByText("Sending…").waitFor();
  const outbox = new TestOutbox(env.database, env.custody, env.clock);
  await outbox.drain(outbox.dispatcher(new ScriptedSender(answerSigned)));
  await page.getByText("HTTP status 200 after").waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "Show headers, body and response" }).click();
  await page.getByText('"batch_id": 1').waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
  await page.getByText("Resending the event.").waitFor();

  await addEndpoint(page);
  await open("API keys");
  await manageKeys(page);

  await open("ACH verification");
  await page.getByText("Verification is on").waitFor();
  assert.ok(await page.getByLabel("WEB").isDisabled(), "WEB cannot be deselected");
  await page.getByLabel("How often").selectOption("every");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Verification settings saved.").waitFor();
  await assertAccessible(page);

  await open("Users");
  await page.getByRole("button", { name: "Actions for owner@books.test" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByText("The last admin must stay active").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator('[aria-label="Actions for owner@books.test"]:focus').waitFor();
  await assertAccessible(page);

  await open("Account");
  await page.getByLabel("Name", { exact: true }).fill("Side Street Books");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Account settings saved.").waitFor();
  await assertAccessible(page);
}

/** A second endpoint is added, limited to one event, and removed. */
async function addEndpoint(page: Page): Promise<void> {
  await showScreen(page, "/settings/webhook");
  await page.getByRole("link", { name: "Add endpoint" }).click();
  await page.getByLabel("URL", { exact: true }).fill("https://second.example/hook");
  await page.getByRole("button", { name: "Save and show secret" }).click();
  await page.getByText("whsec_").waitFor();
  await page.getByRole("button", { name: "I saved it" }).click();
  await assertAccessible(page);
  await page.getByRole("link", { name: "https://second.example/hook" }).click();
  await page.getByRole("heading", { name: "Endpoint 2" }).waitFor();
  await page.getByText("No deliveries").waitFor();
  await page.getByLabel("Selected events").check();
  for (const box of await page.getByRole("checkbox", { name: /^transaction\.(?!settled)/ }).all()) {
    await box.uncheck();
  }
  // The message of the first save may still be shown.
  const saved = page.waitForResponse((answer) => answer.request().method() !== "GET");
  await page.getByRole("button", { name: "Save" }).click();
  assert.ok((await saved).ok());
  await page.getByText("Webhook saved.").last().waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Endpoint removed.").waitFor();
  assert.equal(await page.getByRole("link", { name: "https://second.example/hook" }).count(), 0);
}

async function createForm({ page, base }: BrowserSession): Promise<void> {
  await showScreen(page, "/forms");
  await page.getByRole("link", { name: "Create form" }).click();
  await page.getByLabel("Title").fill("Spring tickets");
  assert.equal(await page.getByLabel("Name in the URL").inputValue(), "spring-tickets");
  await page.getByLabel("Fixed amount").check();
  await page.getByRole("button", { name: "Create form" }).click();
  await page.getByText("Enter amounts from 0.01").waitFor();
  await assertAccessible(page);
  await page.getByLabel("Amount", { exact: true }).fill("19.90");
  await page.getByLabel("Return URL").fill("https://shop.example/thanks");
  await page.getByRole("button", { name: "Create form" }).click();
  await page.getByText("frs_").waitFor();
  await page.getByRole("button", { name: "I saved it" }).click();
  await page.getByRole("heading", { name: "Spring tickets" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await assertAccessible(page);
  const form = await page.request.get(`${base}/pay/spring-tickets`);
  assert.match(await form.text(), /19\.90/);
  await page.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await page.getByText("Form disabled.").waitFor();
  assert.equal((await page.request.get(`${base}/pay/spring-tickets`)).status(), 404);
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function brandForms({ page, env }: BrowserSession): Promise<void> {
  await showScreen(page, "/form-branding");
  const preview = page.frameLocator('iframe[title="Preview of the payment form"]');
  await page.getByLabel("Color", { exact: true }).fill("#ffe000");
  await page.getByText("too light for buttons").waitFor();
  await page.getByRole("button", { name: /^Use #/ }).click();
  await page.getByText("too light for buttons").waitFor({ state: "detached" });
  await page.getByLabel("Button text").fill("Donate");
  await preview.getByRole("button", { name: /^Donate/ }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Branding saved.").waitFor();
  const logo = { name: "logo.png", mimeType: "image/png", buffer: makePng(64) };
  await page.setInputFiles('input[type="file"]', { ...logo, buffer: Buffer.from("<svg/>") });
  await page.getByText("Upload a PNG or JPEG picture.").waitFor();
  await page.setInputFiles('input[type="file"]', logo);
  await page.getByText("Logo saved.").waitFor();
  await page.getByText("Dark", { exact: true }).click();
  await page.getByText("Phone", { exact: true }).click();
  await preview.locator("img.logo").waitFor();
  await assertAccessibleInBothSchemes(page);
  const [form] = await env.database.owner.rows<{ name: string }>`
    select name from payment_forms where account_id = 120000000001 and is_active limit 1`;
  await page.goto(new URL(`/pay/${form?.name}`, page.url()).href);
  await page.getByRole("button", { name: /^Donate/ }).waitFor();
  await page.locator("img.logo").waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.goBack();
  await lookOnPhone(page);
}

/** The new screens fit, also with long names and addresses. */
async function lookOnPhone(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  const screens = { "/settings/keys": "Last used", "/settings/webhook": "Send a test event" };
  for (const [path, text] of Object.entries(screens)) {
    await showScreen(page, path);
    await page.getByText(text).first().waitFor();
    await assertAccessible(page);
    // Cells that are cut off do not widen the page, so each of them is measured.
    const cut = `[...document.querySelectorAll("td > *")].filter(
      (one) => one.getBoundingClientRect().left < 0).map((one) => one.textContent)`;
    assert.deepEqual(await page.evaluate(cut), [], path);
  }
  await page.setViewportSize(size);
}

async function lookAsManager({ page, load, enter }: BrowserSession): Promise<void> {
  await enter(MANAGER);
  await load("/settings/keys");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  const entries = page.getByRole("navigation", { name: "Main" });
  assert.equal(await entries.getByRole("link", { name: "Reports" }).count(), 1);
  for (const hidden of ["API keys", "Webhooks", "Users", "Account", "Payment forms"]) {
    assert.equal(await entries.getByRole("link", { name: hidden }).count(), 0, hidden);
  }
}

const WALKS: Readonly<Record<string, (session: BrowserSession) => Promise<void>>> = {
  "a download shows its progress, can be canceled, and says why it failed": download,
  "a report is filtered, previewed, downloaded and saved as a filter": readReport,
  "an admin changes webhooks, keys, users, verification and account settings": changeSettings,
  "a payment form is created, opened at its address and disabled": createForm,
  "an admin brands the payment forms, with legal colors, and sees them as customers do": brandForms,
  "a manager sees reports but no settings": lookAsManager,
};

test("the business screens in a browser", { skip: NO_BROWSER }, async (t) => {
  const session = await openBrowserSession(t);
  await session.enter(OWNER);
  for (const [name, walk] of Object.entries(WALKS)) {
    await t.test(name, async () => {
      await walk(session);
      assert.deepEqual(session.trouble.splice(0), []);
    });
  }
});

type BrowserSession = Awaited<ReturnType<typeof openBrowserSession>>;

/** One server and one page for all walks, because starting them takes longer than a walk. */
async function openBrowserSession(t: TestContext) {
  const env = await openReportEnvironment(t);
  const base = await env.server.listen({ host: "127.0.0.1", port: 0 });
  const context = await openBrowser(t);
  const page = await context.newPage();
  const load = (path: string) => page.goto(`${base}/console${path}`);
  /** Takes effect when a page is loaded. */
  const enter = async (proof: SignIn) => {
    const { cookie } = await ConsoleClient.signedIn(env.server, proof);
    await switchSession(page, cookie);
  };
  const trouble: string[] = [];
  const note = (text: string) => !REFUSED.test(text) && trouble.push(text);
  page.on("console", (message) => note(message.text()));
  page.on("pageerror", (error) => note(error.message));
  page.on("request", (request) => {
    const isOurs = request.url().startsWith(base) || request.url().startsWith("blob:");
    if (!isOurs) trouble.push(request.url());
  });
  return { env, page, base, trouble, load, enter };
}

async function choose(page: Page, format: string): Promise<void> {
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name: format }).click();
}

async function downloaded(page: Page, format: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), choose(page, format)]);
  assert.match(
    download.suggestedFilename(),
    /^payments-120000000001-[\d-]+(to-[\d-]+)?\.(csv|json|xml)$/,
  );
  return readFile(await download.path(), "utf8");
}
