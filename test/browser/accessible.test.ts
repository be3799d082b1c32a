/** The accessibility check itself: it measures the contrast of one text of each look. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { NO_BROWSER, openBrowser } from "../kit/browser.ts";
import { findViolations, loadAxe } from "../kit/check-in-page.ts";

const PAGE = `<!doctype html><html lang="en"><title>Texts</title>
  <style>
    body { background: white; color: black; }
    .pale { color: #ccc; }
    .dark { background: #333; }
    @media (prefers-color-scheme: dark) { .night { background: #111; } }
  </style>
  <main><h1>Texts</h1><p>First</p><p>Second</p></main></html>`;

async function showTexts(page: Page, added: string): Promise<void> {
  await page.setContent(PAGE.replace("</main>", `${added}</main>`));
}

test("a text with too little contrast is found, as often as it is checked", {
  skip: NO_BROWSER,
}, async (t) => {
  const page = await (await openBrowser(t)).newPage();
  await showTexts(page, "");
  await assertAccessible(page);
  for (const added of [
    '<p class="pale">Third</p>',
    '<div class="dark"><p>Third</p></div>',
    '<label><input value="Third" class="pale"> Fourth</label>',
  ]) {
    await showTexts(page, added);
    await assert.rejects(assertAccessible(page), /color-contrast/, added);
    await assert.rejects(assertAccessible(page), /color-contrast/, added);
  }
});

test("a finding has the impact of its rule", { skip: NO_BROWSER }, async (t) => {
  const page = await (await openBrowser(t)).newPage();
  await showTexts(page, '<p class="pale">Third</p>');
  await loadAxe(page);
  const found = await findViolations(page, { left: [], rules: {} });
  assert.deepEqual(found, [["color-contrast", '<p class="pale">Third</p>', "serious"]]);
  assert.deepEqual(await findViolations(page, { left: [], rules: {}, colorsWithin: ["h1"] }), []);
});

test("a hidden text is measured when it is shown", { skip: NO_BROWSER }, async (t) => {
  const page = await (await openBrowser(t)).newPage();
  await showTexts(page, '<div hidden><p class="pale">Third</p></div>');
  await assertAccessible(page);
  await page.evaluate('document.querySelector("[hidden]").hidden = false');
  await assert.rejects(assertAccessible(page), /color-contrast/);
});

test("both color schemes are measured, and other rules on every screen", {
  skip: NO_BROWSER,
}, async (t) => {
  const page = await (await openBrowser(t)).newPage();
  await showTexts(page, '<div class="night"><p>Third</p></div>');
  await assertAccessible(page);
  await assert.rejects(assertAccessibleInBothSchemes(page), /dark.*color-contrast/s);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate('document.querySelector("p").innerHTML = "<button></button>"');
  await assert.rejects(assertAccessible(page), /button-name/);
});
