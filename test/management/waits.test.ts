/** A: changes that wait for each other, step by step. The test makes the first change itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkDigest } from "../../src/core/management/users/invite-user.ts";
import { PasswordLinkStore } from "../../src/core/management/users/password-link-store.ts";
import type { Database } from "../../src/db/database.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { sqlIdentifier } from "../../src/db/sql.ts";
import { Secret } from "../../src/values/secret.ts";
import { newBody, openManagementApp, type Reply } from "../kit/management.ts";
import { openShared } from "../kit/shared.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

interface Meeting {
  /** Runs before the call and is not committed yet. */
  first(db: Database): Promise<unknown>;
  call(): Promise<Reply>;
  /** Runs while the call waits. */
  meanwhile?(db: Database): Promise<unknown>;
}

async function meet(owner: DatabasePool, { first, call, meanwhile }: Meeting): Promise<Reply> {
  const { reply } = await owner.atomically(async (db) => {
    await first(db);
    const coming = call();
    await untilSomebodyWaits(owner);
    await meanwhile?.(db);
    return { reply: coming };
  });
  return reply;
}

type ManagementApp = Awaited<ReturnType<typeof openManagementApp>>;

/** A client of harbor with one of every resource that a client can have. */
async function makeClient({ harbor, ids }: ManagementApp) {
  const id = await harbor.post("/clients", newBody.client({ id: ids["harbor"] }));
  const client = { id };
  const location = await harbor.post("/locations", newBody.location({ client }));
  const user = await harbor.post("/users", newBody.contact({ client }));
  const device = await harbor.post("/devices", newBody.device({ client }));
  return { client, location, user, device };
}

/** Like a PATCH of directPartner. */
async function moveClient(db: Database, clientId: string, partnerId: string | undefined) {
  await db.rows`update clients set direct_partner_id = ${partnerId} where id = ${clientId}`;
  for (const table of ["locations", "contacts", "devices", "contact_credentials"]) {
    await db.rows`
      update ${sqlIdentifier(table)} set partner_id = ${partnerId} where client_id = ${clientId}`;
  }
}

test("A: records of a client that is moving can be changed and deleted, and are never 404", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, ids, database } = management;
  const { client, location, user, device } = await makeClient(management);
  const calls = [
    ["PATCH", `/clients/${client.id}`, { mid: "M1" }],
    ["PATCH", `/locations/${location}`, { city: "Boston" }],
    ["PATCH", `/users/${user}`, { firstName: "Zoë" }],
    ["PATCH", `/devices/${device}`, { name: "Till 1" }],
    ["DELETE", `/locations/${location}`],
    ["DELETE", `/users/${user}`],
  ] as const;
  for (const [round, [method, path, body]] of calls.entries()) {
    const to = ids[round % 2 === 0 ? "harbor-retail" : "harbor"];
    const { status } = await meet(database.owner, {
      first: (db) => moveClient(db, client.id, to),
      call: () => harbor.call(method, path, body),
    });
    assert.equal(status, 200, `${method} ${path}`);
  }
});

test("A: a client that was moving can be deleted; one that moved out of sight is 404", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, retail, ids, database } = management;
  const [near, far] = await Promise.all(
    ["harbor", "harbor-retail"].map((of) =>
      harbor.post("/clients", newBody.client({ id: ids[of] })),
    ),
  );
  const removed = await meet(database.owner, {
    first: (db) => moveClient(db, near, ids["harbor-retail"]),
    call: () => harbor.call("DELETE", `/clients/${near}`),
  });
  assert.equal(removed.status, 200);
  const gone = await meet(database.owner, {
    first: (db) => moveClient(db, far, ids["harbor"]),
    call: () => retail.call("PATCH", `/clients/${far}`, { mid: "M1" }),
  });
  assert.equal(gone.status, 404);
  assert.equal((await harbor.get(`/clients/${far}`)).mid, undefined);
});

test("A: an update that waited for another one keeps the other's changes", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, ids, database } = management;
  const { client, location } = await makeClient(management);
  const [own] = await database.owner.rows<{ id: string }>`
    insert into locations (partner_id, name, location_type, country_code, address1, city)
    values (${ids["harbor"]}, 'Second', 'Partner Location', 'US', '1 Quay Street', 'Baltimore')
    returning id`;
  const cases = [
    ["partners", ids["harbor"], own?.id],
    ["clients", client.id, location],
  ] as const;
  for (const [table, id, place] of cases) {
    const { status } = await meet(database.owner, {
      first: (db) => db.rows`
        update ${sqlIdentifier(table)} set location_id = ${place}, version = version + 1
        where id = ${id}`,
      call: () => harbor.call("PATCH", `/${table}/${id}`, { billingId: "B1" }),
    });
    assert.equal(status, 200);
    const now = await harbor.get(`/${table}/${id}`);
    assert.deepEqual([now.location?.id, now.billingId], [place, "B1"], table);
  }
});

test("A: an update that another request has already made changes nothing", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, database } = management;
  const { client, location } = await makeClient(management);
  const { version } = await harbor.get(`/clients/${client.id}`);
  const { status } = await meet(database.owner, {
    first: (db) => db.rows`
      update clients set location_id = ${location}, version = version + 1 where id = ${client.id}`,
    call: () => harbor.call("PATCH", `/clients/${client.id}`, { location: { id: location } }),
  });
  assert.equal(status, 200);
  assert.equal((await harbor.get(`/clients/${client.id}`)).version, version + 1);
});

test("A: a request that waits for a client holds no locks on the client's records", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, database } = management;
  const { client, device } = await makeClient(management);
  const { location, contact } = await harbor.get(`/clients/${client.id}`);
  const update = { client, name: "Till 1" };
  const calls = [
    ["locations", location.id, 409, () => harbor.call("DELETE", `/locations/${location.id}`)],
    ["contacts", contact.id, 409, () => harbor.call("DELETE", `/users/${contact.id}`)],
    ["devices", device, 200, () => harbor.call("PATCH", `/devices/${device}`, update)],
  ] as const;
  for (const [table, id, expected, call] of calls) {
    const { status } = await meet(database.owner, {
      first: (db) => db.rows`select from clients where id = ${client.id} for update`,
      call,
      meanwhile: (db) =>
        db.rows`select from ${sqlIdentifier(table)} where id = ${id} for update nowait`,
    });
    assert.equal(status, expected, table);
  }
});

test("A: devices of a moving client are locked in the order of their ids, like the parser does", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { harbor, ids, database } = management;
  const { client } = await makeClient(management);
  // The order of serial numbers and of the table is the reverse.
  const device = await harbor.post("/devices", newBody.device({ client, serialNumber: "Z1" }));
  const later = await harbor.post("/devices", newBody.device({ client, serialNumber: "A1" }));
  await harbor.patch(`/devices/${device}`, { name: "Till 1" });
  const directPartner = { id: ids["harbor-retail"] };
  const { status } = await meet(database.owner, {
    first: (db) => db.rows`select from devices where id = ${device} for no key update`,
    call: () => harbor.call("PATCH", `/clients/${client.id}`, { directPartner }),
    meanwhile: (db) => db.rows`select from devices where id = ${later} for no key update nowait`,
  });
  assert.equal(status, 200);
});

test("A: a change that the server rolled back because of a deadlock is tried again", async (t) => {
  const management = await openShared(t, openManagementApp);
  const { client, status } = await moveUndone(management);
  assert.equal(status, 200);
  const [moved] = await management.database.owner.rows<{ versions: number; acts: number }>`
    select version as versions, (
      select count(*)::integer from audit_entries
      where subject_id = ${client.id} and action = 'client.update') as acts
    from clients where id = ${client.id}`;
  assert.deepEqual(moved, { versions: 1, acts: 1 });
});

const DEADLOCK = "40P01";

/** The server rolls back the request that has waited for a second first. */
async function moveUndone(management: ManagementApp) {
  const { harbor, ids, database } = management;
  const directPartner = { id: ids["harbor-retail"] };
  for (let tries = 1; ; tries++) {
    const { client, device } = await makeClient(management);
    try {
      const { status } = await meet(database.owner, {
        // In another order than our own changes lock.
        first: (db) => db.rows`select from devices where id = ${device} for update`,
        call: () => harbor.call("PATCH", `/clients/${client.id}`, { directPartner }),
        meanwhile: (db) => db.rows`select from clients where id = ${client.id} for update`,
      });
      return { client, status };
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries === 5) throw error;
    }
  }
}

test("A: setting a password while its user is deleted waits, and neither request fails", async (t) => {
  const { harbor, server, database, custody, clock } = await openShared(t, openManagementApp);
  const user = await harbor.post("/users", newBody.contact());
  const token = "A".repeat(43);
  const madeAt = clock.wall();
  await new PasswordLinkStore(database.owner).replaceLinks({
    digest: linkDigest(custody, new Secret(token)),
    contactId: user,
    madeAt,
    goodUntil: madeAt.add({ hours: 72 }),
  });
  const password = "a quite new password";
  const { status } = await meet(database.owner, {
    // Deleting a user locks its credentials first, and then its links.
    first: (db) => db.rows`select from contact_credentials where contact_id = ${user} for update`,
    call: async () => {
      const form = { token, password, password_again: password };
      const answer = await server.inject({
        method: "POST",
        url: "/set-password",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams(form).toString(),
      });
      return { status: answer.statusCode, body: answer.body };
    },
    meanwhile: (db) => db.rows`delete from contacts where id = ${user}`,
  });
  assert.equal(status, 404);
});
