/** The page behind the link of a welcome email, in a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inviteUser } from "../../src/core/management/users/invite-user.ts";
import { NO_BROWSER, openBrowser } from "../kit/browser.ts";
import { openManagementApp, Partner } from "../kit/management.ts";
import { linksTo } from "../kit/test-config.ts";

const PASSWORD = "a password from a browser";

test("a user sets a password by keyboard, under the page's content security policy", {
  skip: NO_BROWSER,
}, async (t) => {
  const { app, server, database, custody, clock } = await openManagementApp(t);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const [user] = await database.owner.rows<{ id: string }>`
    select id from contacts where user_name = 'harbor'`;
  const invited = {
    contactId: user?.id ?? "",
    email: "h@p.test",
    firstName: "H",
    userName: "harbor",
    partnerName: "Harbor",
  };
  await inviteUser(database.owner, { custody, clock, links: linksTo(base) }, invited);
  const [row] = await database.owner.rows<{ event_id: string; sealed: Uint8Array }>`
    select event_id, sealed from outbox where event = 'user.welcome'`;
  const context = { place: "outbox.sealed", owner: row?.event_id ?? "" };
  const link = (await custody.open(row?.sealed ?? new Uint8Array(), context)).reveal();

  const browser = await openBrowser(t);
  const page = await browser.newPage();
  const trouble: string[] = [];
  page.on("console", (message) => trouble.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) trouble.push(request.url());
  });
  await page.goto(link);
  assert.equal(await page.title(), "Set your password");
  await page.getByRole("button", { name: "Set password" }).waitFor();
  // As text, because the DOM types are not available here.
  const color = await page.evaluate(
    "getComputedStyle(document.querySelector('button')).backgroundColor",
  );
  assert.equal(color, "rgb(29, 78, 216)", "the policy allows the page's own style");
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm new password").fill("something else");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert");
  assert.equal(await alert.innerText(), "The passwords do not match.");
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Password set" }).waitFor();
  const unexpected = trouble.filter((line) => !line.includes("422") && !line.includes("favicon"));
  assert.deepEqual(unexpected, []);
  assert.equal((await new Partner(app, "harbor", PASSWORD).get("/partners")).total, 2);
});
