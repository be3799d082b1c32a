/**
 * A program that takes sales of many accounts on the server of the environment, and prints the CPU time
 * that its database servers used: `{ "total": …, "coordinator": … }`, in microseconds for each sale. The
 * servers must run on this machine, and nothing else should use them.
 */
import "../../src/plain-globals.ts";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { pay } from "../../src/core/payments/pay.ts";
import { BOOKS } from "./accounts.ts";
import { aSale, openTestPayments } from "./payments.ts";
import type { Lifetime } from "./shared.ts";

const [SALES = 4_000, AT_ONCE = 64] = process.argv.slice(2).map(Number);
const WARM_UP = 1_500;
/** Linux counts processor time in hundredths of a second. */
const TICK_US = 10_000;

const ACCOUNTS = Array.from({ length: 60 }, (_, place) => ({
  ...BOOKS,
  id: String(120_000_000_101 + place),
}));
const DETAILS = {
  firstName: "Ada",
  lastName: "Buyer",
  streetAddress1: "1 Main Street",
  city: "Springfield",
  stateProvince: "IL",
  zip: "10001",
  customId: "order-1",
  description: "Two books and a map",
};

const closers: (() => unknown)[] = [];
const lifetime = { after: (close: () => unknown) => closers.push(close), name: "cost" };
const payments = await openTestPayments(lifetime as unknown as Lifetime);
try {
  await takeSales(WARM_UP);
  const servers = await findServers(payments.database.url);
  const before = servers.map(readTicks);
  await takeSales(SALES);
  const used = servers.map((pid, place) => readTicks(pid) - (before[place] ?? 0));
  const [total, coordinator] = [used.reduce((sum, one) => sum + one), used[0] ?? 0].map(perSale);
  process.stdout.write(JSON.stringify({ total, coordinator }));
} finally {
  for (const close of closers) await close();
}
process.exit(0);

async function takeSales(count: number): Promise<void> {
  const places = Array.from({ length: count }).keys();
  const lane = async () => {
    for (const place of places) {
      const account = ACCOUNTS[place % ACCOUNTS.length] ?? BOOKS;
      const { kind } = await pay(payments.needs, account, aSale({ details: DETAILS }));
      if (kind !== "answered") throw new Error(`a sale was ${kind}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

function perSale(ticks: number): number {
  return Math.round((ticks * TICK_US) / SALES);
}

/** The process ids of the servers, the coordinator or only server first. */
async function findServers(databaseUrl: string): Promise<readonly number[]> {
  const urls = [databaseUrl, ...(await listWorkers(databaseUrl))];
  return Promise.all(
    urls.map(async (url) => {
      const [row] = await ask(url, "select pg_read_file('postmaster.pid') as file");
      return Number(String(row?.["file"]).split("\n")[0]);
    }),
  );
}

async function listWorkers(databaseUrl: string): Promise<readonly string[]> {
  if ((await ask(databaseUrl, "select from pg_extension where extname = 'citus'")).length === 0)
    return [];
  const nodes = await ask(
    databaseUrl,
    "select nodename as host, nodeport as port from pg_dist_node where groupid > 0",
  );
  return nodes.map(({ host, port }) => {
    const url = new URL(databaseUrl);
    [url.hostname, url.port] = [String(host), String(port)];
    return url.href;
  });
}

async function ask(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** Of the server, of its processes that have ended, and of those that run. */
function readTicks(server: number): number {
  let ticks = 0;
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const fields = readStat(name);
    if (Number(name) === server) ticks += sum(fields.slice(11, 15));
    else if (Number(fields[1]) === server) ticks += sum(fields.slice(11, 13));
  }
  return ticks;
}

function readStat(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  } catch {
    // It has ended meanwhile, and its server counts it.
    return [];
  }
}

function sum(fields: readonly string[]): number {
  return fields.reduce((total, field) => total + Number(field), 0);
}
