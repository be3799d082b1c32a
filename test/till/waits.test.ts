/** Area C: calls that wait for a user to be deleted find nobody. The test is who deletes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { post } from "../kit/app.ts";
import { lettersTo } from "../kit/letters.ts";
import { type Answer, assertDetail, openShopApp, PASSWORD, type TestShop } from "../kit/till.ts";

const ANN = { email: "ann@books.test", role: "cashier" };

/** The user is locked, the call comes and waits, and the user goes. */
async function whileDeleted(
  { database: { owner } }: TestShop,
  id: number,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { coming } = await owner.atomically(async (db) => {
    await db.rows`select from till_users where id = ${id} for update`;
    const waiting = { coming: call() };
    await untilSomebodyWaits(owner);
    await db.rows`delete from till_users where id = ${id}`;
    return waiting;
  });
  return coming;
}

async function untilSomebodyWaits(owner: DatabasePool): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const waiting = await owner.count`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (waiting > 0) return;
    await pause(10);
  }
  assert.fail("nobody waited");
}

test("a user who is deleted meanwhile is 404 to whoever changes or deletes them", async (t) => {
  const shop = await openShopApp(t);
  const { owner } = shop;
  const calls = [
    (path: string) => owner.call("PUT", path, { form: { first_name: "Ann" } }),
    (path: string) => owner.call("PUT", path, { form: { role: "manager" } }),
    (path: string) => owner.call("DELETE", path),
  ];
  for (const call of calls) {
    const { id } = (await owner.post("/users/", ANN)).json();
    assertDetail(await whileDeleted(shop, id, () => call(`/users/${id}/`)), 404);
  }
});

test("an invitation that is answered while its user is deleted waits for that, and nobody fails", async (t) => {
  const shop = await openShopApp(t);
  const { id } = (await shop.owner.post("/users/", ANN)).json();
  const [letter] = await lettersTo(shop, ANN.email);
  const [link = ""] = /http\S+/.exec(letter?.text ?? "") ?? [];
  const { pathname, searchParams } = new URL(link);
  const form = { reset_token: searchParams.get("reset_token") ?? "", password: PASSWORD };
  const answer = await whileDeleted(shop, id, () => post(shop.server, pathname, form));
  assertDetail(answer, 404);
});
