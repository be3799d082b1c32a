/** The start page in a browser. It works without scripts, which test/http/start-page.test.ts shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER, openWatchedPage } from "../kit/browser.ts";

test("one click makes a payment, and the page is accessible", { skip: NO_BROWSER }, async (t) => {
  const { server } = await openTestApp(t);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const { page, trouble } = await openWatchedPage(t, base);
  await page.goto(base);
  assert.equal(await page.getByRole("button", { name: /^Copy 1{32}$/ }).count(), 1);
  await page.getByRole("button", { name: "Make a test payment of $12.34" }).click();
  await page.getByText("Approved: transaction").waitFor();
  await assertAccessibleInBothSchemes(page, "start page", {});
  assert.deepEqual(trouble, []);
});
