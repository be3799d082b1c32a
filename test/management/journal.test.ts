/** A /transactions: the journal of a client that has moved to another partner. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newBody, openManagementApp } from "../kit/management.ts";

const MESSAGE_ID = "1202611150000000000000007";

test("A /transactions: a filter by a client that the caller no longer sees gives an empty list", async (t) => {
  const { harbor, retail, ids, database } = await openManagementApp(t);
  const id = await harbor.post("/clients", newBody.client({ id: ids["harbor-retail"] }));
  await database.owner.rows`
    insert into parser_journal (message_id, called_at, partner_id, client_id, is_success, took_ms)
    values (${MESSAGE_ID}, now(), ${ids["harbor-retail"]}, ${id}, true, 1)`;
  const path = `/transactions?client=${id}`;
  assert.equal((await retail.get(path)).total, 1);
  await harbor.patch(`/clients/${id}`, { directPartner: { id: ids["harbor"] } });
  assert.deepEqual(await retail.get(path), { total: 0, data: [] });
  assert.equal((await harbor.get(path)).total, 1);
  const own = await retail.get("/transactions");
  assert.deepEqual(
    [own.total, own.data[0].messageId, own.data[0].client],
    [1, MESSAGE_ID, undefined],
  );
});
