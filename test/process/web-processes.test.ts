/** WORKERS=2: both processes answer and count, a dead one is replaced, and all end together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSeededDatabase } from "../kit/database.ts";
import { type Child, findPostgres, isAlive, makeFolder, serve } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";
import { Connection } from "./interfaces.ts";

/** The processes that have answered requests, from the log. */
function answeringPids({ stdout }: Child): ReadonlySet<number> {
  const lines = stdout.split("\n").filter((line) => line.includes('"route":"/version"'));
  return new Set(lines.map((line) => JSON.parse(line).pid));
}

/**
 * Sends many requests at once, each on its own connection, until this many processes have answered.
 */
async function callUntilAnswered(
  child: Child,
  url: string,
  count: number,
): Promise<readonly number[]> {
  await until(async () => {
    const asked = Array.from({ length: 16 }, () => askVersion(url));
    for (const status of await Promise.all(asked)) assert.equal(status, 200);
    return answeringPids(child).size >= count;
  });
  return [...answeringPids(child)];
}

async function askVersion(url: string): Promise<number> {
  const signal = AbortSignal.timeout(10_000);
  const asked = fetch(`${url}/version`, { headers: { connection: "close" }, signal });
  const answer = await asked.catch((error) => {
    // A killed process takes its accepted connections with it.
    assert.notEqual(error.name, "TimeoutError", "a connection was left hanging");
    return undefined;
  });
  return answer?.status ?? 200;
}

test("two web processes share a port, and one that dies is replaced", async (t) => {
  const database = await openSeededDatabase(t);
  const DATA_DIR = await makeFolder(t);
  const { child, url } = await serve(t, {
    WORKERS: "2",
    DATABASE_URL: database.url,
    MASTER_KEY: "7e57".repeat(16),
    DATA_DIR,
  });
  await t.test("metrics of several web processes are summed", () => assertSummed(url));
  const [first = 0] = await callUntilAnswered(child, url, 2);
  process.kill(first, "SIGKILL");
  const pids = await callUntilAnswered(child, url, 3);
  assert.equal(pids.includes(child.pid), false, "the first process answers no requests");

  await t.test("Ctrl-C reaches all processes and counts as one signal", async (t) => {
    const slow = new Connection(t, url).pay("1.95");
    await until(async () => (await database.owner.count`select from open_attempts`) > 0);
    child.killGroup("SIGINT");
    child.kill("SIGINT");
    const { code, stderr } = await child.ended;
    assert.equal((await slow)["transaction_approved"], true);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(pids.filter(isAlive), []);
  });
});

/** No other request has asked for the version. */
async function assertSummed(url: string): Promise<void> {
  const asked = Array.from({ length: 20 }, () => askVersion(url));
  for (const status of await Promise.all(asked)) assert.equal(status, 200);
  const text = await (await fetch(`${url}/metrics`)).text();
  const count = /sixdoors_request_seconds_count\{[^}]*route="\/version"[^}]*\} (\d+)/.exec(text);
  assert.equal(count?.[1], "20");
  // Each metric is there once, also those that the first process has, too.
  const types = text.match(/^# TYPE .*$/gm) ?? [];
  assert.equal(new Set(types).size, types.length);
}

test("web processes end with the first process", async (t) => {
  const dataDir = await openStartedDir(t);
  const settings = { WORKERS: "2", DATA_DIR: dataDir };

  await t.test("when the first process is killed", async (t) => {
    const { child, url } = await serve(t, settings);
    const pids = await callUntilAnswered(child, url, 2);
    child.kill("SIGKILL");
    await until(() => !pids.some(isAlive), 5_000);
  });

  await t.test("when the first process is told to stop", async (t) => {
    const { child, url } = await serve(t, settings);
    const pids = await callUntilAnswered(child, url, 2);
    const { code, stderr } = await child.stop();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(pids.filter(isAlive), []);
    assert.equal(await findPostgres(dataDir), undefined);
  });
});
