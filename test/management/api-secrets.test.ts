/** Rotation of management users' API secrets: shown once, with an overlap. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ConsoleClient, PARTNER } from "../kit/console.ts";
import { type Json, newBody, openManagementApp } from "../kit/management.ts";
import {
  addPerson,
  giveSecret,
  type ManagementPerson,
  signedCall,
  untilAnswered,
} from "../kit/management-users.ts";
import { openShared } from "../kit/shared.ts";

const FIRST = "the first API secret of all";
const HOURS_MS = 3_600_000;

type Management = Awaited<ReturnType<typeof openManagementApp>>;

async function openUser(
  t: TestContext,
  userRole = "System User",
  opened = openShared(t, openManagementApp),
) {
  const management = await opened;
  const user = await addPerson(management, userRole);
  await giveSecret(management, user.id, FIRST);
  return { management, user };
}

function statusWith(management: Management, { userName }: ManagementPerson, secret: string) {
  return signedCall(management, { name: userName, secret, path: "/clients" });
}

async function rotate(by: ManagementPerson["program"], id: string, body: Json = {}) {
  const answer = await by.call("POST", `/users/${id}/apiSecret`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as { id: string; apiSecret: string; previousUntil?: string };
}

async function actsOn({ database }: Management, userId: string, action: string) {
  return database.owner.rows<Json>`
    select actor_name, subject_id, before, after from audit_entries
    where action = ${action} and subject_id = ${userId} order by id`;
}

test("a new secret works at once, and the old one until the overlap ends", async (t) => {
  const { management, user } = await openUser(t, "System User", openManagementApp(t));
  assert.equal(await statusWith(management, user, FIRST), 200);
  const { id, apiSecret, previousUntil } = await rotate(user.program, user.id);
  assert.equal(id, user.id);
  assert.match(apiSecret, /^[\w-]{32}$/);
  const end = management.clock.wall().add({ hours: 24 });
  assert.equal(previousUntil, end.toString({ smallestUnit: "millisecond" }));
  await untilAnswered(200, () => statusWith(management, user, apiSecret));
  assert.equal(await statusWith(management, user, FIRST), 200);
  assert.equal(await statusWith(management, user, "another secret"), 401);

  management.clock.advance({ hours: 23, minutes: 59 });
  assert.equal(await statusWith(management, user, FIRST), 200);
  assert.equal(await statusWith(management, user, apiSecret), 200);
  // The user is remembered with both secrets, but an expired one is refused.
  management.clock.advance({ minutes: 1 });
  assert.equal(await statusWith(management, user, FIRST), 401);
  assert.equal(await statusWith(management, user, apiSecret), 200);
});

test("the overlap is 0 to 720 hours; at 0 the older secrets end at once", async (t) => {
  const { management, user } = await openUser(t);
  for (const overlapHours of [-1, 721, 1.5, "24", null]) {
    const { status, body } = await user.program.call("POST", `/users/${user.id}/apiSecret`, {
      overlapHours,
    });
    assert.equal(status, 409, String(overlapHours));
    assert.match(JSON.stringify(body), /overlapHours must be a whole number from 0 to 720/);
  }
  const long = await rotate(user.program, user.id, { overlapHours: 720 });
  const end = management.clock.wall().epochMilliseconds + 720 * HOURS_MS;
  assert.equal(Date.parse(long.previousUntil ?? ""), end);
  const last = await rotate(user.program, user.id, { overlapHours: 0 });
  assert.equal("previousUntil" in last, false);
  for (const ended of [FIRST, long.apiSecret]) {
    await untilAnswered(401, () => statusWith(management, user, ended));
  }
  assert.equal(await statusWith(management, user, last.apiSecret), 200);
  const { owner } = management.database;
  assert.deepEqual(
    await owner.rows`select from contact_old_secrets where contact_id = ${user.id}`,
    [],
  );
});

test("a shorter overlap ends older secrets sooner, a longer one never later", async (t) => {
  const { management, user } = await openUser(t, "System User", openManagementApp(t));
  const second = await rotate(user.program, user.id, { overlapHours: 10 });
  const third = await rotate(user.program, user.id, { overlapHours: 100 });
  management.clock.advance({ hours: 10 });
  assert.equal(await statusWith(management, user, FIRST), 401);
  assert.equal(await statusWith(management, user, second.apiSecret), 200);
  await rotate(user.program, user.id, { overlapHours: 1 });
  management.clock.advance({ hours: 1 });
  for (const ended of [second.apiSecret, third.apiSecret]) {
    await untilAnswered(401, () => statusWith(management, user, ended));
  }
});

test("DELETE ends older secrets at once and keeps the newest", async (t) => {
  const { management, user } = await openUser(t);
  const { apiSecret } = await rotate(user.program, user.id);
  assert.equal(await statusWith(management, user, FIRST), 200);
  const ended = await user.program.call("DELETE", `/users/${user.id}/apiSecret`);
  assert.equal(ended.status, 200);
  await untilAnswered(401, () => statusWith(management, user, FIRST));
  assert.equal(await statusWith(management, user, apiSecret), 200);
  const again = await user.program.call("DELETE", `/users/${user.id}/apiSecret`);
  assert.equal(again.status, 200);
  assert.equal((await actsOn(management, user.id, "user.end_secrets")).length, 1);
});

test("five secrets are active at once; a sixth needs an overlap of 0", async (t) => {
  const { management, user } = await openUser(t);
  for (let n = 0; n < 4; n++) await rotate(user.program, user.id);
  const refused = await user.program.call("POST", `/users/${user.id}/apiSecret`, {});
  assert.equal(refused.status, 409);
  assert.match(
    JSON.stringify(refused.body),
    /overlapHours must be 0: five secrets are already active/,
  );
  assert.equal(await statusWith(management, user, FIRST), 200);
  await rotate(user.program, user.id, { overlapHours: 0 });
});

test("concurrent rotations never leave more than five valid secrets", async (t) => {
  const { management, user } = await openUser(t);
  const call = () => user.program.call("POST", `/users/${user.id}/apiSecret`, {});
  const statuses = (await Promise.all(Array.from({ length: 8 }, call))).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 200, 200, 200, 409, 409, 409, 409]);
  const { owner } = management.database;
  const [row] = await owner.rows<{ n: number }>`
    select count(*)::int as n from contact_old_secrets where contact_id = ${user.id}`;
  assert.equal(row?.n, 4);
});

test("a System Admin rotates secrets of users; other roles only their own", async (t) => {
  const { management, user } = await openUser(t, "Kif User");
  const { harbor } = management;
  const others = [];
  for (const role of ["Partner User", "System User", "Kif User"]) {
    others.push(await addPerson(management, role));
  }
  for (const other of others) {
    const path = `/users/${user.id}/apiSecret`;
    assert.equal((await other.program.call("POST", path, {})).status, 403);
    assert.equal((await other.program.call("DELETE", path)).status, 403);
    await rotate(other.program, other.id);
  }
  const admin = await addPerson(management, "System Admin");
  const { apiSecret } = await rotate(admin.program, user.id);
  await untilAnswered(200, () => statusWith(management, user, apiSecret));
  assert.equal((await harbor.call("POST", "/users/999999/apiSecret", {})).status, 404);
  const summit = await management.summit.call("POST", `/users/${user.id}/apiSecret`, {});
  assert.equal(summit.status, 404);
});

test("a client's user has no API secret: 409, also for an administrator", async (t) => {
  const management = await openShared(t, openManagementApp);
  const client = await management.harbor.post(
    "/clients",
    newBody.client({ id: management.ids["harbor"] }),
  );
  const person = await addPerson(management, "Client Admin", { client: { id: client } });
  const refused = await management.harbor.call("POST", `/users/${person.id}/apiSecret`, {});
  assert.equal(refused.status, 409);
  assert.match(JSON.stringify(refused.body), /id is a user without API secrets/);
  assert.equal(
    (await person.program.call("POST", `/users/${person.id}/apiSecret`, {})).status,
    403,
  );
});

test("the audit records who rotated and when the old secret expires, but never the secret", async (t) => {
  const { management, user } = await openUser(t);
  const { apiSecret, previousUntil } = await rotate(user.program, user.id);
  const [act] = await actsOn(management, user.id, "user.rotate_secret");
  const { after, before, ...who } = act ?? {};
  assert.deepEqual(who, { actor_name: user.userName, subject_id: user.id });
  assert.deepEqual(before, { goodSecrets: 1 });
  assert.equal(
    Date.parse(String((after as Json)["previousUntil"])),
    Date.parse(previousUntil ?? ""),
  );
  await management.app.flush();
  const [kept] = await management.database.owner.rows<{ all: string }>`
    select (select json_agg(a) from audit_entries a)::text
      || (select json_agg(r) from request_log r)::text
      || (select json_agg(c) from contact_credentials c)::text
      || (select json_agg(o) from contact_old_secrets o)::text as all`;
  assert.ok(kept?.all.includes("user.rotate_secret"));
  assert.equal(kept?.all.includes(apiSecret), false);
});

test("in certification a rotated secret no longer follows the password", async (t) => {
  const { management, user } = await openUser(t);
  const console = await ConsoleClient.signedIn(management.server, {
    ...PARTNER,
    name: user.userName,
  });
  const change = (currentPassword: string, newPassword: string) =>
    console.post("/password", { currentPassword, newPassword });
  assert.equal((await change(PARTNER.password, "a second long password")).status, 204);
  await untilAnswered(200, () => statusWith(management, user, "a second long password"));

  const rotated = await console.post("/management/users/me/api-secret", { overlapHours: 0 });
  const { apiSecret } = rotated.body as unknown as { apiSecret: string };
  assert.equal((await change("a second long password", "a third long password")).status, 204);
  await untilAnswered(200, () => statusWith(management, user, apiSecret));
  assert.equal(await statusWith(management, user, "a third long password"), 401);
});

test("the console shows when secrets expire, issues a new one and ends older ones", async (t) => {
  const { management, user } = await openUser(t);
  const own = await ConsoleClient.signedIn(management.server, { ...PARTNER, name: user.userName });
  const path = "/management/users/me/api-secret";
  assert.deepEqual((await own.get(path)).body, {
    userId: user.id,
    hasSecret: true,
    olderUntil: [],
  });
  const { status, body } = await own.post(path, { overlapHours: 24 });
  assert.equal(status, 200);
  const { apiSecret, ...shown } = body as unknown as Json;
  assert.match(String(apiSecret), /^[\w-]{32}$/);
  assert.deepEqual((await own.get(path)).body, shown);
  const until = management.clock.wall().add({ hours: 24 }).toString();
  assert.deepEqual(shown["olderUntil"], [until]);
  assert.equal((await own.post(path, { overlapHours: 721 })).status, 422);
  assert.equal((await own.delete(path)).status, 204);
  assert.deepEqual(((await own.get(path)).body as unknown as Json)["olderUntil"], []);

  // Also by id, and for other users if the role allows it.
  const others = `/management/users/${management.ids["harbor"]}/api-secret`;
  assert.equal((await own.post(others, { overlapHours: 1 })).status, 403);
  const admin = await ConsoleClient.signedIn(management.server, PARTNER);
  const made = await admin.post(`/management/users/${user.id}/api-secret`, { overlapHours: 1 });
  assert.equal(made.status, 200);
});
