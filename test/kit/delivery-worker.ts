/** A delivery process for tests that kill it. Its argument is the database. */
import { systemClock } from "../../src/adapters/system-clock.ts";
import { HttpWebhookSender } from "../../src/adapters/webhook-sender/webhook-sender.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { Dispatcher } from "../../src/core/outbox/dispatcher.ts";
import { WebhookRoute } from "../../src/core/outbox/webhook-route.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { startDelivering } from "../../src/jobs/deliver.ts";
import { openTestCustody } from "./custody.ts";
import { poolOf } from "./database.ts";

const [url = ""] = process.argv.slice(2);
const clock = systemClock;
const db = poolOf(url, PAYMENTS_ROLE);
const custody = await openTestCustody(poolOf(url));
const sender = new HttpWebhookSender({ environment: "certification", clock });
const onFailure = (error: unknown) => process.stderr.write(`${error}\n`);
const route = new WebhookRoute({ db, sender, custody, onDisabled: async () => {} });
const deliveries = new DeliveryStore(db);
startDelivering({
  dispatchers: [new Dispatcher({ deliveries, route, clock, onFailure })],
  onFailure,
});
process.send?.("started");
process.once("disconnect", () => process.exit());
