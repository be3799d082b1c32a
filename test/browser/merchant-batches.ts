/** The walk through a merchant's batches: the lists, one batch and its transactions, the download. */
import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { assertAccessibleInBothSchemes } from "../kit/accessible.ts";
import { ACCOUNT } from "../kit/app.ts";
import { sendPayment } from "../kit/guarded-app.ts";
import { MerchantClient } from "../kit/merchant.ts";
import type { Shop } from "./merchant-shop.ts";

export async function seesBatches({ app, page, go, trouble }: Shop): Promise<void> {
  await (await MerchantClient.of(app)).sell({ amountCents: 7_700 });
  await sendPayment(app.server, { ...ACCOUNT, transaction_type: "SETTLE-BATCH" });
  await go("/batches");
  await page.getByRole("link", { name: "1", exact: true }).waitFor();
  await assertAccessibleInBothSchemes(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  assert.match(
    await text(await download.createReadStream()),
    /^Batch,Closed \(.*\),Transactions,Net/,
  );
  await page.getByRole("link", { name: "1", exact: true }).click();
  await page.getByRole("cell", { name: "Visa", exact: true }).waitFor();
  await assertAccessibleInBothSchemes(page);
  const [brands] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  assert.match(
    await text(await brands.createReadStream()),
    /^Brand,Sales,.*\r\nVisa,\d+,[\d.]+,\d+,/,
  );
  await page.getByRole("link", { name: "View transactions" }).click();
  await page.getByText("77.00").first().waitFor();
  await go("/batches?tender=ach");
  await page.getByText("No ACH batches yet").waitFor();
  assert.deepEqual(trouble, []);
}
