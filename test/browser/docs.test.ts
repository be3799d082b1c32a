/** The API reference in a browser: what it loads, its first call, and its accessibility. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER, openBrowser } from "../kit/browser.ts";

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

  await page.goto(`${base}/docs#tag/payments/POST/api/qsapi/3.8`);
  const tryIt = page.getByRole("button", { name: "(post /api/qsapi/3.8)" }).first();
  await tryIt.waitFor();
  const links = await page.getByRole("complementary").getByRole("link").allTextContents();
  const tags = links.filter((link) => AREAS.includes(link.trim())).map((link) => link.trim());
  assert.deepEqual(tags, AREAS);
  assert.match(await page.locator("main").innerText(), /curl/);

  await tryIt.click();
  const [answer] = await Promise.all([
    page.waitForResponse(`${base}/api/qsapi/3.8`),
    page.getByRole("button", { name: /^send/i }).first().click(),
  ]);
  const sent = new URLSearchParams(answer.request().postData() ?? "");
  assert.equal((await answer.json()).transaction_approved, true);
  assert.deepEqual([...sent.keys()].length, 8, "optional fields stay empty");
  await page.locator('.cm-content[aria-label="Text of the answer"]').first().waitFor();

  const expected = /^\/(docs(\/(assets|script)\/[\w.-]+)?$|docs#|openapi\.json$|api\/)/;
  assert.deepEqual(
    asked.filter((url) => !expected.test(url) && !url.startsWith("data:")),
    [],
  );
  assert.deepEqual(errors, []);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`),
    [],
  );
});
