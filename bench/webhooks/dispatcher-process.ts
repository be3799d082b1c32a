/**
 * Runs the product's dispatcher alone, as a job process does, with accounts whose webhooks go to
 * the receiver of the bench. A child process of the bench: DATABASE_URL is a migrated database,
 * GOOD_PORT and DEAD_PORT are open.
 */
import { randomBytes } from "node:crypto";
import { openKeyCustody } from "../../src/adapters/key-custody/key-custody.ts";
import { givenMasterKeys } from "../../src/adapters/key-custody/software/find-master-key.ts";
import { softwareRoot } from "../../src/adapters/key-custody/software/software-root.ts";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { HttpWebhookSender } from "../../src/adapters/webhook-sender/webhook-sender.ts";
import { DeliveryStore } from "../../src/core/outbox/claims/delivery-store.ts";
import { Dispatcher } from "../../src/core/outbox/dispatcher.ts";
import { saveEndpoint } from "../../src/core/outbox/endpoint.ts";
import { EndpointStore, firstEndpoint } from "../../src/core/outbox/endpoint-store.ts";
import { WebhookRoute } from "../../src/core/outbox/webhook-route.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { startDelivering } from "../../src/jobs/deliver.ts";
import { Secret } from "../../src/values/secret.ts";
import { DEAD_ACCOUNT, GOOD_ACCOUNTS } from "./events.ts";

export type Order = { readonly kind: "start" } | { readonly kind: "stop" };

const { DATABASE_URL = "", GOOD_PORT = "", DEAD_PORT = "" } = process.env;
const environment = "certification";
const clock = systemClock;

const owner = openPool();
const payments = openPool(PAYMENTS_ROLE);
const masterKeys = givenMasterKeys([new Secret(randomBytes(32).toString("hex"))]);
const custody = await openKeyCustody({ db: owner, root: softwareRoot(masterKeys), environment });
for (const account of GOOD_ACCOUNTS) await addAccount(account, GOOD_PORT);
await addAccount(DEAD_ACCOUNT, DEAD_PORT);

let stopDelivering = async () => {};
process.once("disconnect", () => process.exit());
process.on("message", async ({ kind }: Order) => {
  if (kind === "start") stopDelivering = deliver();
  else await stopDelivering();
  process.send?.({ kind });
});
process.send?.({ kind: "ready" });

function openPool(role?: string): DatabasePool {
  return new DatabasePool({
    connectionString: DATABASE_URL,
    ...(role === undefined ? {} : { role }),
    size: 16,
    queueMax: 1_000,
    statementTimeoutMs: 10_000,
  });
}

async function addAccount(account: number, port: string): Promise<void> {
  await owner.rows`
    insert into accounts (id, name, time_zone) values (${account}, 'bench', 'UTC')`;
  const endpoints = new EndpointStore(owner);
  const settings = { url: `http://127.0.0.1:${port}/hook`, isOn: true };
  await saveEndpoint(
    { endpoints, custody, clock, environment },
    firstEndpoint(String(account)),
    settings,
  );
}

function deliver(): () => Promise<void> {
  const onFailure = (error: unknown) => console.error(error);
  const sender = new HttpWebhookSender({ environment, clock });
  const route = new WebhookRoute({ db: payments, sender, custody, onDisabled: async () => {} });
  const deliveries = new DeliveryStore(payments);
  const dispatcher = new Dispatcher({ deliveries, route, clock, onFailure });
  const delivering = startDelivering({ dispatchers: [dispatcher], onFailure });
  return async () => {
    await delivering.stop(0);
    await sender.close();
  };
}
