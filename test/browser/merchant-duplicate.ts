/** The virtual terminal asks before it takes the same payment again. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { updateAccount } from "../../src/core/accounts/update-account.ts";
import { assertAccessible } from "../kit/accessible.ts";
import { ACCOUNT, type TestApp } from "../kit/app.ts";
import { MerchantClient } from "../kit/merchant.ts";
import { countSales, enterCard, keptIn, NUMBER, type Shop } from "./merchant-shop.ts";

async function setDuplicateMinutes(app: TestApp, duplicateMinutes: number): Promise<void> {
  const { database, custody, clock } = app;
  const needs = { db: database.owner, custody, clock, environment: "certification" } as const;
  const by = { actor: { kind: "system", name: "test" } } as const;
  await updateAccount(needs, ACCOUNT.account_id, { changes: { duplicateMinutes }, by });
}

/** The refused payment keeps what was typed, until the cashier decides. */
export async function asksBeforeDuplicate({ app, page, go, trouble }: Shop): Promise<void> {
  await setDuplicateMinutes(app, 10);
  const first = await (await MerchantClient.of(app)).sell({ amountCents: 3_300 });
  const before = await countSales(app);
  await go("/terminal");
  await enterCard(page, "33.00");
  const charge = page.getByRole("button", { name: "Charge $33.00" });
  const question = page.getByRole("alert").filter({ hasText: "this looks like a duplicate" });
  await charge.click();
  await question.waitFor();
  const button = await question.getByRole("button", { name: "Charge anyway" }).boundingBox();
  const bottom = (button?.y ?? Infinity) + (button?.height ?? 0);
  assert.ok(bottom <= (page.viewportSize()?.height ?? 0), "the answers are visible");
  const link = question.getByRole("link", { name: first.id });
  assert.equal(await link.getAttribute("href"), `/console/transactions/${first.id}`);
  await assertAccessible(page);
  await page.getByRole("textbox", { name: "ZIP code" }).fill("10001");
  await question.waitFor({ state: "detached" });
  await charge.click();
  await question.getByRole("button", { name: "Charge anyway" }).click();
  const dialog = page.getByRole("dialog", { name: "Charge another $33.00?" });
  await assertAccessible(page);
  assert.equal(await countSales(app), before, "one press does not charge");
  await dialog.getByRole("button", { name: "Charge anyway" }).click();
  await page.getByText("Sale approved").waitFor();
  assert.equal((await countSales(app)) - before, 1);
  assert.ok(!(await keptIn(page)).includes(NUMBER));
  await givesUpDuplicate(page);
  assert.equal((await countSales(app)) - before, 1);
  await setDuplicateMinutes(app, 0);
  assert.deepEqual(
    trouble.filter((line) => !line.includes("409")),
    [],
  );
}

async function givesUpDuplicate(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Take another payment" }).click();
  await enterCard(page, "33.00");
  await page.getByRole("button", { name: "Charge $33.00" }).click();
  await page.getByRole("button", { name: "Do not charge" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Card number" }).inputValue(), "");
  assert.equal(await page.getByRole("button", { name: "Charge anyway" }).count(), 0);
}
