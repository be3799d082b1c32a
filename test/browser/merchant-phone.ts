/** Walks of an owner, a cashier and an agent on a phone. */
import assert from "node:assert/strict";
import { assertAccessible } from "../kit/accessible.ts";
import { MerchantClient } from "../kit/merchant.ts";
import type { Shop } from "./merchant-shop.ts";
import { assertFitBothWidths, assertFits, DESK, PHONE } from "./narrow-screens.ts";

const CLINIC = "120000000002";

/** There is a batch already. */
export async function worksOnPhone({ app, page, go, trouble }: Shop): Promise<void> {
  const sale = await (await MerchantClient.of(app)).sell({ amountCents: 5_500 });
  const now = app.clock.wall();
  await app.database.owner.rows`
    insert into outbox (account_id, kind, event, payload, created_at, due_at, set_aside_at,
      set_aside_why)
    values (120000000001, 'delivery', 'transaction.approved', '{}', ${now}, ${now}, ${now},
      'expired')`;
  await page.setViewportSize(PHONE);
  await go("/");
  // The dashboard keeps for 5 s what it has read.
  await page.reload();
  await page.getByRole("region", { name: "Needs attention" }).getByText("not delivered").waitFor();
  await go(`/transactions/${sale.id}`);
  await page.getByRole("button", { name: "Refund" }).click();
  await page.getByRole("textbox", { name: "Amount" }).fill("5");
  await assertFits(page, "a refund on a phone");
  await assertAccessible(page, "a refund on a phone");
  await page.getByRole("dialog").getByRole("button", { name: "Refund" }).click();
  await page.getByText("Refund approved").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await assertFitBothWidths(page, {
    "/": "Dashboard",
    [`/transactions/${sale.id}`]: "$55.00",
    "/batches": "Batches",
    "/batches/1": "Batch 1",
  });
  assert.deepEqual(trouble, []);
}

export async function looksAsCashier({ page, trouble }: Shop): Promise<void> {
  await assertFitBothWidths(page, {
    "/": "Dashboard",
    "/transactions": "Transactions",
    "/customers": "Customers",
    "/terminal": "Virtual terminal",
    "/batches": "Page not found",
  });
  assert.deepEqual(trouble, []);
}

/** The agent has no payments of its own. */
export async function looksAsAgent({ app, page, go, trouble }: Shop): Promise<void> {
  await app.database.owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message, first_name)
    values (${CLINIC}, 323400000001, gen_random_uuid(), 'SALE', 'CARD', 'sold', true,
      ${app.clock.business()}, 700, 700, 'USD', 'APPROVED', 'Clara')`;
  await go(`/transactions?account=${CLINIC}`);
  await page.getByText("Clara").first().waitFor();
  await page.getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "$7.00" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Refund" }).count(), 0, "it only looks");
  await assertFitBothWidths(page, {
    [`/transactions?account=${CLINIC}`]: "Transactions",
    [`/transactions/323400000001?account=${CLINIC}`]: "$7.00",
    "/reports?preset=today": "Reports",
  });
  await page.setViewportSize(DESK);
  assert.deepEqual(trouble, []);
}
