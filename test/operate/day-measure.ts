/** Measures the processes, connections and files of an installation while a day runs. */
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { asking } from "../faults/books.ts";
import { findChildren } from "../faults/installation.ts";
import { findPostgres } from "../kit/process.ts";
import { type Sample, TABLE } from "./day-figures.ts";
import type { DayInstallation } from "./day-installation.ts";

/** A process that has just started is still growing to its size. */
const WARM_SHARE = 0.05;
/**
 * A pool closes a connection that nobody used for 60 seconds, which is a quarter of a day of 4 minutes.
 * Those it may still keep are no growth, nor are their sockets: their number is that of the last burst.
 */
const POOLED_SECONDS = 65;

export interface MeasureNeeds {
  readonly installation: DayInstallation;
  readonly lengthMs: number;
  readonly everyMs: number;
  /**
   * The share of the day that the business clock has reached. What an hour does, such as the close of
   * batches, counts in its own quarter, also if a slow machine comes to it late.
   */
  readonly readShare: () => number;
  readonly countPayments: () => number;
}

export class DayMeasure {
  readonly #samples: Sample[] = [];
  readonly #needs: MeasureNeeds;
  readonly #running: Promise<void>;
  readonly #end = new AbortController();

  constructor(needs: MeasureNeeds) {
    this.#needs = needs;
    this.#running = this.#run();
  }

  async stop(): Promise<readonly Sample[]> {
    this.#end.abort();
    await this.#running;
    return this.#samples;
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      this.#samples.push(await this.#take());
      await pause(this.#needs.everyMs, undefined, { signal }).catch(() => {});
    }
  }

  async #take(): Promise<Sample> {
    const { installation, lengthMs, readShare, countPayments } = this.#needs;
    const at = readShare();
    const payments = countPayments();
    const warm = installation.processes().filter(({ ageMs }) => ageMs > lengthMs * WARM_SHARE);
    // While the database is away there is nothing to measure in it.
    const database = await readDatabase(installation).catch(() => ({ values: {}, pooled: {} }));
    const own = await Promise.all(warm.map((one) => readProcess(one, database.pooled)));
    return { at, payments, values: Object.assign({}, ...own, database.values) };
  }
}

/** The connections of each process, by its id, that its pool may still keep. */
type Pooled = Readonly<Record<number, number>>;

async function readProcess(
  { name, pid }: { readonly name: string; readonly pid: number },
  pooled: Pooled,
): Promise<Record<string, number>> {
  try {
    const memory = await readKilobytes(pid, "VmRSS");
    if (memory === 0) return {};
    const files = (await readdir(`/proc/${pid}/fd`)).length - (pooled[pid] ?? 0);
    return { [`memory of ${name}`]: memory, [`open files of ${name}`]: files };
  } catch {
    return {};
  }
}

/** The memory that only its own processes use: what they share with each other is one fixed block. */
async function readDatabase({ databaseUrl, dataDir }: DayInstallation) {
  const row = await asking(databaseUrl, async (client) => {
    const pooled = await readPooled(client);
    const { rows } = await client.query(`
      select pg_database_size(current_database())::float8 as size,
        (select coalesce(sum(size), 0)::float8 from pg_ls_waldir()) as log,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
          as connections`);
    return { ...rows[0], pooled, tables: await readTables(client) };
  });
  const server = await findPostgres(dataDir);
  const pids = server === undefined ? [] : [server, ...(await findChildren(server))];
  const memory = await Promise.all(pids.map((pid) => readKilobytes(pid, "RssAnon")));
  const kept = Object.values(row.pooled as Pooled).reduce((sum, count) => sum + count, 0);
  const values = {
    "size of the database": row.size,
    "size of its log": row.log,
    "connections of the database": row.connections - kept,
    "memory of the database": memory.reduce((sum, bytes) => sum + bytes, 0),
    ...row.tables,
  };
  return { values, pooled: row.pooled as Pooled };
}

async function readPooled(client: Client): Promise<Pooled> {
  const { rows } = await client.query(
    `select substring(application_name from '^sixdoors (\\d+)$') as pid, count(*)::int as count
     from pg_stat_activity
     where state = 'idle' and state_change > now() - $1 * interval '1 second' and
       application_name ~ '^sixdoors \\d+$'
     group by 1`,
    [POOLED_SECONDS],
  );
  return Object.fromEntries(rows.map(({ pid, count }) => [pid, count]));
}

/** Each table with its indexes and long values, those of the server itself too. */
async function readTables(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query(`
    select oid::regclass::text as name, pg_total_relation_size(oid)::float8 as size
    from pg_class where relkind = 'r'`);
  return Object.fromEntries(rows.map(({ name, size }) => [`${TABLE}${name}`, size ?? 0]));
}

async function readKilobytes(pid: number, field: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text);
  return Number(found?.[1] ?? 0) * 1_024;
}
