/** Retention of the audit log: the start of the chain is removed, and the rest can still be verified. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { parseMark } from "../../src/core/audit/chain.ts";
import { purgeAudit } from "../../src/core/audit/purge-audit.ts";
import { counts, forcibly, openAudit } from "../kit/audit.ts";
import { StandingClock } from "../kit/clock.ts";

/** Five acts of two years ago, and three of today. */
async function withHistory(t: TestContext) {
  const audit = await openAudit(t);
  const clock = new StandingClock();
  const wall = clock.wall().subtract({ hours: 2 });
  await audit.record(5, { at: { wall, business: clock.business().subtract({ hours: 731 * 24 }) } });
  await audit.record(3, { at: { wall, business: clock.business() } });
  await audit.chain();
  const { owner, custody } = audit;
  const purge = (days: number) =>
    purgeAudit({ owner, custody, clock }, clock.business().subtract({ hours: days * 24 }));
  return { ...audit, purge };
}

test("retention removes the oldest entries, moves the anchor and records it", async (t) => {
  const { owner, purge, chain, verify } = await withHistory(t);
  const { head } = await verify();
  assert.equal(await purge(700), 5);
  assert.equal(await purge(700), 0);
  assert.equal(await chain(), 1);
  const report = await verify({ logged: parseMark(head ?? "") });
  assert.deepEqual(report.findings, []);
  assert.deepEqual([report.good, report.removed, report.logged], [4, "5", "found"]);
  const acts = await owner.rows<{ action: string; after: unknown }>`
    select action, after from audit_entries order by id`;
  assert.deepEqual(acts.at(-1), { action: "audit.purge", after: { count: 5, upTo: "5" } });
});

test("retention keeps an old entry after a newer one", async (t) => {
  const { owner, purge, record, chain } = await withHistory(t);
  const clock = new StandingClock();
  const business = clock.business().subtract({ hours: 731 * 24 });
  await record(1, { at: { business, wall: clock.wall() } });
  await chain();
  assert.equal(await purge(700), 5);
  assert.equal((await counts(owner))?.entries, 5);
});

test("retention keeps at least twelve months", async (t) => {
  const { owner, purge } = await withHistory(t);
  await assert.rejects(purge(364), RangeError);
  assert.equal((await counts(owner))?.entries, 8);
});

test("retention refuses to remove changed entries", async (t) => {
  const { owner, purge } = await withHistory(t);
  await forcibly(owner, (db) => db.rows`update audit_entries set action = 'x.y' where id = 3`);
  await assert.rejects(purge(700), /broken at link 3/);
  assert.equal((await counts(owner))?.entries, 8);
});

test("a logged head that retention has removed is not a finding", async (t) => {
  const { purge, verify, owner } = await withHistory(t);
  const [row] = await owner.rows<{ hmac: Buffer }>`select hmac from audit_chain where sequence = 2`;
  assert.ok(row);
  await purge(700);
  const report = await verify({ logged: { sequence: 2n, hmac: row.hmac } });
  assert.deepEqual([report.logged, report.findings], ["removed", []]);
});

test("a chain that retention has emptied continues where it ended", async (t) => {
  const { owner, custody, record, chain, verify } = await openAudit(t);
  const clock = new StandingClock();
  const business = clock.business().subtract({ hours: 731 * 24 });
  await record(4, { at: { wall: clock.wall(), business } });
  await chain();
  const before = clock.business().subtract({ hours: 700 * 24 });
  assert.equal(await purgeAudit({ owner, custody, clock }, before), 4);
  assert.ok((await verify()).isSound);
  assert.equal(await chain(), 1);
  const report = await verify();
  assert.deepEqual([report.good, report.removed, report.isSound], [1, "4", true]);
});
