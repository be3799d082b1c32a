/** Operators in the administration API, and changing one's own password. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Session, SignIn } from "../../src/interfaces/console/contract.ts";
import type { GivenPassword, OperatorRow } from "../../src/interfaces/console/operator/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { emailsTo } from "../kit/emails.ts";

const NEW_PASSWORD = "another long password";

async function openAdministration(t: TestContext) {
  const app = await openTestApp(t, { publicUrl: "https://pay.example" });
  const { server } = app;
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  const list = async () =>
    (await operator.get<{ items: OperatorRow[] }>("/operator/operators")).body.items;
  const idOf = async (name: string) =>
    (await list()).find(({ userName }) => userName === name)?.id ?? "";
  /** Added by the first operator, with a password of their own. */
  const join = async (name: string): Promise<{ client: ConsoleClient; proof: SignIn }> => {
    const given = await operator.post<GivenPassword>("/operator/operators", { userName: name });
    const proof = { as: "operator", name, password: given.body.password } as const;
    const client = await ConsoleClient.signedIn(server, proof);
    const currentPassword = given.body.password;
    await client.post("/password", { currentPassword, newPassword: NEW_PASSWORD });
    return { client, proof: { ...proof, password: NEW_PASSWORD } };
  };
  return { ...app, operator, list, idOf, join };
}

test("a temporary password only allows choosing a new one", async (t) => {
  const { operator, server, list } = await openAdministration(t);
  const given = await operator.post<GivenPassword>("/operator/operators", { userName: "ann" });
  const { password } = given.body;
  assert.match(password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  const ann = new ConsoleClient(server);
  const session = await ann.signIn({ as: "operator", name: "ann", password });
  assert.deepEqual([session.body.may, session.body.mustChangePassword], [[], true]);
  assert.equal((await ann.get("/operator/accounts")).status, 403);
  const change = { currentPassword: password, newPassword: NEW_PASSWORD };
  assert.equal((await ann.post("/password", change)).status, 204);
  assert.equal((await ann.get("/operator/accounts")).status, 200, "the same session goes on");
  const row = (await list()).find(({ userName }) => userName === "ann");
  assert.deepEqual([row?.mustChangePassword, row?.isYou, row?.isActive], [false, false, true]);
});

test("a temporary password adds no other way to sign in", async (t) => {
  const { operator, server, database } = await openAdministration(t);
  const given = await operator.post<GivenPassword>("/operator/operators", { userName: "ann" });
  const { password: currentPassword } = given.body;
  const proof = { as: "operator", name: "ann", password: currentPassword } as const;
  const ann = await ConsoleClient.signedIn(server, proof);
  const email = "not-hers@gateway.test";
  for (const [path, body] of [
    ["/passkeys/options", { currentPassword }],
    ["/passkeys", { name: "Laptop", answer: {} }],
    ["/profile/email", { email, currentPassword }],
    ["/authenticator", {}],
  ] as const) {
    assert.equal((await ann.post(path, body)).status, 403, path);
  }
  const [row] = await database.owner.rows`select email from operators where user_name = 'ann'`;
  assert.deepEqual(row, { email: null });
  await ann.post("/password", { currentPassword, newPassword: NEW_PASSWORD });
  assert.equal((await ann.post("/authenticator")).status, 200, "with a password of their own");
});

test("operator names are validated and unique", async (t) => {
  const { operator } = await openAdministration(t);
  for (const userName of ["", "operator", "two words", "x".repeat(51)]) {
    const { status, body } = await operator.post("/operator/operators", { userName });
    assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["userName"]], userName);
  }
});

test("an operator can be disabled and enabled, but not by themselves and not the last one", async (t) => {
  const { operator, idOf, join, server } = await openAdministration(t);
  const { client: ann, proof } = await join("ann");
  const [annId, firstId] = [await idOf("ann"), await idOf("operator")];
  assert.equal(
    (await operator.post(`/operator/operators/${annId}/switch`, { isActive: false })).status,
    200,
  );
  assert.equal((await ann.get("/session")).status, 204);
  const own = await operator.post(`/operator/operators/${firstId}/switch`, { isActive: false });
  assert.equal(own.status, 409);
  assert.equal(
    (await operator.post(`/operator/operators/${annId}/switch`, { isActive: true })).status,
    200,
  );
  assert.equal((await ann.get("/session")).status, 204, "the old session stays closed");
  await ConsoleClient.signedIn(server, proof);
  assert.equal(
    (await operator.post("/operator/operators/999/switch", { isActive: true })).status,
    404,
  );
});

test("when two operators disable each other at the same time, one stays active", async (t) => {
  const { operator, idOf, join, database } = await openAdministration(t);
  const { client: ann } = await join("ann");
  const [annId, firstId] = [await idOf("ann"), await idOf("operator")];
  const off = { isActive: false };
  const answers = await Promise.all([
    operator.post(`/operator/operators/${annId}/switch`, off),
    ann.post(`/operator/operators/${firstId}/switch`, off),
  ]);
  const [row] = await database.owner.rows<{ count: number }>`
    select count(*)::int as count from operators where is_active`;
  assert.equal(row?.count, 1);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test("an operator can reset another operator's password and authenticator, but not their own", async (t) => {
  const { operator, idOf, join, server, list } = await openAdministration(t);
  const { client: ann, proof } = await join("ann");
  await ann.post("/authenticator");
  const [annId, firstId] = [await idOf("ann"), await idOf("operator")];
  const given = await operator.post<GivenPassword>(`/operator/operators/${annId}/password`);
  assert.equal((await ann.get("/session")).status, 204, "the session ends");
  assert.equal((await new ConsoleClient(server).signIn(proof)).status, 401);
  const again = await new ConsoleClient(server).signIn({ ...proof, password: given.body.password });
  assert.equal(again.body.mustChangePassword, true);
  assert.equal(
    (await operator.post(`/operator/operators/${annId}/authenticator/remove`)).status,
    204,
  );
  assert.equal((await list()).find(({ id }) => id === annId)?.hasAuthenticator, false);
  assert.equal((await operator.post(`/operator/operators/${firstId}/password`)).status, 409);
  assert.equal(
    (await operator.post(`/operator/operators/${firstId}/authenticator/remove`)).status,
    409,
  );
});

test("a reset by another operator ends all sessions and removes passkeys", async (t) => {
  const { operator, idOf, join, list, database, server } = await openAdministration(t);
  const { client: first, proof } = await join("ann");
  const annId = await idOf("ann");
  const addPasskey = () => database.owner.rows`
    insert into passkeys (credential_id, person_kind, person_id, name, public_key, counter,
      transports, is_synced, created_at)
    values ('key', 'operator', ${annId}, 'Laptop', '\\x02', 0, '{}', false, now())`;
  const hasPasskeys = async () => (await list()).find(({ id }) => id === annId)?.hasPasskeys;
  await addPasskey();
  assert.equal(await hasPasskeys(), true);
  await operator.post(`/operator/operators/${annId}/authenticator/remove`);
  assert.equal((await first.get("/session")).status, 204);
  assert.equal(await hasPasskeys(), false);
  const second = await ConsoleClient.signedIn(server, proof);
  await addPasskey();
  await operator.post(`/operator/operators/${annId}/password`);
  assert.equal((await second.get("/session")).status, 204);
  assert.equal(await hasPasskeys(), false);
});

/** Emails are sent several at a time, so their order may change. */
test("the operator and all administrators get an email about a reset login", async (t) => {
  const app = await openAdministration(t);
  const { operator, idOf, join, database } = app;
  const { client: ann } = await join("ann");
  await ann.post("/authenticator");
  await database.owner.rows`
    update operators set email = user_name || '@gateway.test', role = case user_name
      when 'ann' then 'auditor' else role end`;
  const annId = await idOf("ann");
  await operator.post(`/operator/operators/${annId}/authenticator/remove`);
  await operator.post(`/operator/operators/${annId}/authenticator/remove`);
  await operator.post(`/operator/operators/${annId}/password`);
  for (const address of ["ann@gateway.test", "operator@gateway.test"]) {
    const emails = await emailsTo(app, address);
    const subjects = emails.map(({ subject }) => subject).sort();
    assert.deepEqual(
      subjects,
      [
        "The authenticator of the operator login ann was removed",
        "The operator login ann got a one-time password",
      ],
      address,
    );
    const ofPassword = emails.find(({ subject }) => subject.endsWith("one-time password"));
    assert.match(ofPassword?.text ?? "", /^operator gave the operator login ann/);
    assert.doesNotMatch(ofPassword?.text ?? "", /([a-z2-9]{5}-){3}/, "not the password itself");
  }
});

for (const proof of [OPERATOR, PARTNER, OWNER]) {
  test(`${proof.as}: changing a password requires the current one and ends other sessions`, async (t) => {
    const { server } = await openTestApp(t, {}, { rememberForMs: 0 });
    const here = await ConsoleClient.signedIn(server, proof);
    const elsewhere = await ConsoleClient.signedIn(server, proof);
    const wrong = { currentPassword: "not this one", newPassword: NEW_PASSWORD };
    const refused = await here.post("/password", wrong);
    assert.deepEqual(
      [refused.status, Object.keys(refused.body.error.fields ?? {})],
      [422, ["currentPassword"]],
    );
    const short = { currentPassword: proof.password, newPassword: "short" };
    assert.equal((await here.post("/password", short)).status, 422);
    assert.equal((await elsewhere.get("/session")).status, 200);
    const change = { currentPassword: proof.password, newPassword: NEW_PASSWORD };
    assert.equal((await here.post("/password", change)).status, 204);
    assert.equal((await here.get<Session>("/session")).status, 200);
    assert.equal((await elsewhere.get("/session")).status, 204);
    assert.equal((await new ConsoleClient(server).signIn(proof)).status, 401);
    const fresh = { ...proof, password: NEW_PASSWORD };
    assert.equal((await new ConsoleClient(server).signIn(fresh)).status, 200);
  });
}
