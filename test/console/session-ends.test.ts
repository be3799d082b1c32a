/** Console sessions end when their user is disabled, and locked sign-ins write nothing. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Database } from "../../src/db/database.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { newBody, openManagementApp } from "../kit/management.ts";
import { givePassword } from "../kit/management-users.ts";
import { untilSomebodyWaits } from "../kit/waits.ts";

const CHOSEN = "a long password of their own";

type Switch = (isActive: boolean) => Promise<void>;

/** A user who can sign in, and a function that disables and enables them. */
interface Switched {
  readonly app: Awaited<ReturnType<typeof openManagementApp>>;
  readonly proof: typeof OPERATOR;
  readonly change: Switch;
}

async function addOperator(t: TestContext): Promise<Switched> {
  const app = await openManagementApp(t);
  const operator = await ConsoleClient.signedIn(app.server, OPERATOR);
  await app.database.owner.rows`
    insert into operators (user_name, password_hash)
    select 'second', password_hash from operators where user_name = 'operator'`;
  const { body } = await operator.get<{ items: { id: string; userName: string }[] }>(
    "/operator/operators",
  );
  const id = body.items.find(({ userName }) => userName === "second")?.id;
  const change = async (isActive: boolean) => {
    const path = `/operator/operators/${id}/switch`;
    assert.equal((await operator.post(path, { isActive })).status, 200);
  };
  return { app, proof: { ...OPERATOR, name: "second" }, change };
}

async function addContact(t: TestContext): Promise<Switched> {
  const app = await openManagementApp(t);
  const wish = newBody.contact({ userRole: "Partner User" });
  const id = await app.harbor.post("/users", wish);
  await givePassword(app, wish.userName);
  const change = async (isActive: boolean) => {
    await app.harbor.patch(`/users/${id}`, { isActive });
  };
  return { app, proof: { ...PARTNER, name: wish.userName }, change };
}

async function addPosUser(t: TestContext): Promise<Switched> {
  const app = await openManagementApp(t);
  const owner = await ConsoleClient.signedIn(app.server, OWNER);
  const email = "ann@books.test";
  const { body } = await owner.post<{ id: string }>("/users", { email, role: "manager" });
  await app.database.owner.rows`
    update pos_users set password_hash = (
      select password_hash from pos_users where email = ${OWNER.name} limit 1)
    where email = ${email}`;
  const change = async (isActive: boolean) => {
    assert.equal((await owner.patch(`/users/${body.id}`, { isActive })).status, 200);
  };
  return { app, proof: { ...OWNER, name: email }, change };
}

const KINDS = { operator: addOperator, partner: addContact, merchant: addPosUser };

for (const [kind, add] of Object.entries(KINDS)) {
  test(`${kind}: enabling a user again does not restore their sessions`, async (t) => {
    const { app, proof, change } = await add(t);
    const session = await ConsoleClient.signedIn(app.server, proof);
    await change(false);
    assert.equal((await session.get("/session")).status, 204, "disabled");
    await change(true);
    assert.equal((await session.get("/session")).status, 204, "enabled again");
    await ConsoleClient.signedIn(app.server, proof);
  });

  test(`${kind}: a user who is disabled while signing in has no session when enabled again`, async (t) => {
    const { app, proof } = await add(t);
    const { owner } = app.database;
    const client = new ConsoleClient(app.server);
    const { signing } = await owner.atomically(async (db) => {
      // Makes the sign-in wait after the user was found active and before the session is stored.
      await db.rows`lock table authenticators in access exclusive mode`;
      const begun = { signing: client.signIn(proof) };
      await untilSomebodyWaits(owner);
      await setActive(db, proof.name, false);
      return begun;
    });
    await signing;
    await setActive(owner, proof.name, true);
    assert.equal((await client.get("/session")).status, 204);
  });
}

async function setActive(db: Database, name: string, isActive: boolean): Promise<void> {
  await db.rows`update operators set is_active = ${isActive} where user_name = ${name}`;
  await db.rows`update contact_credentials set is_active = ${isActive} where user_name = ${name}`;
  await db.rows`update pos_users set is_active = ${isActive} where email = ${name}`;
}

test("a temporary password cannot be chosen again", async (t) => {
  const { server } = await openTestApp(t);
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const made = await operator.post<{ password: string }>("/operator/operators", {
    userName: "second",
  });
  const { password } = made.body;
  const second = await ConsoleClient.signedIn(server, { ...OPERATOR, name: "second", password });
  const same = { currentPassword: password, newPassword: password };
  const { status, body } = await second.post("/password", same);
  assert.deepEqual([status, Object.keys(body?.error?.fields ?? {})], [422, ["newPassword"]]);
  assert.equal((await second.get("/operator/operators")).status, 403, "nothing else is allowed");
  assert.equal((await second.post("/password", { ...same, newPassword: CHOSEN })).status, 204);
});

test("sign-ins to a locked login write no audit entries; the lock itself has one", async (t) => {
  const { server, database } = await openTestApp(t);
  const attempt = (password: string) => new ConsoleClient(server).signIn({ ...OPERATOR, password });
  for (let count = 0; count < 10; count++) await attempt(`wrong ${count}`);
  const entries = () => database.owner.count`select from audit_entries`;
  const before = await entries();
  for (let count = 0; count < 20; count++) {
    assert.equal((await attempt("wrong")).body.error.code, "locked");
  }
  assert.equal(await entries(), before);
  const locks = await database.owner.count`
    select from audit_entries where action = 'login.lock'`;
  assert.equal(locks, 1);
});
