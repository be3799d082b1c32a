/** The walk through customers, scheduled reports, and the terminal on a desk and a phone. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { ApprovalStore } from "../../src/core/approvals/approval-store.ts";
import { sendScheduledReports } from "../../src/core/reports/schedules/send-scheduled.ts";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { ACCOUNT, CARD, type TestApp } from "../kit/app.ts";
import { sendPayment } from "../kit/guarded-app.ts";
import { linksTo } from "../kit/test-config.ts";
import type { Shop } from "./merchant-shop.ts";

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

export async function seesCustomers({ app, page, go, trouble }: Shop): Promise<void> {
  await storeCard(app, "Hopper");
  await storeCard(app, "Lovelace");
  await go("/");
  await page.getByText("stored cards expire this month or next").waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("link", { name: "View cards" }).click();
  await page.getByRole("heading", { name: "Customers" }).waitFor();
  await page.getByText("Grace Hopper").waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("lovelace");
  await page.getByText("Grace Hopper").waitFor({ state: "hidden" });
  await assertAccessibleInBothSchemes(page);
  await page.setViewportSize(PHONE);
  assert.equal(await overflow(page), 0, "nothing is beside the screen of a phone");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Visa 1111 of Grace Lovelace?" });
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No matching customers").waitFor();
  await page.setViewportSize(DESK);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: "Charge" }).first().click();
  await page.getByText("Visa 1111, Grace Hopper").waitFor();
  await go("/customers?tab=blocked");
  await page.getByText("declined. Times by the business clock, in Eastern Time.").waitFor();
  await go("/customers?tab=corrected");
  await page.getByText("No corrected bank accounts").waitFor();
  await assertAccessible(page);
  assert.deepEqual(trouble, []);
}

export async function seesHeldCredits({ app, base, page, go, trouble }: Shop): Promise<void> {
  const { database, clock } = app;
  const credit = {
    ...({ kind: "credit", accountId: ACCOUNT.account_id, by: "account" } as const),
    ...{ subject: new Uint8Array([1]) },
    details: {
      amountCents: 25_000,
      currency: "USD",
      tender: "CARD",
      last4: "1111",
      cashier: "Cara",
    },
  } as const;
  await new ApprovalStore(database.owner).insertRequest(credit, clock.wall());
  // The page is loaded again, because the dashboard keeps for 5 s what it has read.
  await page.goto(`${base}/console/`);
  await page.getByText("1 credit waits for approval").waitFor();
  await go("/transactions");
  await page.getByRole("link", { name: "Held credits" }).click();
  await page.getByText("Waiting for approval").waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.setViewportSize(PHONE);
  assert.equal(await overflow(page), 0, "nothing is beside the screen of a phone");
  await assertAccessible(page);
  await page.setViewportSize(DESK);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const file = await text(await download.createReadStream());
  assert.match(file, /,Cara,Card,1111,250\.00,USD,Waiting for approval,/);
  assert.deepEqual(trouble, []);
}

async function storeCard({ server, clock }: TestApp, lastName: string): Promise<void> {
  const month = clock.business().toZonedDateTimeISO("America/New_York").toPlainDate();
  const expiration = `${String(month.month).padStart(2, "0")}${month.year % 100}`;
  const name = { first_name: "Grace", last_name: lastName };
  const form = { ...ACCOUNT, ...CARD, ...name, transaction_type: "STORE" };
  await sendPayment(server, { ...form, card_expiration: expiration });
}

/** The button is in view before anybody scrolls, and a desk shows the whole form. */
export async function fitsOneScreen({ page, go }: Shop): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await go("/terminal");
  await page.getByRole("button", { name: "Take payment" }).waitFor();
  const hidden = await page.evaluate("document.documentElement.scrollHeight - innerHeight");
  assert.ok(Number(hidden) <= 0, `${hidden} px are below the screen`);
  await page.setViewportSize(PHONE);
  const button = await page.getByRole("button", { name: "Take payment" }).boundingBox();
  const bottom = (button?.y ?? Infinity) + (button?.height ?? 0);
  assert.ok(bottom <= PHONE.height, `${bottom} px`);
  assert.equal(await overflow(page), 0);
  await assertAccessibleInBothSchemes(page);
  await page.setViewportSize(DESK);
}

/** The list of schedules says that it cannot be read, and reads it again. */
async function retriesSchedules({ page, go }: Shop): Promise<void> {
  const path = "**/console/api/reports/schedules";
  await page.route(path, (route) => route.fulfill({ status: 404, json: { error: NOT_FOUND } }));
  await go("/reports?preset=today");
  const list = page.getByRole("region", { name: "Sent by email" });
  await list.getByRole("alert").waitFor();
  await page.unroute(path);
  await list.getByRole("button", { name: "Try again" }).click();
  await list.getByText("No scheduled reports").waitFor();
}

const NOT_FOUND = { code: "not_found", message: "There is no such page.", requestId: "1" };

export async function schedulesReport(shop: Shop): Promise<void> {
  const { app, page, base, go, trouble } = shop;
  await retriesSchedules(shop);
  await page.getByRole("region", { name: "Totals" }).getByText("Sale, approved").waitFor();
  await page.getByRole("columnheader", { name: "Transaction ID transaction_id" }).waitFor();
  await page.getByRole("button", { name: "Schedule this report" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Daily payments");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await page.getByRole("cell", { name: "Daily payments" }).waitFor();
  await assertAccessibleInBothSchemes(page);
  const { custody, clock, database } = app;
  const needs = { custody, clock, owner: database.owner, links: linksTo(base) };
  await sendScheduledReports(needs, clock.business().add({ hours: 24 }));
  const [sent] = await database.owner.rows<{ id: string }>`select id from sent_reports`;
  await go(`/reports/sent/${sent?.id}`);
  await page.getByRole("heading", { name: "Daily payments" }).waitFor();
  await assertAccessibleInBothSchemes(page);
  await page.setViewportSize(PHONE);
  assert.equal(await overflow(page), 0, "nothing is beside the screen of a phone");
  await page.setViewportSize(DESK);
  await go("/reports/sent/00000000-0000-0000-0000-000000000000");
  await page.getByText("This link has expired").waitFor();
  await go("/reports");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No scheduled reports").waitFor();
  assert.deepEqual(
    trouble.filter((line) => !line.includes("404")),
    [],
  );
}

async function overflow(page: Page): Promise<number> {
  return Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
}
