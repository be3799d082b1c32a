/** The operations screens in a browser. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER, showScreen } from "../kit/browser.ts";
import { fillOperations } from "../kit/operations-data.ts";
import { openOperatorConsole } from "../kit/operator-page.ts";

async function openConsole(t: TestContext) {
  const app = await openTestApp(t);
  await fillOperations(app);
  return openOperatorConsole(t, app);
}

test("an operator opens each operations screen and acts on what needs attention", {
  skip: NO_BROWSER,
}, async (t) => {
  const { page, trouble } = await openConsole(t);
  await page.getByText("Action required").first().waitFor();
  await page.getByRole("heading", { name: "Payments in the last 24 hours" }).waitFor();
  await assertAccessibleInBothSchemes(page);
  await lookAtHomeOnPhone(page);
  await resolveReturns(page);
  await lookAtFiles(page);
  await lookAtJobs(page);
  await checkAuditLog(page);
  await lookAtSystem(page);
  await runSystemCheck(page);
  // Nobody was signed in at first, and an empty note was rejected.
  const wanted = /status of (401|422)/;
  assert.deepEqual(
    trouble.filter((line) => !wanted.test(line)),
    [],
  );
});

async function lookAtHomeOnPhone(page: Page): Promise<void> {
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  for (const label of ["Unread bank files", "Failing webhooks", "Age of the master key"]) {
    await page.getByRole("link", { name: new RegExp(label) }).waitFor();
  }
  await assertAccessible(page, "the home page on a phone");
  if (desk !== null) await page.setViewportSize(desk);
}

async function resolveReturns(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Unmatched returns/ }).click();
  await page.getByRole("cell", { name: "091000010999999" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Resolve" }).first().click();
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByText("This field is required.").waitFor();
  await page.getByLabel("Resolution").fill("Told the bank.");
  await assertAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Mark as resolved" }).click();
  await page.getByText("Marked as resolved.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Resolve" }).count(), 1);
  await page.getByLabel("Status").selectOption("resolved");
  await page.getByText("Told the bank.").waitFor();
  assert.match(page.url(), /tab=unmatched&status=resolved/);
  await page.getByRole("tab", { name: "Outgoing" }).click();
  await page.getByRole("tab", { name: "Unmatched returns" }).click();
  await page.getByRole("button", { name: "Resolve" }).waitFor();
  assert.match(page.url(), /\?tab=unmatched$/, "another tab starts without filters");
}

/** The same person cannot approve it. */
async function requestReversal(page: Page): Promise<void> {
  const file = new URL(page.url()).pathname.replace("/console", "");
  await page.getByRole("button", { name: "Reverse batch 1" }).click();
  await page.getByRole("dialog").getByLabel("Note").fill("Sent twice.");
  await assertAccessible(page, "Reverse batch");
  await page.getByRole("button", { name: "Request reversal" }).click();
  await page.getByText("Another operator must approve it.").waitFor();
  await page.getByRole("link", { name: "Bank files" }).first().click();
  await page.getByRole("tab", { name: "Reversals" }).click();
  await page.getByText("Sent twice.").waitFor();
  await assertAccessible(page, "Reversals");
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page.getByText("Reversal rejected.").waitFor();
  await showScreen(page, file);
  await page.getByRole("heading", { name: "Entries of batch 1" }).waitFor();
}

async function lookAtFiles(page: Page): Promise<void> {
  const tabs: [tab: string, seen: string][] = [
    ["Incoming", "returns-1117.ach"],
    ["Reversals", "No reversals"],
    ["Banks", "Simulated bank"],
    ["Return rates", "Within limits"],
  ];
  for (const [tab, seen] of tabs) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page.getByText(seen).first().waitFor();
    await assertAccessible(page, tab);
  }
  for (const name of ["Incoming", "Outgoing"]) {
    await page.getByRole("tab", { name }).click();
    await page.getByText("Times by the business clock, in your browser’s time zone.").waitFor();
  }
  await page.getByRole("link", { name: /^first-bank-.*ach$/ }).click();
  await page.getByRole("heading", { name: "Entries of batch 1" }).waitFor();
  await page.getByText("••••3210").first().waitFor();
  await requestReversal(page);
  await assertAccessible(page);
}

async function lookAtJobs(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Jobs and queues" }).click();
  const tabs: [tab: string, seen: string][] = [
    ["Jobs", "due-work"],
    ["Runs", "Jobs are scheduled by the business clock."],
    ["Runs", "canceling statement due to lock timeout"],
    ["Pending payments", "323000900001"],
    ["Deliveries", "No success after three days"],
  ];
  for (const [tab, seen] of tabs) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByText(seen).first().waitFor();
    await assertAccessible(page, tab);
  }
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
  await page.getByText("Resending 1 delivery.").waitFor();
  await page.getByRole("tab", { name: "Locked logins" }).click();
  await page.getByRole("cell", { name: "harbor" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Unlock" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlock" }).click();
  await page.getByText("No locked logins").waitFor();
}

async function checkAuditLog(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByLabel("Action", { exact: true }).selectOption("account.update");
  await page.getByRole("row").nth(1).getByText("Olga").waitFor();
  await assertAccessible(page);
  await page.getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("heading", { name: "account.update" }).waitFor();
  assert.equal(await page.locator("del").first().innerText(), "Main Street");
  assert.equal(await page.locator("ins").first().innerText(), "Main Street Books");
  await assertAccessibleInBothSchemes(page);
  await page.goBack();
  await page.getByRole("tab", { name: "Integrity" }).click();
  await page.getByRole("button", { name: "Verify now" }).click();
  await page.getByRole("cell", { name: "Valid" }).waitFor({ timeout: 15_000 });
  await assertAccessible(page);
}

async function lookAtSystem(page: Page): Promise<void> {
  await page.getByRole("link", { name: "System", exact: true }).click();
  await page.getByRole("heading", { name: "Master keys" }).waitFor();
  await assertAccessible(page);
  for (const tab of ["Database", "Retention", "Settings"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("tabpanel").getByRole("table").waitFor();
    await assertAccessible(page, tab);
  }
  await page.getByRole("tab", { name: "Housekeeping" }).click();
  await page.getByRole("heading", { name: "Slow statements", exact: true }).waitFor();
  await page.getByRole("cell", { name: "transactions", exact: true }).waitFor();
  await assertAccessible(page, "Housekeeping");
}

async function runSystemCheck(page: Page): Promise<void> {
  await page.getByRole("link", { name: "System check" }).click();
  await page.getByRole("region", { name: "Database" }).getByText("replication").waitFor();
  await assertAccessibleInBothSchemes(page);
  const answered = page.waitForResponse(
    (response) => response.url().endsWith("/doctor") && response.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Run again" }).click();
  assert.equal((await answered).status(), 200);
}
