/** Compares stored webhook events with the deliveries that arrived, by plain SQL. */
import assert from "node:assert/strict";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";

const DELIVERED_WITHIN_MS = 90_000;

type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

async function untilTold(ask: Ask): Promise<void> {
  const left = `select account_id, id, event, tries, due_at, claimed_until, set_aside_why from outbox
    where kind = 'webhook' and delivered_at is null limit 5`;
  const isTold = async () => (await ask(left)).length === 0;
  await until(isTold, DELIVERED_WITHIN_MS).catch(async () =>
    assert.fail(`events were not delivered: ${JSON.stringify(await ask(left))}`),
  );
}

/** Every event is stored once and was delivered under its own id. */
export async function assertToldOnce(
  databaseUrl: string,
  listDeliveries: () => readonly string[],
): Promise<string> {
  const ask = (text: string) =>
    asking(databaseUrl, async (client) => (await client.query(text)).rows);
  await untilTold(ask);
  const stored = await ask(
    `select event_id::text as id, account_id || ' ' || transaction_id || ' ' || event as about
     from outbox where kind = 'webhook'`,
  );
  const outcomes = stored.filter(({ about }) => !about.endsWith("transaction.failed"));
  assert.equal(new Set(outcomes.map(({ about }) => about)).size, outcomes.length, "told twice");
  const untold = await ask(
    `select one.id from transactions one
       left join outbox event
         on event.account_id = one.account_id and event.transaction_id = one.id
     where event.id is null`,
  );
  assert.deepEqual(untold, [], "transactions without an event");
  const ids = new Set(stored.map(({ id }) => id));
  const deliveries = listDeliveries();
  const arrived = new Set(deliveries);
  assert.deepEqual(
    [...arrived].filter((id) => !ids.has(id)),
    [],
    "events that are not stored",
  );
  assert.deepEqual(
    [...ids].filter((id) => !arrived.has(id)),
    [],
    "events that never arrived",
  );
  return `${ids.size} events, ${deliveries.length - arrived.size} of them sent again under their id`;
}
