/** ACH entries on the merchant's screens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DashboardAnswer } from "../../src/interfaces/console/merchant/contract.ts";
import { MONDAY, openAchOn } from "../kit/ach.ts";
import { openTestApp } from "../kit/app.ts";
import { MerchantClient, TYPED_BANK } from "../kit/merchant.ts";

test("ACH entries wait, are sent, settle or are returned, and the dashboard follows", async (t) => {
  const app = await openTestApp(t);
  app.clock.set(MONDAY);
  const ach = await openAchOn(app);
  let client = await MerchantClient.of(app);
  const good = await client.sell({ ...TYPED_BANK, amountCents: 1_000 });
  const bad = await client.sell({ ...TYPED_BANK, accountNumber: "123451001", amountCents: 500 });
  const flight = async () =>
    (await client.get<DashboardAnswer>("/merchant/dashboard")).body.inFlight;
  assert.deepEqual(await flight(), {
    waitingCount: 2,
    waitingCents: 1_500,
    sentCount: 0,
    sentCents: 0,
  });

  await ach.advance("2026-11-17T04:00:00Z");
  client = await MerchantClient.of(app);
  assert.deepEqual(await flight(), {
    waitingCount: 0,
    waitingCents: 0,
    sentCount: 2,
    sentCents: 1_500,
  });
  assert.equal((await client.look(good.id)).actions.reverses, undefined, "it was sent");
  const refund = await client.change(good.id, "reversals");
  assert.match(refund.body.error.message, /already sent to the bank/);

  await ach.advance("2026-11-24T20:00:00Z");
  client = await MerchantClient.of(app);
  assert.equal((await flight()).sentCount, 0);
  const kindsOf = async (id: string) => (await client.look(id)).steps.map(({ kind }) => kind);
  assert.deepEqual(await kindsOf(good.id), ["approved", "batched", "sent_to_bank", "settled"]);
  assert.deepEqual(await kindsOf(bad.id), ["approved", "batched", "sent_to_bank", "returned"]);
  const { transaction, steps } = await client.look(bad.id);
  assert.deepEqual([transaction.displayStatus, transaction.returnCode], ["returned", "R01"]);
  assert.match(steps.at(-1)?.detail ?? "", /^R01/);
});
