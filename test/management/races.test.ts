/** A: records that are created for a client while it is deleted or moves to another partner. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, newBody, openManagementApp } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";

const ROUNDS = 12;

/** Bodies of everything that can be created for a client. */
const newBelongings = (client: Json): readonly (readonly [string, Json])[] => [
  ["/locations", newBody.location({ client })],
  ["/users", newBody.contact({ client })],
  ["/devices", newBody.device({ client })],
  ["/locations", newBody.location({ client })],
];

test("A: creating a record while its client is deleted keeps the client or is refused, and nothing fails", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  for (let round = 0; round < ROUNDS; round++) {
    const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
    const [removed, ...entered] = await Promise.all([
      harbor.call("DELETE", `/clients/${id}`),
      ...newBelongings({ id }).map(([path, body]) => harbor.call("POST", path, body)),
    ]);
    const isRemoved = removed.status === 200;
    assert.ok(isRemoved || removed.status === 409, JSON.stringify(removed));
    const statuses = new Set(entered.map(({ status }) => status));
    if (isRemoved) assert.deepEqual([...statuses], [409], JSON.stringify(entered));
    else assert.ok(statuses.has(200) && !statuses.has(500), JSON.stringify(entered));
  }
});

test("A: a record that is created while its client moves belongs to the client's new partner", async (t) => {
  const { harbor, ids, database } = await openShared(t, openManagementApp);
  const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  for (let round = 0; round < ROUNDS; round++) {
    const directPartner = { id: ids[round % 2 === 0 ? "harbor-retail" : "harbor"] };
    const replies = await Promise.all([
      harbor.call("PATCH", `/clients/${id}`, { directPartner }),
      ...newBelongings({ id }).map(([path, body]) => harbor.call("POST", path, body)),
    ]);
    assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
    const strays = await database.owner.rows`
      select item.what from clients client, lateral (
        select 'location' as what, partner_id from locations where client_id = client.id
        union all select 'user', partner_id from contacts where client_id = client.id
        union all select 'device', partner_id from devices where client_id = client.id) item
      where client.id = ${id} and item.partner_id <> client.direct_partner_id`;
    assert.deepEqual(strays, [], `round ${round}`);
  }
});

test("A: a client, its location and its contact can be deleted and changed at once, and nothing fails", async (t) => {
  const { harbor, ids } = await openShared(t, openManagementApp);
  for (let round = 0; round < ROUNDS; round++) {
    const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
    const { location, contact } = await harbor.get(`/clients/${id}`);
    const client = { id };
    const replies = await Promise.all([
      harbor.call("DELETE", `/locations/${location.id}`),
      harbor.call("DELETE", `/users/${contact.id}`),
      harbor.call("PATCH", `/locations/${location.id}`, { client, city: "Boston" }),
      harbor.call("PATCH", `/clients/${id}`, { directPartner: { id: ids["harbor-retail"] } }),
      harbor.call("DELETE", `/clients/${id}`),
    ]);
    // Only deleted records are missing.
    const expected = replies.at(-1)?.status === 200 ? [200, 404, 409] : [200, 409];
    for (const { status, body } of replies) {
      assert.ok(expected.includes(status), JSON.stringify(body));
    }
  }
});
