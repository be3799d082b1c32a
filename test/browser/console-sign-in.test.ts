/** Ways into the console in a browser: email, a forgotten password, a passkey and single sign-on. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { Secret } from "../../src/values/secret.ts";
import { readGroupRoles } from "../../src/values/sign-on-roles.ts";
import { assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER, openWatchedPage, showScreen } from "../kit/browser.ts";
import { emailsTo } from "../kit/emails.ts";
import { CLIENT, openOidcProvider } from "../kit/oidc-provider.ts";
import { hashCheaply } from "../kit/passwords.ts";

const PHONE = { width: 390, height: 844 };
const EMAIL = "pat@shops.test";
const FIRST = "the first password of Pat";
const SECOND = "the second password of Pat";

/** Browsers have no passkeys for an IP number, and the app must know its address before it starts. */
async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

async function openWalk(t: TestContext) {
  const port = await findFreePort();
  const base = `http://localhost:${port}`;
  const provider = await openOidcProvider(t, base);
  const app = await openTestApp(t, {
    publicUrl: base,
    signOnIssuer: provider.issuer,
    signOnClientId: CLIENT.id,
    signOnClientSecret: new Secret(CLIENT.secret),
    signOnRoles: readGroupRoles("ops=auditor") ?? new Map(),
    signOnLabel: "Example Corp",
  });
  await app.server.listen({ host: "127.0.0.1", port });
  const hash = await hashCheaply(new Secret(FIRST));
  for (const account of ["120000000001", "120000000002"]) {
    await app.database.owner.rows`
      insert into pos_users (account_id, email, role, password_hash)
      values (${account}, ${EMAIL}, 'admin', ${hash})`;
  }
  return { app, base, provider, ...(await openWatchedPage(t, base)) };
}

type Walk = Awaited<ReturnType<typeof openWalk>>;

async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

/** An email address of two accounts asks which one. */
async function chooseAccount({ base, page }: Walk): Promise<void> {
  await page.goto(`${base}/console/me`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await assertAccessibleInBothSchemes(page, "sign-in");
  await typePassword(page, FIRST);
  await page.getByText("Choose one").waitFor();
  await assertAccessibleInBothSchemes(page, "choice");
  await page.getByRole("button", { name: "Lakeside Clinic Merchant" }).click();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await page.getByText(EMAIL, { exact: true }).first().waitFor();
  await signOut(page);
}

/** On a phone, from the link on the sign-in page to the first sign-in with the new password. */
async function resetPassword({ app, page }: Walk): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email address").fill(EMAIL);
  await assertAccessibleInBothSchemes(page, "forgotten");
  await page.keyboard.press("Enter");
  await page.getByText("Check your email").waitFor();
  const [email] = await emailsTo(app, EMAIL);
  await page.goto(/http\S+/.exec(email?.text ?? "")?.[0] ?? "");
  await page.getByLabel("Lakeside Clinic").uncheck();
  await page.getByLabel("New password", { exact: true }).fill(SECOND);
  await page.getByLabel("Confirm new password").fill(SECOND);
  await assertAccessibleInBothSchemes(page, "reset");
  await page.keyboard.press("Enter");
  await page.getByText("Password changed").waitFor();
  await page.getByRole("link", { name: "Sign in" }).click();
  await typePassword(page, SECOND);
  await page.getByRole("button", { name: /^Signed in as/ }).waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function seePasskeysLoad(page: Page): Promise<void> {
  const answered = Promise.withResolvers<void>();
  await page.route("**/console/api/passkeys", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await showScreen(page, "/security");
  const panel = page.getByRole("region", { name: "Passkeys" });
  await panel.locator(".mantine-Skeleton-root").waitFor();
  answered.resolve();
  await panel.getByText("You have no passkeys yet.").waitFor();
  await page.unroute("**/console/api/passkeys");
}

/** Chromium's virtual authenticator verifies its user. */
async function usePasskey({ page }: Walk): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  await seePasskeysLoad(page);
  await chooseEmails(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name", { exact: false }).last().fill("Work laptop");
  await page.getByLabel("Your password").fill(SECOND);
  await page.getByRole("button", { name: "Create passkey" }).click();
  await page.getByText("Work laptop").waitFor();
  await assertAccessibleInBothSchemes(page, "security");
  await readHelp(page);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("heading", { name: "Security" }).waitFor();
  await page.getByText(/Last used/).waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("You have no passkeys yet.").waitFor();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey was not accepted.").waitFor();
}

/** A checkbox is saved at once, and is still set after the page was opened again. */
async function chooseEmails(page: Page): Promise<void> {
  const summary = page.getByRole("checkbox", { name: "Daily summary" });
  await page.getByText(`They are sent to ${EMAIL}.`).waitFor();
  assert.equal(await summary.isChecked(), false);
  await summary.click();
  await page.getByText("Turned on: Daily summary.").waitFor();
  await page.reload();
  await summary.and(page.locator(":checked")).waitFor();
  assert.ok(await page.getByRole("checkbox", { name: "Expiring API keys" }).isChecked());
}

/** The link leads to the section of the guide, and the guide to other guides. */
async function readHelp(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: /^Help for this page/ });
  const href = (await link.getAttribute("href")) ?? "";
  await showScreen(page, href.replace("/console", ""));
  await page.locator("#sign-in-by-email").waitFor();
  await assertAccessibleInBothSchemes(page, "help");
  await showScreen(page, "/security");
  await page.getByRole("heading", { name: "Security" }).waitFor();
  await page.getByText("Work laptop").waitFor();
}

async function signOnOnce({ base, page, provider }: Walk): Promise<void> {
  provider.next.person = { sub: "walker", name: "walker", groups: ["ops"] };
  await page.getByRole("link", { name: "Example Corp" }).click();
  await page.getByRole("button", { name: "Signed in as walker" }).waitFor();
  await page.goto(`${base}/console/single-sign-on`);
  await page.getByText("This sign-in has expired.").waitFor();
  await page.goto(`${base}/console/?signOnError=not_allowed`);
}

test("people find their way into the console", { skip: NO_BROWSER }, async (t) => {
  const walk = await openWalk(t);
  await t.test("by email, choosing one of two accounts", () => chooseAccount(walk));
  await t.test("after a forgotten password, on a phone", () => resetPassword(walk));
  await t.test("with a passkey that they add and remove", () => usePasskey(walk));
  await t.test("through the identity provider", () => signOnOnce(walk));
  const { issuer } = walk.provider;
  const unexpected = walk.trouble.filter(
    (line) => !/40[14]/.test(line) && !line.startsWith(issuer),
  );
  assert.deepEqual(unexpected, []);
});
