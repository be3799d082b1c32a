/** The audit chain: extended by concurrent jobs, shortened by retention, never extended after a break. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { recordAct } from "../../src/core/audit/act.ts";
import { anchorSeal, markText, parseMark, secondsText } from "../../src/core/audit/chain.ts";
import { AuditBroken, Chainer } from "../../src/core/audit/chainer.ts";
import { purgeAudit } from "../../src/core/audit/purge-audit.ts";
import { verifyAudit } from "../../src/core/audit/verify-audit.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { Sql } from "../../src/db/sql.ts";
import { startChainingAudit } from "../../src/jobs/chain-audit.ts";
import type { KeyCustody } from "../../src/ports/key-custody.ts";
import { anAct, counts, forcibly, openAudit } from "../kit/audit.ts";
import { StandingClock } from "../kit/clock.ts";
import { openTestCustody } from "../kit/custody.ts";
import { exportToBuffer, importFrom, openTarget } from "../kit/transfer.ts";

type Audit = Awaited<ReturnType<typeof openAudit>>;

test("entries are chained in the order in which they are found, whatever their ids", async (t) => {
  const { owner, app, chain, verify } = await openAudit(t);
  let commitFirst = () => {};
  const held = new Promise<void>((resolve) => {
    commitFirst = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const slow = app.atomically(async (db) => {
    await recordAct(db, anAct({ action: "slow.one" }));
    written();
    await held;
  });
  await isWritten;
  await recordAct(app, anAct({ action: "quick.one" }));
  assert.equal(await chain(), 1);
  commitFirst();
  await slow;
  assert.equal(await chain(), 1);
  const order = await owner.rows<{ action: string; id: string }>`
    select action, id from audit_chain join audit_entries on id = entry_id order by sequence`;
  assert.deepEqual(order, [
    { action: "quick.one", id: "2" },
    { action: "slow.one", id: "1" },
  ]);
  assert.ok((await verify()).isSound);
});

test("two concurrent jobs give every entry one link", async (t) => {
  const { owner, custody, record, verify } = await openAudit(t);
  await record(300);
  const chainers = Array.from(
    { length: 4 },
    () => new Chainer({ db: owner, custody, batchSize: 7 }),
  );
  const made = await Promise.all(chainers.map((chainer) => chainer.chainAll()));
  assert.equal(
    made.reduce((sum, count) => sum + count, 0),
    300,
  );
  assert.deepEqual(await counts(owner), { entries: 300, links: 300, waiting: 0 });
  assert.equal((await verify()).good, 300);
});

test("writing, chaining, retention and checks at the same time give no false alarm", async (t) => {
  const audit = await openAudit(t, 30);
  const { owner, app, custody, verify } = audit;
  const failures: unknown[] = [];
  const clock = new StandingClock();
  const needs = { owner, custody, clock, everyMs: 3, onHead: () => {} };
  const ends = [1, 2].map(() =>
    startChainingAudit({ ...needs, onFailure: (error) => failures.push(error) }),
  );
  const old = { wall: clock.wall(), business: clock.business().subtract({ hours: 800 * 24 }) };
  let isWriting = true;
  const write = async (at?: typeof old) => {
    for (let k = 0; k < 60; k++) {
      await app.atomically(async (db) => {
        await recordAct(db, anAct({ at }));
        if (k % 9 === 0) await pause(20);
      });
    }
  };
  const writing = Promise.all([write(old), write(), write(old)]).finally(() => {
    isWriting = false;
  });
  const before = clock.business().subtract({ hours: 500 * 24 });
  while (isWriting) {
    const report = await verify({ pageSize: 20 });
    assert.deepEqual(report.findings, []);
    await purgeAudit({ owner, custody, clock }, before);
  }
  await writing;
  for (const end of ends) await end();
  assert.deepEqual(failures, []);
  const after = await counts(owner);
  assert.equal(after?.links, after?.entries);
  assert.ok((await verify()).isSound);
});

/** The error of the job after these statements. */
async function complaint({ owner, custody }: Audit): Promise<string> {
  const before = await counts(owner);
  const chaining = new Chainer({ db: owner, custody }).chainAll();
  const error = await chaining.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AuditBroken, String(error));
  assert.deepEqual(await counts(owner), before);
  return error.message;
}

async function brokenBy(t: TestContext, ...statements: readonly string[]): Promise<string> {
  const audit = await openAudit(t, 6);
  await audit.record(2);
  await forcibly(audit.owner, async (db) => {
    for (const statement of statements) await db.rows`${new Sql([statement], [])}`;
  });
  return complaint(audit);
}

test("the job does not extend a chain whose end was cut off", async (t) => {
  assert.match(await brokenBy(t, "delete from audit_chain where sequence > 4"), /end at link 6/);
});

test("the job does not extend a chain with foreign links", async (t) => {
  const link = "insert into audit_chain values (7, 7, now(), 'x')";
  assert.match(await brokenBy(t, link), /end at link 6/);
});

test("the job does not accept an end without a valid seal", async (t) => {
  const moved =
    "update audit_head set (sequence, hmac) = (select sequence, hmac from audit_anchor)";
  assert.match(await brokenBy(t, "delete from audit_chain", moved), /was changed/);
});

test("the job does not start a new chain if there was one", async (t) => {
  const all = ["delete from audit_chain", "delete from audit_head", "delete from audit_anchor"];
  assert.match(await brokenBy(t, ...all), /the chain is gone/);
  assert.match(await brokenBy(t, "delete from audit_head"), /is missing/);
});

test("a running job remembers the chain even if the database is changed", async (t) => {
  const { owner, custody, record } = await openAudit(t);
  const chainer = new Chainer({ db: owner, custody });
  await record(3);
  await chainer.chainAll();
  await restart(owner);
  await record(1);
  await assert.rejects(chainer.chainAll(), /the chain is gone/);
  await new Chainer({ db: owner, custody }).chainAll();
  await assert.rejects(chainer.chainAll(), /no longer has link 3/);
});

/** Removes the chain, and makes every entry wait as if it were new. */
async function restart(owner: DatabasePool): Promise<void> {
  await forcibly(owner, async (db) => {
    await db.rows`update audit_entries set result = 'refused' where id = 1`;
    await db.rows`delete from audit_chain`;
    await db.rows`delete from audit_head`;
    await db.rows`delete from audit_anchor`;
    await db.rows`insert into audit_unchained select id from audit_entries on conflict do nothing`;
  });
}

test("a restarted chain is detected by the dates of its entries, and by the head in the log", async (t) => {
  const { owner, custody, chain, record, verify } = await openAudit(t);
  const wall = Temporal.Now.instant().subtract({ hours: 30 });
  await record(3, { at: { business: wall, wall } });
  await chain();
  await backdateBirth(owner, custody, wall);
  const { isSound, head } = await verify();
  assert.ok(isSound);
  await restart(owner);
  await chain();
  const report = await verify({ logged: parseMark(head ?? "") });
  assert.deepEqual(
    report.findings.map(({ kind }) => kind),
    ["chain_restarted", "not_as_logged"],
  );
});

/** As if the chain had begun then. */
async function backdateBirth(owner: DatabasePool, custody: KeyCustody, at: Temporal.Instant) {
  const bornAt = at.round("second");
  const [row] = await owner.rows<{ sequence: string; hmac: Buffer }>`
    select sequence, hmac from audit_anchor`;
  assert.ok(row);
  const anchor = { sequence: BigInt(row.sequence), hmac: row.hmac };
  const seal = anchorSeal(custody, anchor, secondsText(bornAt));
  await owner.rows`update audit_anchor set born_at = ${bornAt}, seal = ${seal}`;
}

test("a link of a discarded history does not fit into another one", async (t) => {
  const { owner, chain, record, verify } = await openAudit(t, 4);
  await owner.rows`create table old_head as select * from audit_head`;
  await record(3);
  await chain();
  await owner.rows`create table old_links as select * from audit_chain`;
  await owner.rows`create table old_entries as select * from audit_entries`;
  await forcibly(owner, async (db) => {
    await db.rows`delete from audit_chain where sequence > 4`;
    await db.rows`delete from audit_entries where id > 4`;
    await db.rows`delete from audit_head`;
    await db.rows`insert into audit_head select * from old_head`;
  });
  await record(3, { action: "other.act" });
  await chain();
  assert.ok((await verify()).isSound);
  await forcibly(owner, async (db) => {
    await db.rows`delete from audit_entries where id = 9`;
    await db.rows`delete from audit_chain where sequence = 6`;
    await db.rows`
      insert into audit_entries overriding system value select * from old_entries where id = 6`;
    await db.rows`insert into audit_chain select * from old_links where sequence = 6`;
  });
  assert.deepEqual((await verify()).findings, [
    { kind: "link_broken", sequence: "6", entryId: "6" },
    { kind: "link_broken", sequence: "7", entryId: "10" },
  ]);
});

test("an audit log that moved to another database can be verified and extended there", async (t) => {
  const { owner, record } = await openAudit(t, 5);
  await record(1);
  const target = await openTarget(t);
  await importFrom(target, await exportToBuffer(owner));
  const custody = await openTestCustody(target);
  assert.equal(await new Chainer({ db: target, custody }).chainAll(), 1);
  const report = await verifyAudit({ db: target, custody });
  assert.deepEqual([report.isSound, report.good], [true, 6]);
  custody.close();
});

test("an entry whose waiting row was changed is chained once or reported", async (t) => {
  const { owner, chain, record, verify } = await openAudit(t, 2);
  await forcibly(owner, (db) => db.rows`insert into audit_unchained values (1), (2), (900)`);
  await record(5);
  assert.equal(await chain(), 5);
  assert.deepEqual((await verify()).findings, [{ kind: "entry_missing", entryId: "900" }]);
});

test("the head is logged at most once a minute if it has changed, and at the end", async (t) => {
  const { owner, custody, record } = await openAudit(t);
  const clock = new StandingClock("2026-11-15T12:00:00Z");
  const heads: string[] = [];
  const onHead = (head: string) => heads.push(head);
  const onFailure = (error: unknown) => assert.fail(String(error));
  const end = startChainingAudit({ owner, custody, clock, onHead, onFailure, everyMs: 2 });
  const sequences = () => heads.map((head) => String(parseMark(head)?.sequence));
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await pause(5);
  };
  await until(() => heads.length === 1);
  await record(2);
  await until(async () => (await counts(owner))?.links === 2);
  await pause(20);
  assert.deepEqual(sequences(), ["0"]);
  clock.set("2026-11-15T12:01:00Z");
  await until(() => heads.length === 2);
  await record(3);
  await end();
  assert.deepEqual(sequences(), ["0", "2", "5"]);
  const [row] = await owner.rows<{ sequence: string; hmac: Buffer }>`
    select sequence, hmac from audit_head`;
  assert.equal(heads.at(-1), row && markText({ ...row, sequence: BigInt(row.sequence) }));
});

test("a job reports a failed pass and continues", async (t) => {
  const audit = await openAudit(t, 2);
  const { owner, custody, record } = audit;
  await owner.rows`create table kept as select * from audit_head`;
  await forcibly(owner, (db) => db.rows`delete from audit_head`);
  const clock = new StandingClock();
  const failures: unknown[] = [];
  const failed = Promise.withResolvers<void>();
  const onFailure = (error: unknown) => {
    failures.push(error);
    failed.resolve();
  };
  const end = startChainingAudit({ owner, custody, clock, onHead: () => {}, onFailure });
  await record(1);
  await failed.promise;
  await owner.rows`insert into audit_head select * from kept`;
  await end();
  assert.equal(failures.length, 1);
  assert.deepEqual(await counts(owner), { entries: 3, links: 3, waiting: 0 });
});
