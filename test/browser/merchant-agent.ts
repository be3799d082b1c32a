/** The walk of an agent from a sub-account's payment to its refund, back, and to the list. */
import assert from "node:assert/strict";
import { OWNER } from "../kit/console.ts";
import { AGENT, MerchantClient } from "../kit/merchant.ts";
import { enter, type Shop } from "./merchant-shop.ts";

export async function followsAgentLinks(shop: Shop): Promise<void> {
  const { app, page, go, trouble } = shop;
  const client = await MerchantClient.of(app);
  const { id } = await client.sell({ amountCents: 7_100 });
  await client.change(id, "refunds", { amountCents: 100 });
  await enter(shop, AGENT);
  await go(`/transactions/${id}?account=${OWNER.accountId}`);
  await page.getByRole("region", { name: "Timeline" }).getByRole("link").first().click();
  await page.getByRole("heading", { name: "−$1.00" }).waitFor();
  await page.getByRole("link", { name: `${id}, $71.00` }).click();
  await page.getByRole("heading", { name: "$71.00" }).waitFor();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
  await page.waitForURL(new RegExp(`/transactions\\?account=${OWNER.accountId}`));
  await page.getByText("Partially refunded").first().waitFor();
  assert.deepEqual(trouble, []);
  await enter(shop, OWNER);
}
