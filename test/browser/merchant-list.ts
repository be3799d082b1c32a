/** The walk through the transaction list: search, order, views, export, and the list on a phone. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import type { Locator, Page } from "playwright-core";
import { assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { MerchantClient } from "../kit/merchant.ts";
import type { Shop } from "./merchant-shop.ts";

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 800 };
/** Long texts: lists that are too wide cut off what is beside them. */
const LONG_BRAND = { cardNumber: "5555 5555 5555 4444" };
const MARY = { firstName: "Mary", lastName: "Shelley" };

export async function worksWithList(shop: Shop): Promise<void> {
  const { app, page, go, trouble } = shop;
  const client = await MerchantClient.of(app);
  const { id } = await client.sell({ ...LONG_BRAND, ...MARY, amountCents: 66_601 });
  await client.sell({ ...MARY, type: "AUTHORIZATION", amountCents: 66_603 });
  await client.sell({ amountCents: 66_605, firstName: "Jane", lastName: "Austen" });
  await client.change(id, "refunds", { amountCents: 100 });
  const size = page.viewportSize() ?? DESK;
  await sortsAndSearches(shop);
  await savesView(shop);
  await exportsList(page);
  await page.setViewportSize(PHONE);
  await go("/transactions?min=666&max=667");
  const row = page.getByRole("row").filter({ hasText: "Partially refunded" });
  await row.waitFor();
  await assertAccessibleInBothSchemes(page);
  assert.ok((await heightOf(row)) < 80, "two lines");
  assert.match(await row.innerText(), /Mary Shelley/);
  assert.equal(await isCut(row.locator("[data-column=at]")), false, "the date is not cut off");
  await go("/");
  const recent = page.getByRole("row").filter({ hasText: "Mary Shelley" });
  assert.ok((await heightOf(recent.first())) < 80, "two lines on the dashboard");
  await go(`/transactions/${id}`);
  const refund = page.getByRole("row").filter({ hasText: "$1.00" });
  assert.ok((await heightOf(refund)) < 80, "two lines in the list of refunds");
  assert.match(await refund.innerText(), /Refund/);
  await assertAccessibleInBothSchemes(page);
  await page.setViewportSize(size);
  assert.deepEqual(trouble, []);
}

async function heightOf(row: Locator): Promise<number> {
  await row.waitFor();
  return (await row.boundingBox())?.height ?? Infinity;
}

async function sortsAndSearches({ page, go }: Shop): Promise<void> {
  // With the default columns: an earlier walk has chosen others.
  await go("/transactions?min=666&max=667&hide=none");
  await page.getByText("Times by the business clock, in Eastern Time.").waitFor();
  await page.getByRole("button", { name: "Amount" }).click();
  await page.waitForURL(/sort=-amount/);
  await page.locator("tbody tr").first().getByText("Jane Austen").waitFor();
  await page.getByRole("button", { name: "Amount" }).click();
  await page.locator("tbody tr").first().getByText("Mary Shelley").waitFor();
  await assertAccessibleInBothSchemes(page);
  const list = page.locator("table").locator("..");
  assert.equal(await isCut(list), false, "amounts are in view at 1280 pixels");
  await page.getByRole("searchbox", { name: "Search" }).fill("$666.05");
  await page.waitForURL(/q=%24666\.05/);
  await page.getByText("Mary Shelley").first().waitFor({ state: "detached" });
  // The shortcut does not work while a field has the focus.
  await page.getByRole("heading", { name: "Transactions" }).click();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search pages").fill("666.01");
  await page.getByRole("dialog").getByText("$666.01 · Mary Shelley").waitFor();
  await page.keyboard.press("Escape");
}

function isCut(part: Locator): Promise<boolean> {
  return part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}

async function savesView({ page, go }: Shop): Promise<void> {
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Large ones");
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("View saved. Only you see it.").waitFor();
  await go("/transactions");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Large ones" }).click();
  await page.waitForURL(/q=%24666\.05/);
  await page.getByText("Jane Austen").waitFor();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Manage views" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const asked = page.getByRole("dialog", { name: "Delete “Large ones”?" });
  await asked.getByRole("button", { name: "Delete" }).click();
  await page.getByText("You have no saved views.").waitFor();
  await page.keyboard.press("Escape");
}

async function exportsList(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const shown = await page.locator("thead th").allInnerTexts();
  const lines = (await text(await download.createReadStream())).trim().split("\r\n");
  const [date, ...others] = (lines[0] ?? "").split(",");
  assert.equal(date, "Date (America/New_York)");
  assert.deepEqual(["Date", ...others], shown);
  assert.match(lines[1] ?? "", /,Sale,Jane Austen,Visa 1111,Paid,.*666\.05$/);
  assert.equal(lines.length, 2);
}
