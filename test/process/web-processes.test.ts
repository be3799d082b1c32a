/** WORKERS=2: both processes answer and count, a dead one is replaced, and all end together. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { makeCertificate, type TestCertificate, writeCertificate } from "../kit/certificate.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { type Child, findPostgres, isAlive, makeFolder, serve } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { allShowName, readOverTls } from "../kit/tls-client.ts";
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
  ask: () => Promise<unknown>,
  count: number,
): Promise<readonly number[]> {
  await until(async () => {
    await Promise.all(Array.from({ length: 16 }, ask));
    return answeringPids(child).size >= count;
  });
  return [...answeringPids(child)];
}

/** A killed process takes its accepted connections with it. */
async function askVersion(read: (url: string) => Promise<string>, url: string): Promise<void> {
  const answer = await read(`${url}/version`).catch((error) => {
    assert.doesNotMatch(error.name, /Timeout|Abort/, "a connection was left hanging");
    return undefined;
  });
  if (answer !== undefined) assert.match(answer, /"version"/);
}

async function readPlain(url: string): Promise<string> {
  const signal = AbortSignal.timeout(10_000);
  return (await fetch(url, { headers: { connection: "close" }, signal })).text();
}

async function serveTls(t: TestContext, first: TestCertificate) {
  const folder = await makeFolder(t);
  const { files, write } = await writeCertificate(folder, first);
  const { url: DATABASE_URL } = await openSeededDatabase(t);
  const served = await serve(t, {
    ...{ WORKERS: "2", DATABASE_URL, MASTER_KEY: "7e57".repeat(16), DATA_DIR: folder },
    ...{ TLS_CERT_FILE: files.cert, TLS_KEY_FILE: files.key },
  });
  return { ...served, write };
}

test("two web processes share a port, and one that dies is replaced", async (t) => {
  const { child, url, write } = await serveTls(t, makeCertificate("first", 90));
  const ask = () => askVersion(readOverTls, url);
  await t.test("metrics of several web processes are summed", () => assertSummed(url, ask));
  const [first = 0] = await callUntilAnswered(child, ask, 2);

  await t.test("SIGHUP renews the certificate of every web process", async () => {
    assert.ok(await allShowName(url, "first"));
    await write(makeCertificate("second", 90));
    child.kill("SIGHUP");
    await until(() => allShowName(url, "second"), 4_000);
    child.killGroup("SIGHUP");
    assert.ok(await allShowName(url, "second"));
  });

  process.kill(first, "SIGKILL");
  const pids = await callUntilAnswered(child, ask, 3);
  assert.equal(pids.includes(child.pid), false, "the first process answers no requests");

  await t.test("web processes end when the first process is killed", async () => {
    assert.equal(child.stderr, "");
    child.kill("SIGKILL");
    await until(() => !pids.some(isAlive), 5_000);
  });
});

/** No other request has asked for the version. */
async function assertSummed(url: string, ask: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: 20 }, ask));
  let text = "";
  // A request is counted after its response was sent.
  await until(async () => {
    text = await readOverTls(`${url}/metrics`);
    const count = /sixdoors_request_seconds_count\{[^}]*route="\/version"[^}]*\} (\d+)/.exec(text);
    return count?.[1] === "20";
  });
  // Each metric is there once, also those that the first process has, too.
  const types = text.match(/^# TYPE .*$/gm) ?? [];
  assert.equal(new Set(types).size, types.length);
}

test("Ctrl-C reaches all processes and counts as one signal, and PostgreSQL ends", async (t) => {
  const dataDir = await openStartedDir(t);
  const { child, url } = await serve(t, { WORKERS: "2", DATA_DIR: dataDir });
  const pids = await callUntilAnswered(child, () => askVersion(readPlain, url), 2);
  const slow = new Connection(t, url).pay("1.95");
  await until(async () => /^sixdoors_open_attempts [1-9]/m.test(await readPlain(`${url}/metrics`)));
  child.killGroup("SIGINT");
  child.kill("SIGINT");
  const { code, stderr } = await child.ended;
  assert.equal((await slow)["transaction_approved"], true);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(pids.filter(isAlive), []);
  assert.equal(await findPostgres(dataDir), undefined);
});
