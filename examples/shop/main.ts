/**
 * A small shop that takes payments with `sixdoors/client`. Node 22.18 or later runs it:
 *
 *   npx sixdoors                                                    # a test gateway on port 8080
 *   npm start                                                       # the shop on port 3000
 *   npx sixdoors listen --forward-to http://127.0.0.1:3000/webhook  # prints WEBHOOK_SECRET
 *
 * The forms send card numbers to this program. To keep them away from your servers, use the hosted
 * payment form instead (docs/interfaces/payment-form.md).
 */
import { createClient } from "sixdoors/client";
import { Orders } from "./orders.ts";
import { resolveOrder } from "./pay-order.ts";
import { openShop } from "./shop.ts";

const isTest = process.env["LIVE"] !== "1";

/** Values of the test gateway are defaults in test mode only. */
function readSetting(name: string, testValue: string): string {
  const value = process.env[name] ?? (isTest ? testValue : undefined);
  if (value === undefined) throw new Error(`Set ${name}. It has no default when LIVE is 1.`);
  return value;
}

const client = createClient({
  baseUrl: readSetting("SIXDOORS_URL", "http://127.0.0.1:8080"),
  account: {
    id: readSetting("SIXDOORS_ACCOUNT", "120000000001"),
    accessKey: readSetting("SIXDOORS_KEY", "11111111111111111111111111111111"),
  },
  // A customer waits at most this long. Then the page says that the payment is being checked.
  waitForOutcomeMs: 5_000,
});
const orders = new Orders(process.env["ORDERS_FOLDER"] ?? "orders");
const webhookSecret = process.env["WEBHOOK_SECRET"];
const ownerPassword = readSetting("OWNER_PASSWORD", "shop-test");

/** Payments that were running when the program stopped. */
for (const { id, state } of await orders.list()) {
  if (state === "paying") await orders.update(id, (order) => resolveOrder(client, order));
}

const server = openShop({ client, orders, webhookSecret, ownerPassword, isTest });
server.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  console.log(`Shop: http://127.0.0.1:${port}  Owner: http://127.0.0.1:${port}/orders`);
});
