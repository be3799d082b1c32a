/** Calls that wait while the test changes or deletes a user. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "../../src/db/database.ts";
import { post } from "../kit/app.ts";
import { emailsTo } from "../kit/emails.ts";
import {
  type Answer,
  assertDetail,
  BOOKS,
  openShopApp,
  PASSWORD,
  type TestShop,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const cashier = (name: string) => ({ email: `${name}@books.test`, role: "cashier" });

type Change = (db: Database) => Promise<unknown>;

/** Locks the user, starts the call, which waits, and then changes the user. */
async function whileChanged(
  { database: { owner } }: TestShop,
  id: number,
  { call, change }: { call: () => Promise<Answer>; change: Change },
): Promise<Answer> {
  const { coming } = await owner.atomically(async (db) => {
    await db.rows`select from pos_users where id = ${id} for update`;
    const waiting = { coming: call() };
    await untilSomebodyWaits(owner);
    await change(db);
    return waiting;
  });
  return coming;
}

function whileDeleted(shop: TestShop, id: number, call: () => Promise<Answer>): Promise<Answer> {
  const change: Change = (db) => db.rows`delete from pos_users where id = ${id}`;
  return whileChanged(shop, id, { call, change });
}

test("changing or deleting a user who is deleted meanwhile is 404", async (t) => {
  const ann = cashier("ann");
  const shop = await openShared(t, openShopApp);
  const { owner } = shop;
  const calls = [
    (path: string) => owner.call("PUT", path, { form: { first_name: "Ann" } }),
    (path: string) => owner.call("PUT", path, { form: { role: "manager" } }),
    (path: string) => owner.call("DELETE", path),
  ];
  for (const call of calls) {
    const { id } = (await owner.post("/users/", ann)).json();
    assertDetail(await whileDeleted(shop, id, () => call(`/users/${id}/`)), 404);
  }
});

test("using an invitation while its user is deleted waits, and neither fails", async (t) => {
  const beth = cashier("beth");
  const shop = await openShared(t, openShopApp);
  const { id } = (await shop.owner.post("/users/", beth)).json();
  const [message] = await emailsTo(shop, beth.email);
  const [link = ""] = /http\S+/.exec(message?.text ?? "") ?? [];
  const { pathname, searchParams } = new URL(link);
  const form = { reset_token: searchParams.get("reset_token") ?? "", password: PASSWORD };
  const answer = await whileDeleted(shop, id, () => post(shop.server, pathname, form));
  assertDetail(answer, 404);
});

test("a login during a change of the user is checked against the changed user", async (t) => {
  const cora = cashier("cora");
  const shop = await openShared(t, openShopApp);
  const { owner, server } = shop;
  const make = async () => (await owner.post("/users/", { ...cora, password: PASSWORD })).json().id;
  const login = { account_id: BOOKS, email: cora.email, passsword: PASSWORD };
  const call = () => post(server, "/api/json/account/login/", login);
  const first = await make();
  // Like the point of sale: a new password ends all sessions.
  const replaced: Change = async (db) => {
    await db.rows`
      update pos_users set updated_at = now(),
        password_hash = (select password_hash from pos_users where email = 'owner@books.test')
      where id = ${first}`;
    await db.rows`delete from pos_sessions where user_id = ${first}`;
  };
  assertDetail(await whileChanged(shop, first, { call, change: replaced }), 401);
  await owner.call("DELETE", `/users/${first}/`);
  assertDetail(await whileDeleted(shop, await make(), call), 401);
  const last = await make();
  const renamed: Change = (db) => db.rows`
    update pos_users set first_name = 'Ann', updated_at = now() where id = ${last}`;
  const answer = await whileChanged(shop, last, { call, change: renamed });
  assert.equal(answer.json().user.first_name, "Ann", answer.body);
});
