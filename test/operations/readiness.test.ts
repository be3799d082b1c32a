/** The checks of /health/ready. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestApp, type TestApp } from "../kit/app.ts";
import { newTestKey, replaceTestKey, SUITE_KEY } from "../kit/custody.ts";
import { until } from "../kit/until.ts";

const NOTICED_WITHIN_MS = 3_000;

async function ready({ server }: TestApp) {
  const answer = await server.inject("/health/ready");
  return { code: answer.statusCode, ...answer.json<{ status: string; checks: Check[] }>() };
}

interface Check {
  readonly name: string;
  readonly level: string;
  readonly reason?: string;
}

test("a ready process lists its checks", async (t) => {
  const app = await openTestApp(t);
  const { code, status, checks } = await ready(app);
  assert.deepEqual([code, status], [200, "ready"]);
  const [database] = checks;
  assert.deepEqual(database, { name: "database", level: "ok" });
});

test("a process that has only the old master key is not ready", async (t) => {
  const app = await openTestApp(t);
  const next = newTestKey();
  const { oldKeyId, newKeyId } = await replaceTestKey(app.database.owner, SUITE_KEY, next);
  await until(async () => (await ready(app)).code === 503, NOTICED_WITHIN_MS);
  const { status, checks } = await ready(app);
  assert.equal(status, "not ready");
  const { level, reason = "" } = checks.find(({ name }) => name === "master key") ?? assert.fail();
  assert.equal(level, "failing");
  assert.ok(reason.includes(`needs master key ${newKeyId}`), reason);
  assert.ok(reason.includes(`has only ${oldKeyId}`), reason);
  await replaceTestKey(app.database.owner, next, SUITE_KEY);
  await until(async () => (await ready(app)).code === 200, NOTICED_WITHIN_MS);
});

test("a read-only database makes the process not ready", async (t) => {
  const app = await openTestApp(t);
  await app.database.setReadOnly(true);
  const isReadOnly = async () => (await ready(app)).status === "database read-only";
  await until(isReadOnly, NOTICED_WITHIN_MS);
  const { code, checks } = await ready(app);
  assert.equal(code, 503);
  assert.match(checks[0]?.reason ?? "", /set to read-only/);
  await app.database.setReadOnly(false);
  await until(async () => (await ready(app)).code === 200, NOTICED_WITHIN_MS);
});

/** What a newer release leaves in the ledger. */
async function addMigration({ database }: TestApp, number: number, needsSchema: number) {
  await database.owner.rows`
    insert into migrations (number, name, checksum, needs_schema)
    values (${number}, 'future', '', ${needsSchema})`;
}

test("a process keeps serving on a newer schema that fits, and not on one that does not", async (t) => {
  const app = await openTestApp(t);
  const readSchema = async () =>
    (await ready(app)).checks.find(({ name }) => name === "schema") ?? assert.fail();
  assert.equal((await readSchema()).level, "ok");
  await addMigration(app, 9_998, 0);
  await until(async () => (await readSchema()).level === "warning", NOTICED_WITHIN_MS);
  assert.match((await readSchema()).reason ?? "", /has schema 9998 of a newer release/);
  assert.equal((await ready(app)).code, 200);
  await addMigration(app, 9_999, 9_998);
  await until(async () => (await ready(app)).code === 503, NOTICED_WITHIN_MS);
  const { level, reason = "" } = await readSchema();
  assert.equal(level, "failing");
  assert.match(reason, /needs a release that knows schema 9998/);
});
