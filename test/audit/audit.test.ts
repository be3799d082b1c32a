/** The audit log: entries are written with the action, and every change of them is detected. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { recordAct } from "../../src/core/audit/act.ts";
import { AuditEntryStore, type StoredAuditEntry } from "../../src/core/audit/audit-entry-store.ts";
import { ENTRY_COLUMNS, markText, parseMark } from "../../src/core/audit/chain.ts";
import { verifyAudit } from "../../src/core/audit/verify-audit.ts";
import { sqlIdentifier } from "../../src/db/sql.ts";
import { anAct, forcibly, openAudit } from "../kit/audit.ts";
import { keySettings, openTestCustody } from "../kit/custody.ts";
import { openDatabase, openSeededDatabase, type TestDatabase } from "../kit/database.ts";
import { tier } from "../kit/tier.ts";
import { proveAudit } from "../proof/audit.ts";

test("an audit entry is stored in the commit of the action, or not at all", async (t) => {
  const { owner, app } = await openAudit(t);
  const failing = app.atomically(async (db) => {
    await recordAct(db, anAct());
    throw new Error("the act failed");
  });
  await assert.rejects(failing, /the act failed/);
  await app.atomically((db) => recordAct(db, anAct({ action: "account.create" })));
  const entries = await new AuditEntryStore(owner).listEntries({ take: 10 });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["account.create"],
  );
  assert.equal((await owner.rows`select from audit_unchained`).length, 1);
});

test("an entry has the actor, the action, the values, the times, the origin and the result", async (t) => {
  const { app, record } = await openAudit(t);
  const [business, wall] = ["2027-01-02T03:04:05.000006Z", "2026-11-15T12:00:00Z"].map((text) =>
    Temporal.Instant.from(text),
  );
  assert.ok(business && wall);
  await record(1, { at: { business, wall } });
  const [entry] = await new AuditEntryStore(app).listEntries({ take: 1 });
  assert.deepEqual(entry, {
    id: "1",
    actorKind: "operator",
    actorId: "7",
    actorName: "Olga",
    action: "account.update",
    subjectKind: "account",
    subjectId: "120000000001",
    before: { name: "Old" },
    after: { name: "New" },
    businessAt: business,
    wallAt: wall,
    address: "203.0.113.7",
    interfaceName: "console",
    requestId: "r-1",
    result: "done",
  } satisfies StoredAuditEntry);
});

test("an entry without a time gets the wall and business time of the database", async (t) => {
  const { app, owner, record } = await openAudit(t);
  await owner.rows`update business_clock set ahead_ms = 86400000`;
  await record(1, { at: undefined });
  const [entry] = await new AuditEntryStore(app).listEntries({ take: 1 });
  assert.ok(entry);
  assert.ok(Math.abs(entry.wallAt.until(Temporal.Now.instant()).total("seconds")) < 60);
  assert.equal(Math.round(entry.wallAt.until(entry.businessAt).total("minutes")), 1_440);
});

test("card numbers in any field are masked", async (t) => {
  const { app, owner } = await openAudit(t);
  const card = "4111111111111111";
  const detail = { [card]: card, note: `paid with ${card}`, deep: [{ number: 4111111111111111 }] };
  await recordAct(app, {
    actor: { kind: "merchant_user", id: card, name: card },
    action: "user.login",
    subject: { kind: "user", id: card },
    before: detail,
    after: { password: "correct horse" },
    result: "refused",
    from: { address: card, interfaceName: card, requestId: card },
  });
  const rows = await owner.rows<{ text: string }>`select e::text as text from audit_entries e`;
  const [text = ""] = rows.map((row) => row.text);
  assert.match(text, /1111/);
  assert.doesNotMatch(text, /4111111111111111|correct horse/);
});

test("characters that the database cannot store are replaced", async (t) => {
  const { app, chain, verify } = await openAudit(t);
  const after = { "nul\0": "\0 and \ud800 and \\u0000 and \\\\\0", long: ["x".repeat(10)] };
  await recordAct(app, anAct({ actor: { kind: "system", name: "a\0\udc00" }, after }));
  await recordAct(app, anAct({ after: { text: "x".repeat(100_000) } }));
  const [long, odd] = await new AuditEntryStore(app).listEntries({ take: 2 });
  assert.deepEqual(odd?.after, {
    "nul\ufffd": "\ufffd and \ufffd and \\u0000 and \\\\\ufffd",
    long: ["xxxxxxxxxx"],
  });
  assert.equal(odd?.actorName, "a\ufffd\ufffd");
  assert.match(JSON.stringify(long?.after), /characters/);
  assert.equal(await chain(), 2);
  assert.ok((await verify()).isSound);
});

test("the application role can only write and read entries", async (t) => {
  const { app, database, verify } = await openAudit(t, 3);
  const denied = { code: "42501" };
  for (const db of [app, database.payments]) {
    await assert.rejects(db.rows`update audit_entries set actor_name = 'x'`, denied);
    await assert.rejects(db.rows`delete from audit_entries`, denied);
    await assert.rejects(db.rows`truncate audit_entries`, denied);
    await assert.rejects(db.rows`delete from audit_chain`, denied);
    await assert.rejects(db.rows`update audit_chain set chained_at = now()`, denied);
    await assert.rejects(db.rows`delete from audit_unchained`, denied);
    await assert.rejects(db.rows`insert into audit_unchained values (1)`, denied);
    await assert.rejects(db.rows`update audit_head set sequence = 0`, denied);
    await assert.rejects(db.rows`update audit_anchor set sequence = 0`, denied);
  }
  await database.payments.atomically((db) => recordAct(db, anAct({ at: undefined })));
  assert.ok((await verify({}, app)).isSound);
});

test("the owner role cannot change entries by accident", async (t) => {
  const { owner } = await openAudit(t, 2);
  const refused = { code: "42501", message: "the audit is never changed" };
  await assert.rejects(owner.rows`update audit_entries set actor_name = 'x'`, refused);
  await assert.rejects(owner.rows`delete from audit_entries where id = 1`, refused);
  await assert.rejects(owner.rows`truncate audit_entries`, refused);
  await assert.rejects(owner.rows`delete from audit_chain`, refused);
  assert.equal((await owner.rows`select from audit_entries`).length, 2);
});

test("every column of an entry is covered by its link", async (t) => {
  const { owner } = await openDatabase(t);
  const columns = await owner.rows<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_name = 'audit_entries' order by ordinal_position`;
  assert.deepEqual(
    columns.map(({ name }) => name),
    ENTRY_COLUMNS,
  );
});

test("entries are listed newest first, filtered and in pages", async (t) => {
  const { app, record } = await openAudit(t);
  const old = Temporal.Instant.from("2026-01-01T00:00:00Z");
  await record(2);
  await record(1, { subject: { kind: "user", id: "5" }, at: { business: old, wall: old } });
  await record(1, { actor: { kind: "system", name: "retention" }, action: "audit.purge" });
  const store = new AuditEntryStore(app);
  const ids = async (filter: object) =>
    (await store.listEntries({ take: 10, ...filter })).map(({ id }) => id);
  assert.deepEqual(await ids({}), ["4", "3", "2", "1"]);
  assert.deepEqual(await ids({ take: 2, olderThan: "4" }), ["3", "2"]);
  assert.deepEqual(await ids({ subjectKind: "user" }), ["3"]);
  assert.deepEqual(await ids({ subjectKind: "account", subjectId: "120000000001" }), [
    "4",
    "2",
    "1",
  ]);
  assert.deepEqual(await ids({ actor: "retention" }), ["4"]);
  assert.deepEqual(await ids({ actor: "7", action: "account.update" }), ["3", "2", "1"]);
  assert.deepEqual(await ids({ since: Temporal.Instant.from("2026-06-01T00:00:00Z") }), [
    "4",
    "2",
    "1",
  ]);
});

test("every kind of tampering is detected, and an unchanged chain has no findings", async (t) => {
  const { url } = await openDatabase(t);
  const count = tier(150, 10_000);
  const proof = await proveAudit({ count, databaseUrl: url, seed: 20_261_115 });
  assert.deepEqual(proof.missed, []);
  assert.equal(proof.falseAlarms, 0);
  assert.equal(proof.tried, count);
});

test("the first break is reported first, with the number of unchanged entries", async (t) => {
  const { owner, verify } = await openAudit(t, 12);
  await forcibly(owner, (db) => db.rows`update audit_entries set result = 'failed' where id = 5`);
  await forcibly(owner, (db) => db.rows`delete from audit_entries where id in (8, 9)`);
  const report = await verify({ findingsMax: 2 });
  assert.equal(report.good, 9);
  assert.equal(report.findingCount, 3);
  assert.deepEqual(report.findings, [
    { kind: "link_broken", sequence: "5", entryId: "5" },
    { kind: "entry_missing", sequence: "8", entryId: "8" },
  ]);
});

test("an entry without a link is reported after a minute", async (t) => {
  const { verify, record } = await openAudit(t, 2);
  await record(1, { at: undefined });
  assert.ok((await verify()).isSound);
  await record(1);
  assert.deepEqual((await verify()).findings, [{ kind: "entry_unchained", entryId: "4" }]);
});

test("an entry that was removed before it was chained is reported", async (t) => {
  const { owner, verify, record } = await openAudit(t, 2);
  await record(2, { at: undefined });
  await forcibly(owner, (db) => db.rows`delete from audit_entries where id = 3`);
  assert.deepEqual((await verify()).findings, [{ kind: "entry_missing", entryId: "3" }]);
});

test("an audit log that was emptied is reported", async (t) => {
  const { owner, app, verify } = await openAudit(t, 3);
  await forcibly(owner, async (db) => {
    for (const table of ["entries", "chain", "head", "anchor"]) {
      await db.rows`delete from ${sqlIdentifier(`audit_${table}`)}`;
    }
  });
  assert.deepEqual((await verify({}, app)).findings, [{ kind: "everything_missing" }]);
});

test("an audit log without entries is intact", async (t) => {
  const { owner } = await openDatabase(t);
  const custody = await openTestCustody(owner);
  t.after(() => custody.close());
  const report = await verifyAudit({ db: owner, custody });
  assert.deepEqual([report.isSound, report.good, report.head], [true, 0, null]);
});

test("the head in the log reveals what the database alone cannot", async (t) => {
  const { owner, verify, record, chain } = await openAudit(t, 4);
  await owner.rows`create table copied as select * from audit_head`;
  await record(3);
  await chain();
  const { head } = await verify();
  const logged = parseMark(head ?? "");
  assert.equal((await verify({ logged })).logged, "found");
  await forcibly(owner, async (db) => {
    await db.rows`delete from audit_chain where sequence > 4`;
    await db.rows`delete from audit_entries where id > 4`;
    await db.rows`delete from audit_head`;
    await db.rows`insert into audit_head select * from copied`;
  });
  assert.ok((await verify()).isSound);
  const report = await verify({ logged });
  assert.deepEqual(report.findings, [{ kind: "not_as_logged", sequence: "7" }]);
  assert.equal(logged && markText(logged), head);
});

test("seeding writes one audit entry", async (t) => {
  const { app } = await openSeededDatabase(t);
  const entries = await new AuditEntryStore(app).listEntries({ take: 10 });
  const seen = entries.map(({ action, actorKind, result }) => ({ action, actorKind, result }));
  assert.deepEqual(seen, [{ action: "installation.seed", actorKind: "system", result: "done" }]);
});

const COMMANDS = path.resolve(import.meta.dirname, "../../src/commands/operations/audit.ts");
const CONFIG = path.resolve(import.meta.dirname, "../../src/config.ts");

/** Runs a command as a process and returns its output and exit code. */
async function run({ url }: TestDatabase, command: string, options: object) {
  const script = `
    import { ${command} } from ${JSON.stringify(COMMANDS)};
    import { readConfig } from ${JSON.stringify(CONFIG)};
    await ${command}(readConfig(), ${JSON.stringify(options)});`;
  const env = { DATABASE_URL: url, ...keySettings(), LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { env });
  const [out, problems] = [child.stdout, child.stderr].map(async (stream) =>
    (await stream.toArray()).join(""),
  );
  const code = await new Promise((resolve) => child.once("close", resolve));
  assert.equal(await problems, "");
  return { code, out: (await out) ?? "" };
}

test("`audit verify` exits with 1 if there are findings, also with --json", async (t) => {
  const database = await openSeededDatabase(t);
  const sound = await run(database, "verifyAuditCommand", {});
  assert.equal(sound.code, 0, sound.out);
  assert.match(sound.out, /The audit log is intact/);
  await forcibly(database.owner, (db) => db.rows`delete from audit_entries`);
  const broken = await run(database, "verifyAuditCommand", { json: true });
  assert.equal(broken.code, 1);
  assert.equal(JSON.parse(broken.out).isSound, false);
});

test("`audit show` lists entries, and control characters are replaced", async (t) => {
  const database = await openSeededDatabase(t);
  await recordAct(database.app, anAct({ actor: { kind: "operator", name: "Eve\u001b[2J" } }));
  const shown = await run(database, "showAuditCommand", { action: "account.update" });
  assert.match(shown.out, /operator Eve\?\[2J {2}account\.update account 120000000001: done/);
  const json = await run(database, "showAuditCommand", { json: true, take: "1", olderThan: "2" });
  assert.equal(JSON.parse(json.out).entries[0].action, "installation.seed");
});
