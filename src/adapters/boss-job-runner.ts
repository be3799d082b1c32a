/**
 * Runs background jobs with pg-boss: a job is a row, the process that fetches it runs it, and a missing
 * heartbeat shows that the process is gone. Schedules use the wall clock, not business time.
 */
import { PgBoss } from "pg-boss";
import type { DatabasePool } from "../db/database-pool.ts";
import { requireCoordinator } from "../db/sharding/coordinator.ts";
import type { JobRunner, TimedJob } from "../ports/jobs.ts";
import type { Metrics } from "../ports/metrics.ts";

export interface BossNeeds {
  /** A login that may create and own the schema of the job tables. The runner closes it. */
  readonly database: DatabasePool;
  readonly metrics: Pick<Metrics, "countJobRun">;
  readonly onDone: (name: string, summary: string) => void;
  readonly onFailure: (name: string, error: unknown) => void;
  /** Called for lost connections and similar errors. pg-boss reconnects by itself. */
  readonly onConnectionError: (error: unknown) => void;
  readonly stopWithinMs: number;
  /** Queues of older releases that are no longer used. */
  readonly retired?: readonly string[];
}

const SCHEMA = "pgboss";

/** A process without a heartbeat for this long is gone. This is the minimum of pg-boss. */
const HEARTBEAT_SECONDS = 10;
/** How often missing heartbeats are checked. Together this takes less than half a minute. */
const WATCH_SECONDS = 10;
const POLL_SECONDS = 2;

const QUEUE = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 6 * 3_600,
  retryLimit: 5,
  retryDelay: 10,
  deleteAfterSeconds: 86_400,
} as const;

const DDL = /\b(create|alter|drop)\b/i;
/**
 * The queues are on the coordinator of a Citus cluster, and their schema is not copied, also before
 * the tables are distributed. PostgreSQL without Citus accepts the setting and ignores it.
 */
const WITHOUT_PROPAGATION = "set citus.enable_ddl_propagation = off";

export class BossJobRunner implements JobRunner {
  readonly #needs: BossNeeds;
  readonly #boss: PgBoss;
  #stopped: Promise<void> | undefined;

  constructor(needs: BossNeeds) {
    requireCoordinator(needs.database, "the job queues");
    this.#needs = needs;
    this.#boss = new PgBoss({
      // Our own pool follows the primary after a failover.
      db: { executeSql: (text, values) => this.#executeSql(text, values) },
      schema: SCHEMA,
      superviseIntervalSeconds: WATCH_SECONDS,
      monitorIntervalSeconds: WATCH_SECONDS,
    });
    this.#boss.on("error", needs.onConnectionError);
  }

  async start(jobs: readonly TimedJob[]): Promise<void> {
    await this.#boss.start();
    for (const name of this.#needs.retired ?? []) await this.#retire(name);
    for (const job of jobs) await this.#add(job);
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { database, stopWithinMs: timeout } = this.#needs;
    await this.#boss.stop({ graceful: true, timeout }).finally(() => database.close());
  }

  async #executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    return this.#needs.database.withClient(async (client) => {
      if (DDL.test(text)) await client.query(WITHOUT_PROPAGATION);
      return client.query(text, values);
    });
  }

  async #retire(name: string): Promise<void> {
    await this.#boss.unschedule(name);
    if ((await this.#boss.getQueue(name)) !== null) await this.#boss.deleteQueue(name);
  }

  /** At most one job per queue waits or runs, so a schedule adds nothing during a long run. */
  async #add(job: TimedJob): Promise<void> {
    const boss = this.#boss;
    await boss.createQueue(job.name, { policy: "exclusive", ...QUEUE });
    // A queue from an older release keeps its settings until they are updated.
    await boss.updateQueue(job.name, QUEUE);
    await boss.schedule(job.name, job.cron, null, { tz: "UTC" });
    await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, () => this.#run(job));
  }

  async #run({ name, run }: TimedJob): Promise<void> {
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1_000;
    try {
      const summary = await run();
      this.#needs.metrics.countJobRun(name, "done", seconds());
      this.#needs.onDone(name, summary);
    } catch (error) {
      this.#needs.metrics.countJobRun(name, "failed", seconds());
      this.#needs.onFailure(name, error);
      throw error;
    }
  }
}
