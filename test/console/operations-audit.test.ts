/** The audit log in the console API: filters, pages and the integrity check. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { recordAct } from "../../src/core/audit/act.ts";
import { Chainer } from "../../src/core/audit/chainer.ts";
import { CheckStore } from "../../src/core/audit/check-store.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import type {
  AuditChain,
  AuditEntry,
  AuditLine,
} from "../../src/interfaces/console/operations/audit/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { anAct, forcibly } from "../kit/audit.ts";
import { ConsoleClient, OPERATOR } from "../kit/console.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

async function openAudited(t: Lifetime) {
  const app = await openTestApp(t);
  const client = await ConsoleClient.signedIn(app.server, OPERATOR);
  const { owner } = app.database;
  for (let k = 0; k < 3; k++) await recordAct(owner, anAct());
  await recordAct(owner, anAct({ action: "account.create", result: "refused" }));
  const chain = () => new Chainer({ db: owner, custody: app.custody }).chainAll();
  const list = async (query = "") =>
    (await client.get<CursorPage<AuditLine>>(`/operations/audit${query}`)).body;
  return { app, client, owner, chain, list };
}

/** Waits until the check has finished. */
async function checked(client: ConsoleClient): Promise<AuditChain> {
  for (;;) {
    const { body } = await client.get<AuditChain>("/operations/audit/chain");
    if (body.checks[0]?.finishedAt) return body;
    await pause(100);
  }
}

test("audit entries are filtered by actor, action, subject, result and time", async (t) => {
  const { client, list } = await openShared(t, openAudited);
  const olga = await list("?actor=Olga");
  assert.equal(olga.items.length, 4);
  assert.equal((await list("?actor=Olga&action=account.update")).items.length, 3);
  assert.equal((await list("?actor=Olga&result=refused")).items.length, 1);
  assert.equal((await list("?subject=account&subjectId=120000000001&actor=7")).items.length, 4);
  assert.equal((await list("?subject=account&subjectId=1&actor=7")).items.length, 0);
  const now = Temporal.Now.instant();
  assert.equal((await list(`?actor=Olga&since=${now.subtract({ minutes: 5 })}`)).items.length, 0);
  assert.equal((await list(`?actor=Olga&until=${now.subtract({ minutes: 5 })}`)).items.length, 4);
  for (const time of ["yesterday", "%2B020000-01-01T00:00:00Z", "-000001-01-01T00:00:00Z"])
    assert.equal((await client.get(`/operations/audit?since=${time}`)).status, 409, time);
  const actions = await client.get<string[]>("/operations/audit/actions");
  assert.ok(actions.body.includes("account.create") && actions.body.includes("console.sign_in"));
});

test("audit pages are complete and in order, newest first", async (t) => {
  const { list } = await openShared(t, openAudited);
  const first = await list("?actor=Olga&take=3");
  const second = await list(`?actor=Olga&take=3&after=${first.next}`);
  const ids = [...first.items, ...second.items].map(({ id }) => BigInt(id));
  assert.deepEqual([ids.length, second.next], [4, undefined]);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => (a > b ? -1 : 1)),
  );
});

test("an audit entry shows the values before and after", async (t) => {
  const { client, list } = await openShared(t, openAudited);
  const [line] = (await list("?actor=Olga&action=account.update")).items;
  const { body } = await client.get<AuditEntry>(`/operations/audit/${line?.id}`);
  assert.deepEqual([body.before, body.after], [{ name: "Old" }, { name: "New" }]);
  assert.deepEqual([body.address, body.interfaceName], ["203.0.113.7", "console"]);
  assert.equal((await client.get("/operations/audit/999999999")).status, 404);
  assert.equal((await client.get("/operations/audit/x")).status, 404);
});

test("an integrity check reports a valid chain and is audited", async (t) => {
  const { client, chain, list } = await openShared(t, openAudited);
  await chain();
  const before = await client.get<AuditChain>("/operations/audit/chain");
  assert.deepEqual(before.body.checks, []);
  assert.match(before.body.head ?? "", /^\d+:h[\w-]{43}$/);
  const { status } = await client.post("/operations/audit/chain/check");
  assert.equal(status, 200);
  const { checks, length } = await checked(client);
  assert.deepEqual([checks[0]?.isSound, checks[0]?.good], [true, length]);
  assert.equal(checks[0]?.startedBy, "operator");
  assert.equal(checks[0]?.head, before.body.head);
  assert.equal((await list("?action=audit.check")).items.length, 1);
});

test("an integrity check finds a changed entry", async (t) => {
  const { client, chain, owner, list } = await openAudited(t);
  await chain();
  const [victim] = (await list("?actor=Olga")).items;
  await forcibly(
    owner,
    (db) => db.rows`update audit_entries set actor_name = 'Mallory' where id = ${victim?.id}`,
  );
  await client.post("/operations/audit/chain/check");
  const { checks } = await checked(client);
  assert.deepEqual([checks[0]?.isSound, checks[0]?.findingCount], [false, 1]);
  assert.match(checks[0]?.findings[0] ?? "", new RegExp(`changed.*entry ${victim?.id}`));
});

test("only one check runs at a time, and a dead one ends after a minute", async (t) => {
  const { app, client } = await openAudited(t);
  const { clock, database } = app;
  const checks = new CheckStore(database.app);
  const id = await checks.startCheck("somebody", clock.wall());
  assert.ok(id);
  assert.equal((await client.post("/operations/audit/chain/check")).status, 409);
  await checks.saveProgress(id, clock.wall(), { walked: 250, toWalk: 1_000 });
  const { body } = await client.get<AuditChain>("/operations/audit/chain");
  assert.deepEqual([body.checks[0]?.walked, body.checks[0]?.toWalk], [250, 1_000]);
  clock.advance({ seconds: 61 });
  const after = await client.get<AuditChain>("/operations/audit/chain");
  assert.match(after.body.checks[0]?.failure ?? "", /has ended/);
  assert.equal((await client.post("/operations/audit/chain/check")).status, 200);
  await checked(client);
});
