/** The administration screens in a browser: accounts, partners, operators and device keys. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type TestContext, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { combine, keyCheckValue } from "../../src/adapters/key-custody/base-keys/base-key-rules.ts";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER, openWatchedPage, showScreen } from "../kit/browser.ts";
import { OPERATOR } from "../kit/console.ts";
import type { TestDatabase } from "../kit/database.ts";
import { showRoles } from "./role-screens.ts";

const KIND = "tdes-2key";

interface BrowserSession {
  readonly page: Page;
  readonly base: string;
  readonly trouble: string[];
  readonly database: TestDatabase;
  /** Opens a screen and waits for its title. */
  open(path: string, title: string): Promise<void>;
  button(name: string): Locator;
}

async function openBrowserSession(t: TestContext): Promise<BrowserSession> {
  const { server, database } = await openTestApp(t, {}, { addressPerSecond: 0 });
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const { page, trouble } = await openWatchedPage(t, base);
  page.setDefaultTimeout(15_000);
  const open = async (path: string, title: string) => {
    await showScreen(page, path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  return { page, base, trouble, database, open, button };
}

async function signIn({ page, base, button }: BrowserSession, name: string, password: string) {
  await page.goto(`${base}/console/?as=operator`);
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password").first().fill(password);
  await button("Sign in").click();
  await page.getByRole("button", { name: `Signed in as ${name}` }).waitFor();
}

async function signOut({ page }: BrowserSession): Promise<void> {
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

/** Allows only the browser's messages about expected errors: signed out, and invalid fields. */
function assertQuiet({ trouble }: BrowserSession): void {
  assert.deepEqual(
    trouble.filter((line) => !/status of (401|422)/.test(line)),
    [],
  );
}

async function createAccount(session: BrowserSession): Promise<void> {
  const { page, open, button } = session;
  await open("/accounts", "Accounts");
  await page.getByLabel("Search", { exact: true }).last().fill("books");
  await page.getByText("1–1 of 1").waitFor();
  assert.match(page.url(), /text=books/);
  await assertAccessible(page);

  await open("/accounts/new", "Create account");
  await assertAccessible(page);
  await button("Create account").click();
  await page.getByText("This field is required.").waitFor();
  await page.getByLabel("Name").fill("Corner Shop");
  await page.getByRole("combobox", { name: "Parent account" }).fill("Union");
  await page.getByRole("option", { name: /Union Agent/ }).click();
  await button("Create account").click();
  await page.getByText("API key: shown only once").waitFor();
  assert.match((await page.locator(".sd-secret").innerText()).trim(), /^\w{32}$/);
  await assertAccessible(page);
  await button("I saved it").click();
  await page.getByRole("link", { name: "View account" }).click();
  await page.getByRole("heading", { level: 1, name: "Corner Shop" }).waitFor();
  await assertAccessible(page);
  await setUpAccount(session);

  await button("Disable").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await page.getByText("Disabled", { exact: true }).waitFor();
}

async function setUpAccount({ page, button }: BrowserSession): Promise<void> {
  const tab = (name: string) => page.getByRole("tab", { name }).click();
  await tab("Settings");
  await page.getByRole("combobox", { name: "ACH processor" }).click();
  await page.getByRole("option", { name: "simulator" }).click();
  await button("Save").click();
  await page.getByText("Settings saved.").waitFor();
  await assertAccessible(page);

  await tab("API keys");
  await button("Create key").click();
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByText("API key: shown only once").waitFor();
  assert.equal(await button("Revoke").count(), 2);
  await assertAccessible(page);

  await tab("Webhook");
  await page.getByLabel("URL", { exact: true }).fill("https://hooks.shop.test/in");
  await button("Save and show secret").click();
  await page.getByText("Webhook signing secret: shown only once").waitFor();
  await assertAccessible(page);
  await button("I saved it").click();
  await addSecondEndpoint(page, button);

  await tab("Verification");
  await page.getByLabel("Verify bank accounts").click({ force: true });
  await page.getByRole("checkbox", { name: "PPD" }).check();
  await button("Save").click();
  await page.getByText("Verification settings saved.").waitFor();
  await assertAccessible(page);

  await tab("Users");
  await button("Invite admin").click();
  await page.getByLabel("Email").fill("boss@shop.test");
  await page.getByLabel("First name").fill("Bo");
  await page.getByLabel("Last name").fill("Ss");
  await button("Send invitation").click();
  await page.getByRole("cell", { name: "Bo Ss" }).waitFor();
  assert.match(page.url(), /tab=users/);
  await assertAccessible(page);
}

/** Limited to one event, given a new secret and removed. */
async function addSecondEndpoint(page: Page, button: BrowserSession["button"]): Promise<void> {
  await page.getByRole("link", { name: "Add endpoint" }).click();
  await page.getByRole("heading", { level: 1, name: "Add endpoint" }).waitFor();
  await page.getByLabel("URL", { exact: true }).fill("https://second.shop.test/in");
  await page.getByLabel("Selected events").check();
  for (const box of await page.getByRole("checkbox", { name: /^transaction\.(?!settled)/ }).all()) {
    await box.uncheck();
  }
  await button("Save and show secret").click();
  await page.getByText("Webhook signing secret: shown only once").waitFor();
  await button("I saved it").click();
  await page.getByRole("cell", { name: "transaction.settled", exact: true }).waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: "https://second.shop.test/in" }).click();
  await page.getByRole("heading", { level: 1, name: "Endpoint 2" }).waitFor();
  await page.getByLabel("All events").check();
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await button("Save").click();
  assert.match(await (await saved).text(), /"number":2,"url":"[^"]*","isOn":true,"updatedAt"/);
  await button("Replace secret").click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace secret" }).click();
  await page.getByText("Webhook signing secret: shown only once").waitFor();
  await assertAccessible(page);
  await button("Remove").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Endpoint removed.").waitFor();
  await page.getByRole("link", { name: "https://hooks.shop.test/in" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "https://second.shop.test/in" }).count(), 0);
  assert.match(page.url(), /tab=webhook/);
}

async function createPartner({ page, open, button }: BrowserSession): Promise<void> {
  await open("/all-partners", "Partners");
  await assertAccessible(page);
  await page.getByRole("link", { name: "Create partner" }).click();
  for (const [label, value] of [
    ["Name", "Lighthouse"],
    ["Reference", "lighthouse"],
    ["Address", "1 Pier Road"],
    ["City", "Baltimore"],
    ["First name", "Lee"],
    ["Last name", "House"],
    ["Email", "lee@lighthouse.test"],
    ["Phone", "4105550199"],
    ["User name", "harbor"],
  ] as const) {
    await page.getByRole("textbox", { name: label, exact: true }).fill(value);
  }
  await button("Create partner").click();
  await page.getByText("This is already taken.").waitFor();
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "User name" }).fill("lighthouse-admin");
  await button("Create partner").click();
  await page.getByText("Partner key: shown only once").waitFor();
  await page.getByRole("link", { name: "View partner" }).click();
  await page.getByRole("heading", { level: 1, name: "Lighthouse" }).waitFor();
  await button("Link account").click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Account" }).fill("cafe");
  await page.getByRole("option", { name: /Card Only Cafe/ }).click();
  await button("Link").click();
  await page.getByRole("link", { name: "Card Only Cafe" }).waitFor();
  await assertAccessible(page);
  await open("/accounts/120000000009?tab=sub-accounts", "Union Agent");
  await page.getByRole("link", { name: "Lakeside Clinic" }).waitFor();
  await assertAccessible(page);
}

/** An ISO 8583 host, whose settings differ from those of the other kind. */
async function addCardHost({ page, open, button }: BrowserSession): Promise<void> {
  await open("/card-hosts", "Card hosts");
  await button("Add card host").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("switch");
  await dialog.getByLabel("Kind").click();
  await page.getByRole("option", { name: "ISO 8583" }).click();
  await dialog.getByRole("textbox", { name: "Host", exact: true }).fill("switch.example.com");
  await dialog.getByLabel("Port").fill("8583");
  await dialog.getByRole("button", { name: "Add card host" }).click();
  await dialog.getByText("The acquirer number must have 1 to 11 digits.").waitFor();
  await dialog.getByLabel("Acquirer number").fill("123456");
  await assertAccessible(page);
  await dialog.getByRole("button", { name: "Add card host" }).click();
  await page.getByRole("cell", { name: "switch.example.com:8583 (1987)" }).waitFor();
  await assertAccessible(page);
}

async function importKey(session: BrowserSession): Promise<void> {
  const { page, open, button } = session;
  await open("/operators", "Operators");
  await button("Add operator").click();
  await page.getByLabel("User name").fill("ben");
  await page.getByRole("dialog").getByRole("button", { name: "Add operator" }).click();
  await page.getByText("Temporary password of ben: shown only once").waitFor();
  const password = (await page.locator(".sd-secret").innerText()).trim();
  await assertAccessible(page);

  const [first, second] = [randomBytes(16), randomBytes(16)];
  await open("/device-keys", "Device keys");
  await assertAccessible(page);
  await button("Import key").click();
  await page.getByRole("textbox", { name: "Name" }).fill("store-1");
  await page.getByRole("textbox", { name: "Key set identifier (KSI)" }).fill("ABCD12");
  await enterComponent(session, first, "000000");
  await button("Save first component").click();
  await page.getByText(/check value does not match the component/).waitFor();
  const component = page.getByRole("textbox", { name: "Key component" });
  assert.equal(await component.inputValue(), "", "the sent component does not stay on the page");
  assert.equal(await component.getAttribute("autocomplete"), "off");
  await assertAccessible(page);
  await enterComponent(session, first);
  await button("Save first component").click();
  await page.getByText("First component of store-1 saved").waitFor();
  assert.equal(await button("Enter second component").count(), 0, "not for the same person");
  await signOut(session);

  await signIn(session, "ben", password);
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await assertAccessible(page);
  await choosePassword(session, password, "a password of ben's own");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await open("/device-keys", "Device keys");
  // The login was created by who entered the first component: more than seven days ago.
  await session.database.owner.rows`update operators set reset_at = reset_at - interval '8 days'`;
  await button("Enter second component").click();
  await enterComponent(session, second);
  await button("Complete key").click();
  await page.getByText("store-1 is complete and active").waitFor();
  const whole = keyCheckValue(KIND, combine(first, second));
  await page.getByRole("cell", { name: whole }).waitFor();
  await assertAccessible(page);
}

/** With dual control, the bank of an account changes after another operator approved it. */
async function requestBankChange({ page, open, button }: BrowserSession): Promise<void> {
  await open("/accounts/120000000002?tab=settings", "Lakeside Clinic");
  await page.getByLabel("Dual control").check();
  await page.getByLabel("Credits above this amount need approval").fill("500");
  await button("Save").click();
  await page.getByText("Settings saved.").last().waitFor();
  await page.getByRole("combobox", { name: "ACH processor" }).click();
  await page.getByRole("option", { name: "None" }).click();
  await button("Save").click();
  await page.getByText("Some changes wait for a second operator.").waitFor();
  await open("/approvals", "Approvals");
  await page.getByText("ACH processor: simulator → none").waitFor();
  await page.getByText("Needs another operator").waitFor();
  assert.equal(await button("Approve").count(), 0, "not for the same person");
  await assertAccessibleInBothSchemes(page, "Approvals");
}

async function approveBankChange({ page, open, button }: BrowserSession): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 });
  await open("/approvals", "Approvals");
  await button("Approve").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The change takes effect now.").waitFor();
  await assertAccessible(page, "Approve on a phone");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Nothing waits for approval").waitFor();
  await open("/accounts/120000000002", "Lakeside Clinic");
  await page.getByText("Dual control, Credits above $500.00").waitFor();
}

async function enterComponent(
  { page }: BrowserSession,
  bytes: Buffer,
  checkValue = keyCheckValue(KIND, bytes),
): Promise<void> {
  await page.getByRole("textbox", { name: "Key component" }).fill(bytes.toString("hex"));
  await page.getByRole("textbox", { name: "Key check value (KCV)" }).fill(checkValue);
}

async function choosePassword(
  { page, button }: BrowserSession,
  now: string,
  next: string,
): Promise<void> {
  await page.getByLabel("Current password").fill(now);
  const fields = page.locator("input[autocomplete=new-password]");
  for (const field of await fields.all()) await field.fill(next);
  await button("Change password").click();
}

async function setUpCodes({ page, button }: BrowserSession): Promise<void> {
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Security" }).click();
  await page.getByRole("heading", { level: 1, name: "Security" }).waitFor();
  await button("Set up two-factor authentication").click();
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  await assertAccessible(page);
  await page.getByLabel("Authentication code").fill("000000");
  await button("Turn on").click();
  await page.getByText("The code is incorrect.").waitFor();
}

/** `importKey` signs out, and the second operator in, who does the rest. */
const WALKS: Readonly<Record<string, (session: BrowserSession) => Promise<void>>> = {
  "an account is created, set up and disabled": createAccount,
  "a partner is created and linked to an account": createPartner,
  "a user sets up two-factor authentication on the security page": setUpCodes,
  "a card host is added": addCardHost,
  "with dual control, a change of the bank waits": requestBankChange,
  "two operators import a device key; one alone cannot": importKey,
  "the second operator approves the change on a phone": approveBankChange,
  "support and auditors see no button that they may not use": (session) =>
    showRoles(session, "ben"),
};

test("the administration screens in a browser", { skip: NO_BROWSER }, async (t) => {
  const session = await openBrowserSession(t);
  await signIn(session, OPERATOR.name, OPERATOR.password);
  for (const [name, walk] of Object.entries(WALKS)) {
    await t.test(name, async () => {
      await walk(session);
      assertQuiet(session);
    });
  }
});
