/** The commands for operators, partners and purges: their output, their errors and their effect. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openTestApp } from "../kit/app.ts";
import { runHere } from "../kit/command-process.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";

async function openCommands(t: TestContext) {
  const app = await openTestApp(t);
  await app.database.owner.rows`
    insert into operators (user_name, password_hash)
    select 'ben', password_hash from operators where user_name = 'operator'`;
  const settings = {
    ...{ DATABASE_URL: app.database.url, MASTER_KEY: "7e57".repeat(16) },
    ...{ OPERATOR_NAME: "Anna Smith" },
  };
  const told = async (...words: string[]) => {
    const { code, stdout, stderr } = await runHere([...words, "--json"], settings);
    assert.deepEqual([code, stderr], [0, ""], words.join(" "));
    return JSON.parse(stdout);
  };
  const refused = async (...words: string[]) => {
    const { code, stderr } = await runHere(words, settings);
    assert.equal(code, 1, words.join(" "));
    return stderr.trim();
  };
  return { ...app, told, refused };
}

const BEN = { ...OPERATOR, name: "ben" };

test("operators are listed, disabled with their sessions, and enabled by commands", async (t) => {
  const { server, told, refused } = await openCommands(t);
  const { operators } = await told("operators", "list");
  const names = operators.map(({ name, isActive }: Record<string, unknown>) => [name, isActive]);
  assert.deepEqual(names, [
    ["ben", true],
    ["operator", true],
  ]);
  const ben = await ConsoleClient.signedIn(server, BEN);
  assert.deepEqual(await told("operators", "disable", "ben"), { operator: "ben", isActive: false });
  assert.equal((await ben.get("/operator/operators")).status, 401);
  assert.equal(
    await refused("operators", "disable", "operator"),
    "operator is the last active administrator. Add or enable another one first.",
  );
  await told("operators", "enable", "ben");
  await ConsoleClient.signedIn(server, BEN);
  assert.equal(
    await refused("operators", "disable", "carl"),
    "There is no operator carl. List them with `operators list`.",
  );
});

test("a reset prints a one-time password, and the audit log names the person at the command line", async (t) => {
  const { server, told, database } = await openCommands(t);
  const old = await ConsoleClient.signedIn(server, BEN);
  const { password } = await told("operators", "reset", "ben");
  assert.equal(
    (await old.get("/operator/operators")).status,
    401,
    "sessions of the old password end",
  );
  const client = new ConsoleClient(server);
  assert.equal((await client.signIn(BEN)).status, 401, "the old password is refused");
  const { body } = await client.signIn({ ...BEN, password });
  assert.equal(body.mustChangePassword, true);
  await told("operators", "reset-authenticator", "ben");
  const [act] = await database.owner.rows<{ action: string; actor_name: string }>`
    select action, actor_name from audit_entries where subject_id = 'ben'
      and actor_kind = 'command_line'`;
  assert.equal(act?.action, "operator.reset_password");
  assert.match(act?.actor_name ?? "", /^Anna Smith \(.+\)$/);
});

test("roles are listed and changed by commands, and the last administrator keeps the role", async (t) => {
  const { server, told, refused } = await openCommands(t);
  const { roles } = await told("operators", "roles");
  const names = roles.map(({ role }: { role: string }) => role);
  assert.deepEqual(names, ["administrator", "support", "auditor"]);
  const ben = await ConsoleClient.signedIn(server, BEN);
  assert.deepEqual(await told("operators", "set-role", "ben", "auditor"), {
    operator: "ben",
    role: "auditor",
  });
  assert.equal((await ben.post("/operator/operators", { userName: "eve" })).status, 403);
  assert.match(
    await refused("operators", "set-role", "ben", "boss"),
    /The roles are administrator/,
  );
  assert.match(
    await refused("operators", "set-role", "operator", "support"),
    /operator is the last active administrator/,
  );
});

test("partners are listed by part of their name", async (t) => {
  const { told, refused } = await openCommands(t);
  const all = await told("partners", "list");
  assert.ok(all.total > 1 && all.partners.length === all.total);
  const { partners } = await told("partners", "list", "harbor", "--top");
  assert.deepEqual(
    partners.map(({ parentId, name }: Record<string, unknown>) => [
      parentId,
      /harbor/i.test(`${name}`),
    ]),
    partners.map(() => [null, true]),
  );
  assert.ok(partners.length > 0);
  assert.match(await refused("partners", "list", "--skip", "-1"), /whole number/);
});

test("a preview counts what the purges would remove and removes nothing", async (t) => {
  const { told, database } = await openCommands(t);
  const before = { purge: {}, retention: {} };
  const counts = async () => {
    const { purges } = await told("purge", "preview");
    return Object.fromEntries(
      purges.map((one: { work: string; counts: object }) => [one.work, one.counts]),
    );
  };
  assert.deepEqual(await counts(), before);
  await database.owner.rows`
    insert into idempotency_keys (account_id, digest, attempt_id, transaction_id, created_at)
    select id, 'old', gen_random_uuid(), 1, now() - interval '400 days' from accounts limit 1`;
  assert.deepEqual(await counts(), { ...before, purge: { "idempotency keys": 1 } });
  assert.deepEqual(await counts(), { ...before, purge: { "idempotency keys": 1 } });
});
