/** The hosted payment form in a browser, as customers use it. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { assertAccessible } from "../kit/accessible.ts";
import type { TestApp } from "../kit/app.ts";
import { NO_BROWSER, openBrowser } from "../kit/browser.ts";
import {
  askedHost,
  askHostAgain,
  Customer,
  openFormApp,
  setForm,
  transactionsOf,
} from "../kit/form-interface.ts";

/** One server and one browser for all tests. Every customer has a profile of their own. */
interface Environment {
  readonly app: TestApp;
  readonly base: string;
  readonly browser: Browser;
}

type Walk = (env: Environment, t: TestContext) => Promise<void>;

/** Opens the form for a new customer and collects errors and requests to other hosts. */
async function openForm(env: Environment, t: TestContext, options: BrowserContextOptions = {}) {
  const { browser, base, app } = env;
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) trouble.push(message.text());
  });
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) trouble.push(request.url());
  });
  await page.goto(`${base}/pay/books`);
  const before = [await askedHost(app), (await transactionsOf(app)).length] as const;
  /** Since the page was opened. */
  const asked = async () => (await askedHost(app)) - before[0];
  const made = async () => (await transactionsOf(app)).slice(before[1]);
  return { context, page, trouble, asked, made };
}

const WALKS: [name: string, walk: Walk][] = [];
const walk = (name: string, own: Walk) => WALKS.push([name, own]);

const button = (page: Page) => page.getByRole("button", { name: /^Pay/ });

async function fillCard(page: Page, amount = "25"): Promise<void> {
  await page.getByRole("textbox", { name: "Amount" }).fill(amount);
  await page.getByLabel("Card number").fill("5555 5555 5555 4444");
  await page.getByLabel("Expiration date").fill("12/30");
  await page.getByLabel("Security code").fill("123");
  await fillPerson(page);
}

async function fillBank(page: Page, account = "1234567890"): Promise<void> {
  await page.getByRole("textbox", { name: "Amount" }).fill("45");
  await page.getByRole("radio", { name: "Bank account" }).check();
  await page.getByLabel("Routing number").fill("021000021");
  await page.getByLabel("Account number").fill(account);
  await page.getByRole("radio", { name: "Savings" }).check();
  await fillPerson(page);
  await page.getByRole("checkbox").check();
}

async function fillPerson(page: Page): Promise<void> {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Order number").fill("A-77");
}

walk(
  "a customer pays by card in both color schemes, and the browser keeps no card data",
  async (env, t) => {
    const { page, context, trouble, made } = await openForm(env, t);
    await assertAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await assertAccessible(page);
    await fillCard(page);
    assert.equal(await page.locator("#brand").innerText(), "Mastercard");
    assert.equal(await button(page).innerText(), "Pay $25.00");
    await button(page).click();
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.match(await page.locator("main").innerText(), /Mastercard ending in 4444/);
    await assertAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
    await assertAccessible(page);
    const kept = await page.evaluate(
      "JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, history.length, location.href])",
    );
    assert.doesNotMatch(String(kept), /5555|4444 *5555/);
    const cookies = await context.cookies(`${env.base}/pay/books`);
    assert.deepEqual(cookies, [], "the cookie is deleted once the receipt was shown");
    await page.reload();
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.deepEqual(trouble, []);
    assert.equal((await made()).length, 1);
  },
);

walk("a customer pays from a bank account, and a rejected account says why", async (env, t) => {
  const { page, trouble, made } = await openForm(env, t);
  const consent = page.locator('label[for="ach_authorization"]');
  assert.match(
    (await consent.textContent()) ?? "",
    /debit of the amount above from the bank account/,
  );
  await fillBank(page, "5550001");
  assert.match(
    await consent.innerText(),
    /debit of \$[\d.]+ from my savings account ending in 0001/,
  );
  await assertAccessible(page);
  await button(page).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /not verified: History of unauthorized transactions/);
  assert.equal(await page.getByLabel("Account number").inputValue(), "");
  assert.equal(await page.getByRole("radio", { name: "Savings" }).isChecked(), true);
  await assertAccessible(page);
  await fillBank(page);
  await button(page).click();
  await page.getByRole("heading", { name: "Payment pending" }).waitFor();
  assert.deepEqual(trouble, []);
  const states = (await made()).map(({ state }) => state).sort();
  assert.deepEqual(states, ["not_batched", "pending"]);
});

walk(
  "after a decline the error summary has the focus, and another card can be used",
  async (env, t) => {
    const { page, trouble } = await openForm(env, t);
    await fillCard(page, "1.02");
    await button(page).click();
    await page.getByRole("alert").waitFor();
    assert.equal(await page.evaluate("document.activeElement.id"), "summary");
    assert.match(await page.getByRole("alert").innerText(), /not have enough funds/);
    assert.equal(await page.getByLabel("Card number").inputValue(), "");
    assert.equal(await page.getByLabel("First name").inputValue(), "Ada");
    await fillCard(page, "30");
    await button(page).click();
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.deepEqual(trouble, []);
  },
);

walk("hints appear while a number is typed, and errors when the form is sent", async (env, t) => {
  const { page, trouble } = await openForm(env, t);
  const number = page.getByLabel("Card number");
  await number.pressSequentially("378282246310006");
  assert.equal(await number.inputValue(), "3782 822463 10006");
  assert.equal(await page.locator("#brand").innerText(), "American Express");
  assert.match(await page.locator("#card_number-typing").innerText(), /a digit is wrong/);
  await page.getByLabel("Expiration date").pressSequentially("1230");
  assert.equal(await page.getByLabel("Expiration date").inputValue(), "12/30");
  await button(page).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByRole("alert").getByRole("link").count(), 5);
  assert.equal(await number.getAttribute("aria-invalid"), "true");
  assert.equal(await number.inputValue(), "3782 822463 10006", "the number stays for correction");
  await assertAccessible(page);
  await page.getByRole("link", { name: "Enter an amount." }).click();
  assert.equal(await page.evaluate("document.activeElement.id"), "amount");
  assert.deepEqual(trouble, []);
});

walk("clicking the button several times charges once", async (env, t) => {
  const { page, trouble, asked } = await openForm(env, t);
  await fillCard(page, "1.95");
  await button(page).dblclick();
  assert.equal(await page.getByRole("button", { name: "Processing…" }).isDisabled(), true);
  await page.getByLabel("Last name").press("Enter");
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  assert.deepEqual(trouble, []);
  assert.equal(await asked(), 1);
});

walk("reloading the page during a payment leads to the same receipt", async (env, t) => {
  const { page, asked } = await openForm(env, t);
  await fillCard(page, "1.95");
  await button(page).click();
  while ((await asked()) === 0) await page.evaluate("new Promise(requestAnimationFrame)");
  await page.goto(`${env.base}/pay/books`);
  await page.getByRole("heading", { name: /Payment in progress|Payment received/ }).waitFor();
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  assert.equal(await asked(), 1);
});

walk(
  "a lost connection is reported, and the next click uses the same transaction id",
  async (env, t) => {
    const { page, context, asked } = await openForm(env, t);
    await fillCard(page);
    const ticket = await page.locator('[name="token"]').getAttribute("value");
    await context.setOffline(true);
    await button(page).click();
    const live = page.locator("#live");
    await live.filter({ hasText: "you cannot be charged twice" }).waitFor();
    assert.equal(await button(page).isEnabled(), true);
    assert.equal(await page.locator('[name="token"]').getAttribute("value"), ticket);
    await context.setOffline(false);
    // This time the payment is made and its response is lost.
    await page.route("**/pay/books", async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
    await button(page).click();
    await live.filter({ hasText: "you cannot be charged twice" }).waitFor();
    await page.unroute("**/pay/books");
    await button(page).click();
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.equal(await asked(), 1);
  },
);

walk(
  "without JavaScript the form takes payments, shows errors and one payment method at a time",
  async (env, t) => {
    const { page, asked } = await openForm(env, t, { javaScriptEnabled: false });
    assert.equal(await page.getByLabel("Routing number").isVisible(), false);
    await page.getByRole("radio", { name: "Bank account" }).check();
    assert.equal(await page.getByLabel("Routing number").isVisible(), true);
    assert.equal(await page.getByLabel("Card number").isVisible(), false);
    await page.getByRole("radio", { name: "Card" }).check();
    await fillCard(page, "1.02");
    await button(page).click();
    assert.match(await page.getByRole("alert").innerText(), /declined/);
    await fillCard(page);
    await page.getByLabel("Security code").fill("");
    await button(page).click();
    assert.match(await page.getByRole("alert").innerText(), /Enter the security code/);
    await fillCard(page);
    await button(page).click();
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.equal(await asked(), 2);
  },
);

walk(
  "an unknown result is polled in the background and announced to screen readers",
  async (env, t) => {
    const { page, context, trouble, asked } = await openForm(env, t);
    await fillCard(page, "1.90");
    await button(page).click();
    await page.getByRole("heading", { name: "Payment in progress" }).waitFor();
    await assertAccessible(page);
    await page.evaluate("globalThis.isSamePage = true");
    await page.getByRole("link", { name: "Check again" }).focus();
    const told = page.getByRole("status");
    // While the server is unreachable, the page says so and continues.
    await page.route("**/receipt/**", (route) => route.abort("connectionreset"));
    await told.filter({ hasText: "We cannot check right now" }).waitFor();
    await page.unroute("**/receipt/**");
    await told.filter({ hasNotText: /./ }).waitFor({ state: "attached" });
    const focus = await page.evaluate("document.activeElement.textContent");
    assert.equal(focus, "Check again", "the focus stays while nothing changes");
    await askHostAgain(env.app);
    await page.getByRole("heading", { name: "Payment received" }).waitFor();
    assert.equal(await page.evaluate("globalThis.isSamePage"), true, "without loading the page");
    assert.equal(await told.innerText(), "Payment received $1.90");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Payment received");
    assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), true);
    assert.match(await page.title(), /^Receipt/);
    await assertAccessible(page);
    assert.deepEqual(await context.cookies(`${env.base}/pay/books`), []);
    assert.deepEqual(
      trouble.filter((text) => !text.includes("ERR_CONNECTION_RESET")),
      [],
    );
    assert.equal(await asked(), 1);
  },
);

walk("a payment on a phone, with a list of amounts, needs only the keyboard", async (env, t) => {
  const { page, trouble, made } = await openForm(env, t);
  await setForm(new Customer(env.app), "amount_kind = 'chosen', amounts_cents = '{1000,2500}'");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${env.base}/pay/books`);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= 360"), true);
  const keys = [
    "Tab",
    "Space",
    "ArrowRight",
    "Tab",
    "Tab",
    "4111111111111111",
    "Tab",
    "1230",
    "Tab",
  ];
  const rest = ["123", "Tab", "Ada", "Tab", "Lovelace", "Tab", "Tab", "Tab", "Tab", "A-9", "Enter"];
  for (const key of [...keys, ...rest]) {
    if (/^(Tab|Space|Arrow|Enter)/.test(key)) await page.keyboard.press(key);
    else await page.keyboard.type(key);
  }
  await page.getByRole("heading", { name: "Payment received" }).waitFor();
  assert.deepEqual(trouble, []);
  const [kept] = await made();
  assert.deepEqual([kept?.amount_cents, kept?.form_fields], [2_500, { "Order number": "A-9" }]);
});

test("the hosted payment form in a browser", { skip: NO_BROWSER }, async (t) => {
  const { app } = await openFormApp(t, { processorTimeoutMs: 5_000, cardTestingDeclines: 0 });
  const base = await app.server.listen({ host: "127.0.0.1", port: 0 });
  const browser = (await openBrowser(t)).browser() ?? assert.fail("no browser");
  for (const [name, own] of WALKS) await t.test(name, (each) => own({ app, base, browser }, each));
});
