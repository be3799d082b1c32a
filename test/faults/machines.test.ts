/**
 * Two web machines and two worker machines, each with its own network address, on one database with a
 * standby for reports. `npm run proof -- machines` runs it.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { run, type Settings } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { IS_PROOF } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { asking } from "./books.ts";
import { listOutcomes } from "./ledger.ts";
import { ACCOUNTS } from "./merchant.ts";
import { type Machine, Network, whatMachinesLack } from "./network-machines.ts";
import { Proof } from "./proof.ts";
import { ReplicatedServers } from "./replicated-servers.ts";
import { startTraffic } from "./traffic.ts";

const PAYMENTS = 300;
const CLIENTS = 8;
const THINK_MS = 200;
/** Per account in each process, with a burst of twice as many. */
const RATE = 50;
const BOOKS = { account_id: "120000000001", api_accesskey: "1".repeat(32) };

const SETTINGS = {
  LOG_LEVEL: "silent",
  RATE_PER_CALLER: String(RATE),
  RATE_PER_ADDRESS: "0",
  PROCESSOR_TIMEOUT_MS: "500",
};

const lacking = IS_PROOF ? whatMachinesLack() : "npm run proof -- machines runs it";

interface Installation {
  readonly webs: readonly [Machine, Machine];
  readonly databaseUrl: string;
  readonly standbyUrl: string;
  readonly settings: Settings;
  readonly network: Network;
}

async function open(t: TestContext): Promise<Installation> {
  const network = await Network.open(t);
  const dataDir = await openStartedDir(t);
  const servers = await ReplicatedServers.open(t, dataDir);
  const [databaseUrl, standbyUrl] = [servers.primaryUrl, servers.standbyUrl];
  // The folder's first process has left its heartbeat.
  await ask(databaseUrl, "delete from worker_heartbeats");
  const own = {
    DATABASE_URL: await network.forward(databaseUrl),
    REPORT_DATABASE_URL: await network.forward(standbyUrl),
    DATA_DIR: dataDir,
  };
  const settings = { ...SETTINGS, ...own };
  const workers = [await network.addMachine("worker 1"), await network.addMachine("worker 2")];
  for (const worker of workers) await worker.startWorker(settings);
  const webs = [await network.addMachine("web 1"), await network.addMachine("web 2")] as const;
  for (const web of webs) await web.startWeb(settings);
  return { webs, databaseUrl, standbyUrl, settings, network };
}

test("two web and two worker machines share one database", { skip: lacking }, async (t) => {
  const place = await open(t);
  await t.test("both workers report, and no web machine does", () => assertWorkers(place));
  await t.test("payments are taken once, and each event is sent once", (t) => assertOnce(t, place));
  await t.test("a night's batch is closed once", (t) => assertOneBatch(t, place));
  await t.test("a session counts on every machine, and its end too", () => assertSessions(place));
  await t.test("a new key counts on every machine within a second", (t) => assertKeys(t, place));
  await t.test("a lock-out counts on every machine", () => assertLocks(place));
  await t.test("a rate limit counts in each process", () => assertRates(place));
  await t.test("reports are read from the standby", () => assertReports(place));
});

async function assertWorkers({ databaseUrl }: Installation): Promise<void> {
  const rows = () => ask(databaseUrl, "select distinct process_id from worker_heartbeats");
  await until(async () => (await rows()).length === 2);
}

/** The receiver answers late, so that both workers have events to send at the same time. */
async function assertOnce(t: TestContext, place: Installation): Promise<void> {
  const { network, webs, settings, databaseUrl } = place;
  const arrived: string[] = [];
  const receiver = createServer((request, response) => {
    arrived.push(String(request.headers["webhook-id"]));
    request.resume().on("end", () => setTimeout(() => response.end(), 50));
  });
  await new Promise<void>((resolve) => receiver.listen(0, network.host, resolve));
  t.after(() => receiver.close());
  const { port } = receiver.address() as AddressInfo;
  for (const account of ACCOUNTS) {
    const url = `http://${network.host}:${port}/hook`;
    const { code, stderr } = await run(t, ["accounts", "webhook", account, "--url", url], settings);
    assert.equal(code, 0, stderr);
  }
  const proof = new Proof(t, { databaseUrl, urls: () => webs.map(({ url }) => url) });
  const traffic = startTraffic(proof, CLIENTS);
  traffic.pace(THINK_MS);
  const count = () => traffic.payments.filter((one) => listOutcomes(one).length > 0).length;
  await until(() => count() >= PAYMENTS, 120_000);
  await traffic.stop();
  await proof.quiet();
  await proof.assertTrue(traffic.payments);
  const left =
    "select from outbox where kind = 'webhook' and delivered_at is null and set_aside_at is null";
  await until(async () => (await ask(databaseUrl, left)).length === 0, 60_000);
  assert.equal(new Set(arrived).size, arrived.length, "an event was sent twice");
  assert.ok(arrived.length >= PAYMENTS / 2, `${arrived.length} events`);
  t.diagnostic(`${traffic.payments.length} payments, ${arrived.length} events, each sent once`);
}

/** The command and both workers find the work due at the same moment. */
async function assertOneBatch(t: TestContext, { settings, databaseUrl }: Installation) {
  const { code, stderr } = await run(t, ["clock", "advance", "1d"], settings);
  assert.equal(code, 0, stderr);
  const rows = await ask(
    databaseUrl,
    "select account_id, count(*)::int as count from card_batches group by 1",
  );
  assert.deepEqual(
    rows.map(({ account_id: id, count }) => `${id} ${count}`).sort(),
    ACCOUNTS.map((id) => `${id} 1`).sort(),
  );
}

interface SignedIn {
  readonly status: number;
  readonly headers: Record<string, string>;
}

async function signIn({ url }: Machine, password: string): Promise<SignedIn> {
  const answer = await fetch(`${url}/console/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ as: "operator", name: "operator", password }),
  });
  const body = (await answer.json()) as { readonly csrfToken?: string };
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { status: answer.status, headers: { cookie, "x-csrf-token": body.csrfToken ?? "" } };
}

const RIGHT = "certification-operator";

async function assertSessions({ webs: [first, second] }: Installation): Promise<void> {
  const { status, headers } = await signIn(first, RIGHT);
  assert.equal(status, 200);
  const look = (web: Machine) => fetch(`${web.url}/console/api/session`, { headers });
  assert.equal((await look(second)).status, 200);
  await fetch(`${first.url}/console/api/session`, { method: "DELETE", headers });
  assert.equal((await look(second)).status, 204);
}

async function fetchId({ url }: Machine, login: object): Promise<number> {
  const form = { ...login, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const body = new URLSearchParams(form as Record<string, string>);
  const answer = await fetch(`${url}/api/tsapi/3.8`, { method: "POST", body });
  return ((await answer.json()) as { readonly error_code: number }).error_code;
}

async function assertKeys(t: TestContext, { webs, settings }: Installation): Promise<void> {
  const account_id = "120000000004";
  const old = { account_id, api_accesskey: "4".repeat(32) };
  for (const web of webs) assert.equal(await fetchId(web, old), 0);
  const words = ["accounts", "rotate-key", account_id, "--now", "--json"];
  const { stdout } = await run(t, words, settings);
  const changed = performance.now();
  for (const web of webs) await until(async () => (await fetchId(web, old)) !== 0, 2_000);
  t.diagnostic(
    `refused everywhere ${Math.round(performance.now() - changed)} ms after the command`,
  );
  const api_accesskey = JSON.parse(stdout).accessKey;
  for (const web of webs) assert.equal(await fetchId(web, { account_id, api_accesskey }), 0);
}

/** Ten wrong passwords from one address lock the name there. They are divided between the machines. */
async function assertLocks({ webs: [first, second] }: Installation): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const { status } = await signIn(tries % 2 === 0 ? first : second, "wrong-password");
    assert.notEqual(status, 200);
  }
  for (const web of [first, second]) assert.notEqual((await signIn(web, RIGHT)).status, 200);
}

async function assertRates({ webs: [first, second] }: Installation): Promise<void> {
  const many = await Promise.all(Array.from({ length: 8 * RATE }, () => fetchId(first, BOOKS)));
  assert.ok(
    many.some((code) => code !== 0),
    "nothing was refused",
  );
  assert.equal(await fetchId(second, BOOKS), 0);
}

async function assertReports({ webs: [web], standbyUrl }: Installation): Promise<void> {
  const body = new URLSearchParams({ ...BOOKS, response_format: "CSV", start_date: "2026-01-01" });
  const answer = await fetch(`${web.url}/api/rsapi/3.8`, { method: "POST", body });
  const text = await answer.text();
  assert.ok(text.split("\n").length > 50, text.slice(0, 300));
  // A server counts the rows that it reads itself, and reports them within seconds.
  const read = `select from pg_stat_user_tables where relname like 'transactions%'
    and coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) > 0`;
  await until(async () => (await ask(standbyUrl, read)).length > 0);
}

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  return asking(url, async (client) => (await client.query(text)).rows);
}
