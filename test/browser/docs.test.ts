/** The API reference in a browser: what it loads, its first call, and its accessibility. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Response } from "playwright-core";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER, openBrowser } from "../kit/browser.ts";
import { findViolations, loadAxe } from "../kit/check-in-page.ts";

const AREAS = ["Payments", "Status", "Reporting", "Parser", "Point of sale", "Management"];

test("the API reference shows payments first, sends the example and contacts no other host", {
  skip: NO_BROWSER,
}, async (t) => {
  const { server } = await openTestApp(t);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const page = await (await openBrowser(t)).newPage();
  const [asked, errors]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(request.url().replace(base, "")));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));

  const sold = await sendExample(page, `${base}/docs#tag/point-of-sale`, "/api/json/transactions/");
  assert.equal(sold.status(), 201, await sold.text());
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "hidden" });
  const paid = await sendExample(page, `${base}/docs#tag/payments`, "/api/qsapi/3.8");
  assert.equal((await paid.json()).transaction_approved, true);
  const sent = new URLSearchParams(paid.request().postData() ?? "");
  assert.equal(sent.size, 8, "fields that the example does not have stay empty");
  const links = await page
    .getByRole("complementary", { includeHidden: true })
    .first()
    .getByRole("link", { includeHidden: true })
    .allTextContents();
  const tags = links.filter((link) => AREAS.includes(link.trim())).map((link) => link.trim());
  assert.deepEqual(tags, AREAS);
  assert.match(await page.locator("main.references-rendered").innerText(), /curl/);

  await page.locator('.cm-content[aria-label="Text of the answer"]').first().waitFor();

  const expected = /^\/(docs(\/(assets|script)\/[\w.-]+|#.*)?$|openapi\.json$|api\/)/;
  assert.deepEqual(
    asked.filter((url) => !expected.test(url) && !url.startsWith("data:")),
    [],
  );
  assert.deepEqual(errors, []);
  await loadAxe(page);
  // The colors of the whole page would take long. Its parts use the same ones.
  const colorsWithin = ["aside", "[role=dialog]"];
  const found = await findViolations(page, { left: [], rules: {}, colorsWithin });
  const serious = found.filter(([, , impact]) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious, []);
});

/** Opens a call of the page, and presses the button that sends its example. */
async function sendExample(page: Page, area: string, path: string): Promise<Response> {
  await page.goto(`${area}/POST${path}`);
  await page
    .getByRole("button", { name: `(post ${path})` })
    .first()
    .click();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
    page.getByRole("button", { name: /^send/i }).first().click(),
  ]);
  return answer;
}
