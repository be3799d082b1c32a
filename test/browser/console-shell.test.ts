/** The console's frame in a browser: signing in and out, navigation and permissions. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { assertAccessibleInBothSchemes, assertFrameAccessible } from "../kit/accessible.ts";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { currentCode } from "../kit/authenticator.ts";
import { NO_BROWSER, openWatchedPage } from "../kit/browser.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";

async function signInWithCode({ app, base, page, trouble }: Console): Promise<void> {
  const code = await setUpAuthenticator(app);
  await page.goto(`${base}/console/me?as=partner`);
  await page.getByRole("button", { name: "Operator operator" }).click();
  assert.ok(page.url().endsWith("/console/me?as=operator"), page.url());
  assert.equal(await page.getByLabel("Account number").count(), 0);
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Authentication code").fill("000000");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await page.getByLabel("Authentication code").fill(code());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  assert.ok(page.url().endsWith("/console/me"), page.url());

  await page.getByRole("button", { name: "Signed in as operator" }).click();
  await assertFrameAccessible(page);
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const unexpected = trouble.filter((line) => !line.includes("401"));
  assert.deepEqual(unexpected, []);
}

async function chooseTestUser({ base, page }: Console): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/console/me`);
  await page.getByRole("button", { name: "Ridge Outfitters" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Profile" }).waitFor();
}

/** Also when the server is slow: the script of a screen comes after the frame. */
async function seeSkeleton({ base, page }: Pick<Console, "base" | "page">): Promise<void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/transactions-/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(`${base}/console/transactions`);
  await page.locator("#screen .mantine-Skeleton-root").first().waitFor();
  gate.resolve();
  await page.getByRole("heading", { level: 1, name: "Transactions" }).waitFor();
}

async function openNavigation({ base, page }: Console): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/console/me`);
  await page.getByRole("button", { name: "Operator operator" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Navigation", exact: true }).click();
  await page.locator('[aria-label="Close navigation"]:focus').waitFor();
  await page.keyboard.press("Escape");
  await page.locator('[aria-label="Navigation"]:focus').waitFor();
}

async function lookAsCashier({ base, page, trouble }: Console): Promise<void> {
  await page.goto(`${base}/console/accounts`);
  await page.getByRole("button", { name: "Main Street Books, cashier" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await assertFrameAccessible(page);
  const entries = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const names = await entries.allInnerTexts();
  assert.ok(names.includes("Transactions"), names.join());
  for (const absent of ["Accounts", "API keys", "Business clock"])
    assert.ok(!names.includes(absent), absent);
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search pages").fill("keys");
  await page.getByRole("dialog").getByText("No results").waitFor();
  await assertFrameAccessible(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await entries.first().waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Navigation", exact: true }).click();
  await entries.first().click();
  await entries.first().waitFor({ state: "hidden" });
  // There is no title while the next screen loads.
  await page.getByRole("heading", { name: "Page not found" }).waitFor({ state: "hidden" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await assertFrameAccessible(page);
  assert.deepEqual(trouble, []);
  await seeSkeleton({ base, page });
}

/** The server's clock stands still, so it moves together with the page's. The warning loads late. */
async function leaveAndReturn({ app, base, page, trouble }: Console): Promise<void> {
  await page.clock.install();
  const isSlow = Promise.withResolvers<void>();
  await page.route(/idle-warning/, async (route) => {
    await isSlow.promise;
    await route.continue();
  });
  await page.goto(`${base}/console/me`);
  await page.getByRole("button", { name: "Main Street Books, cashier" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  const leave = async (minutes: number) => {
    app.clock.advance({ minutes });
    await page.clock.fastForward(minutes * 60_000);
  };
  const warning = page.getByRole("dialog", { name: "Are you still there?" });
  await leave(13);
  assert.equal(await warning.isVisible(), false);
  isSlow.resolve();
  await leave(1);
  await warning.waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.keyboard.press("Enter");
  await warning.waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "Profile" }).waitFor();
  await leave(14);
  await warning.waitFor();
  await leave(1);
  await page.getByText("You were signed out").waitFor();
  assert.deepEqual(trouble, []);
}

/** The first one looks at the messages of a browser that was not signed in before. */
const WALKS: Readonly<Record<string, (console: Console) => Promise<void>>> = {
  "what a user may not do is missing from the navigation, the search and the address":
    lookAsCashier,
  "choosing a test user moves the focus to the sign-in button": chooseTestUser,
  "on a phone the open navigation keeps the focus, and Escape returns it": openNavigation,
  "a user signs in with a code, returns to the requested page and signs out": signInWithCode,
  "a person who leaves is warned a minute before the end, can stay, and is signed out":
    leaveAndReturn,
};

test("the console's frame in a browser", { skip: NO_BROWSER }, async (t) => {
  const opened = await openConsole(t);
  for (const [name, walk] of Object.entries(WALKS)) {
    await t.test(name, () => walk(opened));
    await forgetUser(opened);
  }
});

/** As in a new browser, but with the files in its cache. */
async function forgetUser({ page, trouble }: Console): Promise<void> {
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.setViewportSize({ width: 1280, height: 900 });
  trouble.length = 0;
}

/** Returns a function for the current code. */
async function setUpAuthenticator(app: TestApp): Promise<() => string> {
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const { secret } = (await client.post<{ secret: string }>("/authenticator")).body;
  const shown = () => currentCode(secret, app);
  assert.equal((await client.post("/authenticator/confirm", { code: shown() })).status, 204);
  app.clock.advance({ minutes: 1 });
  return shown;
}

type Console = Awaited<ReturnType<typeof openConsole>>;

async function openConsole(t: TestContext) {
  const app = await openTestApp(t);
  const base = await app.server.listen({ host: "127.0.0.1", port: 0 });
  return { app, base, ...(await openWatchedPage(t, base)) };
}
