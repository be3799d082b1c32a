/** The API documentation in a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER, openBrowser } from "../kit/browser.ts";

test("the API documentation shows every interface, contacts no other host and has no errors", {
  skip: NO_BROWSER,
}, async (t) => {
  const { server } = await openTestApp(t);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const page = await (await openBrowser(t)).newPage();
  const [asked, errors]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));

  await page.goto(`${base}/docs`);
  await page.getByText("Charge, capture, refund").waitFor();
  const tags = await page.locator(".opblock-tag").allTextContents();
  for (const area of ["Payments", "Status", "Reporting", "Parser", "Point of sale", "Management"]) {
    assert.ok(
      tags.some((tag) => tag.startsWith(area)),
      area,
    );
  }
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(base) && !url.startsWith("data:")),
    [],
  );
  assert.deepEqual(errors, []);
});
