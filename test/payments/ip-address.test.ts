/** ip_address of a payment request is what the merchant sent, never the address of the caller. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { type Form, SALE } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

async function payFrom({ server }: TestApp, remoteAddress: string, form: Form): Promise<string> {
  const answer = await server.inject({
    method: "POST",
    url: "/api/qsapi/3.8",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ ...SALE, response_format: "JSON", ...form }).toString(),
    remoteAddress,
  });
  assert.equal(answer.json().error_code, 0, answer.body);
  return answer.json().transaction_id;
}

async function addressOf({ server, database }: TestApp, id: string): Promise<readonly unknown[]> {
  const [row] = await database.owner.rows<{ ip_address: string | null }>`
    select ip_address from transactions where account_id = ${ACCOUNT.account_id} and id = ${id}`;
  const form = { ...ACCOUNT, transaction_id: id, response_format: "JSON" };
  const [record] = (await post(server, "/api/rsapi/3.8", form)).json().transactions;
  return [row?.ip_address, record.ip_address];
}

test("ip_address is what the merchant sent, never the caller's address", async (t) => {
  const app = await openShared(t, openTestApp);
  const bare = await payFrom(app, "198.51.100.9", {});
  assert.deepEqual(await addressOf(app, bare), [null, ""]);
  const sent = await payFrom(app, "198.51.100.9", { ip_address: "203.0.113.7" });
  assert.deepEqual(await addressOf(app, sent), ["203.0.113.7", "203.0.113.7"]);
});

test("a reissue does not inherit the IP address of the original payment", async (t) => {
  const app = await openShared(t, openTestApp);
  const token_id = await payFrom(app, "198.51.100.9", { ip_address: "203.0.113.7" });
  const reissue = { reissue: "1", token_id, card_number: "", card_expiration: "" };
  const again = await payFrom(app, "198.51.100.9", reissue);
  assert.deepEqual(await addressOf(app, again), [null, ""]);
});
