/** Webhooks to a local receiver, with a dead endpoint beside it, against a loop that only posts. */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../src/adapters/system-clock.ts";
import { signWebhook } from "../../src/adapters/webhook-sender/envelope.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { Secret } from "../../src/values/secret.ts";
import { Child } from "../child.ts";
import type { Cleaning } from "../cleaning.ts";
import { openOwner } from "../environment.ts";
import type { PostPlan } from "../peers/post-loop.ts";
import type { BenchRow } from "../row.ts";
import type { Measured } from "../turn.ts";
import type { Order } from "../webhooks/dispatcher-process.ts";
import { webhookBody, writeEvents } from "../webhooks/events.ts";
import type { Arrivals, Expectation, ReceiverPorts } from "../webhooks/receiver.ts";

/** How many events wait when a turn begins, for each second of it. */
const WAITING_A_SECOND = 1_500;
const STEADY_A_SECOND = 500;
const WRITES_A_SECOND = 10;
const STEADY_SECONDS_MIN = 1;
/** As many as the dispatcher sends to one endpoint at a time. */
const LANES = 32;

export const webhooks: BenchRow = {
  name: "webhooks",
  about:
    "waiting events delivered, then lag at 500 events a second; one endpoint in six is dead. The peer posts the same bodies and keeps no books",
  unit: "a second",
  better: "higher",
  limits: [
    { figure: "value", unit: "a second", atLeast: 500 },
    { figure: "lag p99 ms", unit: "ms", atMost: 2_000 },
  ],

  async prepare(installation, cleaning) {
    const databaseUrl = await (await installation.databaseServer()).createDatabase(cleaning);
    const owner = openOwner(cleaning, databaseUrl);
    await migrate(owner, await readMigrations());
    const receiver = startChild(cleaning, "../webhooks/receiver.ts");
    const { good, dead } = await receiver.heard<ReceiverPorts>();
    const dispatcher = startChild(cleaning, "../webhooks/dispatcher-process.ts", {
      DATABASE_URL: databaseUrl,
      GOOD_PORT: String(good),
      DEAD_PORT: String(dead),
    });
    await dispatcher.heard();
    const loop = startChild(cleaning, "../peers/post-loop.ts");
    return {
      product: (seconds) => dispatch({ owner, receiver, dispatcher }, seconds),
      peer: (seconds) => post({ loop, receiver }, `http://127.0.0.1:${good}/hook`, seconds),
    };
  },
};

function startChild(cleaning: Cleaning, file: string, settings: Record<string, string> = {}) {
  return new Child(cleaning, { file: path.join(import.meta.dirname, file), settings });
}

interface Product {
  readonly owner: DatabasePool;
  readonly receiver: Child;
  readonly dispatcher: Child;
}

async function dispatch(product: Product, seconds: number): Promise<Measured> {
  const { owner, receiver, dispatcher } = product;
  const count = Math.round(WAITING_A_SECOND * seconds);
  await receiver.ask({ count } satisfies Expectation);
  await writeEvents(owner, count);
  const started = performance.now();
  await dispatcher.ask({ kind: "start" } satisfies Order);
  await receiver.heard<Arrivals>();
  const value = (count / (performance.now() - started)) * 1000;
  const lag = await measureLag(product, Math.max(seconds, STEADY_SECONDS_MIN));
  await dispatcher.ask({ kind: "stop" } satisfies Order);
  return { value, figures: { "lag p50 ms": lag.lagP50Ms, "lag p99 ms": lag.lagP99Ms } };
}

/** Events are written as evenly as payments, at a rate at which they must not wait. */
async function measureLag({ owner, receiver }: Product, seconds: number): Promise<Arrivals> {
  const writes = Math.round(seconds * WRITES_A_SECOND);
  const each = STEADY_A_SECOND / WRITES_A_SECOND;
  await receiver.ask({ count: writes * each } satisfies Expectation);
  for (let write = 0; write < writes; write++) {
    await Promise.all([writeEvents(owner, each), pause(1000 / WRITES_A_SECOND)]);
  }
  return receiver.heard<Arrivals>();
}

interface Peer {
  readonly loop: Child;
  readonly receiver: Child;
}

async function post({ loop, receiver }: Peer, url: string, seconds: number): Promise<Measured> {
  const count = Math.round(WAITING_A_SECOND * seconds);
  await receiver.ask({ count } satisfies Expectation);
  const started = performance.now();
  const posted = loop.ask({ url, ...envelope(url), count, lanes: LANES } satisfies PostPlan);
  await receiver.heard<Arrivals>();
  const value = (count / (performance.now() - started)) * 1000;
  await posted;
  return { value };
}

/** An envelope like those of the product's sender. */
function envelope(url: string) {
  return signWebhook({
    eventId: "",
    accountId: "1",
    url,
    secrets: [new Secret(`whsec_${Buffer.alloc(32).toString("base64")}`)],
    event: "transaction.approved",
    transaction: webhookBody(0),
    at: systemClock.wall(),
  });
}
