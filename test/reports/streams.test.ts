/** Streaming of reports: the database and the reader work at their own speeds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import type { Config } from "../../src/config.ts";
import { ACCOUNT, OTHER_ACCOUNT } from "../kit/app.ts";
import { parseXml } from "../kit/read-back.ts";
import {
  addMany,
  begin,
  callForResponseCode,
  listen,
  readAll,
  readResponseCode,
  running,
} from "../kit/report-streams.ts";
import { openReportEnvironment } from "../kit/reports.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { until } from "../kit/until.ts";

/** Few rows with long texts take less time to insert than many, and as long to read. */
const MANY = 4_000;
const LENGTH = 5_000;

async function bigEnvironment(
  t: Lifetime,
  settings: Partial<Config> = {},
  { count = MANY, length = LENGTH } = {},
) {
  const env = await openReportEnvironment(t, settings);
  await addMany(env.database.owner, count, ACCOUNT.account_id, length);
  const port = await listen(env);
  const { owner } = env.database;
  const isQuiet = async () => (await running(owner)) === 0;
  return { ...env, port, owner, isQuiet };
}

/** For tests that leave the rows and the server as they are. */
const openUnspooled = (t: Lifetime) => bigEnvironment(t, { reportSpoolMb: 0 });

test("a slow reader does not hold the snapshot open, because the rest is spooled", async (t) => {
  const { port, isQuiet } = await bigEnvironment(t);
  const answer = await begin(port);
  await until(isQuiet);
  const { text, isWhole } = await readAll(answer);
  assert.equal(isWhole, true);
  assert.equal(text.split("\r\n").length, MANY + 2);
});

test("without space in the spool, the reader's speed limits the report, and it is complete", async (t) => {
  const { port, isQuiet } = await openShared(t, openUnspooled);
  const answer = await begin(port, { response_format: "JSON" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(await isQuiet(), false);
  const { text, isWhole } = await readAll(answer);
  assert.equal(isWhole, true);
  const { count, transactions } = JSON.parse(text);
  assert.deepEqual([count, transactions.length], [MANY, MANY]);
  await until(isQuiet);
});

test("a report is a snapshot: later transactions are not in it", async (t) => {
  const { port, owner, add } = await bigEnvironment(t, { reportSpoolMb: 0 });
  const answer = await begin(port, { response_format: "XML" });
  await add({ authorized_at: "2026-11-14T23:00:00Z" });
  await owner.rows`update transactions set amount_cents = 7, request_amount_cents = 7`;
  const { text } = await readAll(answer);
  const { attributes, children } = parseXml(text);
  assert.deepEqual([attributes["count"], children.length], [String(MANY), MANY]);
  assert.doesNotMatch(text, /<transaction_amount>0\.07/);
});

test("a reader that disconnects ends the query and frees its slot", async (t) => {
  const { port, isQuiet } = await bigEnvironment(t, { reportSpoolMb: 0, reportsPerAccount: 1 });
  const answer = await begin(port);
  assert.equal(await isQuiet(), false);
  answer.destroy();
  await until(isQuiet, 2_000);
  const next = await begin(port);
  assert.equal(readResponseCode(next), "100 OK");
  assert.equal((await readAll(next)).isWhole, true);
});

test("a reader that disconnects before the first row ends the query too", async (t) => {
  const { port, isQuiet, owner } = await bigEnvironment(t, {}, { count: 10 });
  await owner.rows`
    create function slow(text) returns text language sql volatile
      as 'select $1 from pg_sleep(30)'`;
  await owner.rows`alter view report_records rename to quick_records`;
  await owner.rows`
    create view report_records as select * from quick_records where slow(tender_type) <> ''`;
  await owner.rows`grant select on report_records to sixdoors_app`;
  const leave = new AbortController();
  const url = `http://127.0.0.1:${port}/api/rsapi/3.8`;
  const { account_id, api_accesskey } = {
    account_id: "120000000001",
    api_accesskey: "1".repeat(32),
  };
  const body = new URLSearchParams({ account_id, api_accesskey });
  const asked = fetch(url, { method: "POST", body, signal: leave.signal });
  await until(async () => !(await isQuiet()));
  leave.abort();
  await assert.rejects(asked);
  await until(isQuiet, 2_000);
});

test("concurrent reports wait for each other and are not refused", async (t) => {
  // Long enough for a dozen reports in sequence on a busy machine.
  const limits = { reportsPerAccount: 1, reportsAtOnce: 2, reportWaitMs: 60_000 };
  const { port, owner } = await bigEnvironment(t, limits, { count: 10 });
  await addMany(owner, 10, OTHER_ACCOUNT.account_id);
  const callers = Array.from({ length: 24 }, (_, place) => (place % 2 ? OTHER_ACCOUNT : {}));
  const read = async (caller: Record<string, string>) => {
    const answer = await begin(port, caller);
    return `${readResponseCode(answer)} ${(await readAll(answer)).text.split("\r\n").length}`;
  };
  const answers = await Promise.all(callers.map(read));
  assert.deepEqual([...new Set(answers)], ["100 OK 12"]);
});

test("611: the limit of running reports per account or in total is reached for too long", async (t) => {
  const limits = { reportSpoolMb: 0, reportsPerAccount: 2, reportsAtOnce: 3, reportWaitMs: 100 };
  const { port, owner } = await bigEnvironment(t, limits);
  await addMany(owner, MANY, OTHER_ACCOUNT.account_id, LENGTH);
  const held = [await begin(port), await begin(port)];
  const more = await begin(port);
  assert.equal(readResponseCode(more), "611 Data Unavailable");
  assert.equal(
    (await readAll(more)).text,
    "A temporary system error blocks access. Try again later.",
  );
  held.push(await begin(port, OTHER_ACCOUNT));
  assert.deepEqual(held.map(readResponseCode), ["100 OK", "100 OK", "100 OK"]);
  assert.equal(await callForResponseCode(port, OTHER_ACCOUNT), "611 Data Unavailable");
  for (const answer of held) assert.equal((await readAll(answer)).isWhole, true);
  assert.equal(await callForResponseCode(port), "100 OK");
});

test("a report without data frees its slot immediately", async (t) => {
  const env = await openReportEnvironment(t, { reportsPerAccount: 1 });
  for (let asked = 0; asked < 5; asked++) assert.equal((await env.ask()).said, "608 No Data");
});

for (const response_format of ["CSV", "JSON", "XML"]) {
  test(`a failure after the first byte aborts the connection of a ${response_format} report`, async (t) => {
    const { port, owner } = await openShared(t, openUnspooled);
    const answer = await begin(port, { response_format });
    assert.equal(readResponseCode(answer), "100 OK");
    await owner.rows`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'copy (select%'`;
    const { isWhole, text } = await readAll(answer);
    assert.equal(isWhole, false);
    assert.doesNotMatch(text, /"count":|<\/report>/);
  });
}

test("a shutdown aborts the connection of a report", async (t) => {
  const env = await bigEnvironment(t, { reportSpoolMb: 0 });
  const answer = await begin(env.port);
  const reading = new Promise((resolve) => setTimeout(resolve, 100)).then(() => readAll(answer));
  env.drain();
  env.server.server.closeAllConnections();
  assert.equal((await reading).isWhole, false);
  await until(env.isQuiet, 2_000);
});

test("memory does not grow with the data that waits for a slow reader", async (t) => {
  // 80 MB: more than the limit, if they were kept in memory.
  const { port, isQuiet } = await bigEnvironment(t, {}, { count: MANY, length: 20_000 });
  const warm = await begin(port, { response_format: "XML", amount: "2" });
  await readAll(warm);
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const answer = await begin(port, { response_format: "XML" });
  await until(isQuiet, 30_000);
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  assert.ok(grown < 64, `${grown} MiB`);
  answer.destroy();
});

test("a report is compressed while streaming, and a reader that disconnects ends the query", async (t) => {
  const { port, isQuiet } = await openShared(t, openUnspooled);
  const headers = { "accept-encoding": "gzip" };
  const answer = await begin(port, {}, headers);
  assert.equal(answer.headers["content-encoding"], "gzip");
  assert.equal(answer.headers["content-length"], undefined);
  const { bytes, isWhole } = await readAll(answer);
  assert.equal(isWhole, true);
  assert.equal(gunzipSync(bytes).toString().split("\r\n").length, MANY + 2);
  const left = await begin(port, {}, headers);
  left.destroy();
  await until(isQuiet);
});

test("a failure after the first byte aborts a compressed report too", async (t) => {
  const { port, owner } = await bigEnvironment(t, { reportSpoolMb: 0 });
  // Text that hardly compresses, and more than the socket buffers hold.
  await owner.rows`
    update transactions set description = (
      select string_agg(encode(sha512((id || '/' || piece)::bytea), 'base64'), '')
      from generate_series(1, 60) as piece)`;
  const answer = await begin(port, {}, { "accept-encoding": "gzip" });
  assert.equal(readResponseCode(answer), "100 OK");
  await owner.rows`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'copy (select%'`;
  const { isWhole, bytes } = await readAll(answer);
  assert.equal(isWhole, false);
  assert.throws(() => gunzipSync(bytes));
});
