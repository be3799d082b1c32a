/** Device keys in the administration API: two people, check values only, and no leaks. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { type TestContext, test } from "node:test";
import { combine, keyCheckValue } from "../../src/adapters/key-custody/base-keys/base-key-rules.ts";
import { AuditEntryStore } from "../../src/core/audit/audit-entry-store.ts";
import type {
  BaseKeyRow,
  BaseKeys,
  GivenPassword,
} from "../../src/interfaces/console/operator/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";

const CLAIM = { name: "store-1", kind: "tdes-2key", ksi: "abcd12" };
const KIND = "tdes-2key";

function componentForm(bytes: Buffer) {
  return { component: bytes.toString("hex"), checkValue: keyCheckValue(KIND, bytes) };
}

async function openTwoOperators(t: TestContext) {
  const app = await openTestApp(t);
  const { server, database } = app;
  const ann = await ConsoleClient.signedIn(server, OPERATOR);
  const given = await ann.post<GivenPassword>("/operator/operators", { userName: "ben" });
  const { password } = given.body;
  const ben = await ConsoleClient.signedIn(server, { as: "operator", name: "ben", password });
  await ben.post("/password", { currentPassword: password, newPassword: "a password of ben's" });
  await database.owner.rows`update operators set reset_at = null, reset_by = null`;
  const find = async (name: string): Promise<BaseKeyRow | undefined> => {
    const { body } = await ann.get<BaseKeys>("/operator/keys");
    return body.items.find((item) => item.name === name);
  };
  const acts = async () => {
    const all = await new AuditEntryStore(database.owner).listEntries({ take: 50 });
    return all
      .filter(({ action }) => action.startsWith("base_key."))
      .map(({ action, actorName, result }) => `${actorName} ${action} ${result}`);
  };
  return { ...app, ann, ben, find, acts };
}

test("two operators import a key, and it is active after the second component", async (t) => {
  const { ann, ben, find, acts } = await openTwoOperators(t);
  const [one, two] = [randomBytes(16), randomBytes(16)];
  const started = await ann.post<{ checkValue: string }>("/operator/keys", {
    ...CLAIM,
    ...componentForm(one),
  });
  assert.deepEqual([started.status, started.body.checkValue], [200, componentForm(one).checkValue]);
  const pending = await find("store-1");
  assert.deepEqual(
    [pending?.state, pending?.startedBy, pending?.ksi],
    ["pending", "operator", "ABCD12"],
  );
  const same = await ann.post("/operator/keys/store-1/finish", componentForm(two));
  assert.deepEqual([same.status, same.body.error.code], [409, "conflict"], "the same person");
  assert.match(same.body.error.message, /another operator/);
  const finished = await ben.post<{ checkValue: string }>(
    "/operator/keys/store-1/finish",
    componentForm(two),
  );
  const whole = keyCheckValue(KIND, combine(one, two));
  assert.deepEqual([finished.status, finished.body.checkValue], [200, whole]);
  const active = await find("store-1");
  assert.deepEqual(
    [active?.state, active?.finishedBy, active?.checkValue],
    ["active", "ben", whole],
  );
  assert.deepEqual(await acts(), [
    "ben base_key.finish_import done",
    "operator base_key.finish_import refused",
    "operator base_key.start_import done",
  ]);
});

test("who created or reset a login does not enter both components of a key with it", async (t) => {
  const { ann, server, clock, find } = await openTwoOperators(t);
  const [one, two] = [randomBytes(16), randomBytes(16)];
  await ann.post("/operator/keys", { ...CLAIM, ...componentForm(one) });
  const join = async (path: string, body = {}) => {
    const { userName: name, password } = (await ann.post<GivenPassword>(path, body)).body;
    const login = await ConsoleClient.signedIn(server, { as: "operator", name, password });
    await login.post("/password", { currentPassword: password, newPassword: "one of their own" });
    return login;
  };
  const finish = (who: ConsoleClient) =>
    who.post("/operator/keys/store-1/finish", componentForm(two));
  const cara = await join("/operator/operators", { userName: "cara" });
  const refused = await finish(cara);
  assert.equal(refused.status, 409);
  assert.match(refused.body.error.message, /created or reset .* less than 7 days ago\. Another/);
  assert.equal((await find("store-1"))?.state, "pending");
  clock.advance({ hours: 7 * 24 + 1 });
  const later = { as: "operator", name: "cara", password: "one of their own" } as const;
  assert.equal((await finish(await ConsoleClient.signedIn(server, later))).status, 200);
});

test("responses and the audit log contain no key component and no key", async (t) => {
  const { ann, ben, database } = await openTwoOperators(t);
  const [one, two] = [randomBytes(16), randomBytes(16)];
  await ann.post("/operator/keys", { ...CLAIM, ...componentForm(one) });
  await ben.post("/operator/keys/store-1/finish", componentForm(two));
  const { body } = await ann.get<BaseKeys>("/operator/keys");
  const told = JSON.stringify(body).toLowerCase();
  const written = await database.owner.rows`select * from audit_entries`;
  const log = await database.owner.rows`select * from request_log`;
  for (const secret of [one, two, combine(one, two)]) {
    const hex = secret.toString("hex");
    assert.ok(!told.includes(hex));
    assert.ok(!JSON.stringify([written, log]).toLowerCase().includes(hex));
  }
});

test("errors of a key component are reported by field, and nothing is stored", async (t) => {
  const { ann, ben, find } = await openTwoOperators(t);
  const one = randomBytes(16);
  const errors: [sent: object, field: string][] = [
    [{ ...componentForm(one), checkValue: "000000" }, "checkValue"],
    [{ ...componentForm(one), component: "0123" }, "component"],
    [{ ...componentForm(one), name: "no good name" }, "name"],
    [{ ...componentForm(one), ksi: "XYZ" }, "ksi"],
    [{ ...componentForm(one), kind: "rot-13" }, "kind"],
    [componentForm(Buffer.alloc(16)), "component"],
    [{ component: "", checkValue: "" }, "component,checkValue"],
  ];
  for (const [sent, field] of errors) {
    const { status, body } = await ann.post("/operator/keys", { ...CLAIM, ...sent });
    assert.deepEqual([status, Object.keys(body.error.fields ?? {}).join()], [422, field]);
  }
  assert.equal(await find("store-1"), undefined);
  assert.equal((await ben.post("/operator/keys/store-1/finish", componentForm(one))).status, 409);
});

test("a pending import can be canceled and an active key retired, and both are audited", async (t) => {
  const { ann, ben, find, acts } = await openTwoOperators(t);
  const [one, two] = [randomBytes(16), randomBytes(16)];
  await ann.post("/operator/keys", { ...CLAIM, ...componentForm(one) });
  assert.equal((await ben.post("/operator/keys/store-1/retire")).status, 204);
  assert.equal(await find("store-1"), undefined, "its name is free again");
  await ann.post("/operator/keys", { ...CLAIM, ...componentForm(one) });
  await ben.post("/operator/keys/store-1/finish", componentForm(two));
  assert.equal((await ann.post("/operator/keys/store-1/retire")).status, 204);
  assert.equal((await find("store-1"))?.state, "retired");
  assert.equal((await ann.post("/operator/keys/store-1/retire")).status, 404);
  assert.deepEqual((await acts()).slice(0, 2), [
    "operator base_key.retire refused",
    "operator base_key.retire done",
  ]);
});

test("a key shows how many devices use it, by the longest matching KSI", async (t) => {
  const { ann, database, find } = await openTwoOperators(t);
  const { body } = await ann.get<BaseKeys>("/operator/keys");
  const [tdes, aes] = [/^tdes/, /^aes/].map(
    (kind) => body.items.find((item) => kind.test(item.kind) && item.ksi === null)?.name ?? "",
  );
  await database.owner.rows`
    insert into device_counters (device_id, ksi, highest)
    select id, case when id % 2 = 0 then 'FFFF9876543210E00000' else '1234567890123456' end, 1
    from devices order by id limit 5`;
  const [keys] = await database.owner.rows<{ even: number }>`
    select count(*) filter (where device_id % 2 = 0)::int as even from device_counters`;
  assert.equal((await find(tdes ?? ""))?.devices, keys?.even);
  assert.equal((await find(aes ?? ""))?.devices, 5 - (keys?.even ?? 0));
});
