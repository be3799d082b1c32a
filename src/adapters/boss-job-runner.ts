/**
 * Timers and long work by pg-boss: a job is a row, whoever fetches it runs it, and a heartbeat
 * tells when its runner is gone. It schedules by the wall clock and knows no business time.
 */
import { PgBoss } from "pg-boss";
import type { JobRunner, TimedJob } from "../ports/jobs.ts";
import type { Metrics } from "../ports/metrics.ts";

export interface BossNeeds {
  /** A login that may make and own the schema of the job tables. */
  readonly connectionString: string;
  readonly metrics: Pick<Metrics, "countJobRun">;
  readonly onDone: (name: string, said: string) => void;
  readonly onFailure: (name: string, error: unknown) => void;
  /** Lost connections and the like: it tries again by itself. */
  readonly onConnectionError: (error: unknown) => void;
  readonly stopWithinMs: number;
  /** Queues of older releases, which nobody fills or empties any more. */
  readonly retired?: readonly string[];
}

const SCHEMA = "pgboss";
const CONNECTIONS = 3;

/** A runner that is silent for this long is gone; the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
/** How often the silent ones are looked for: together less than half a minute. */
const WATCH_SECONDS = 10;
const POLL_SECONDS = 2;

const QUEUE = {
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 6 * 3_600,
  retryLimit: 5,
  retryDelay: 10,
  deleteAfterSeconds: 86_400,
} as const;

export class BossJobRunner implements JobRunner {
  readonly #needs: BossNeeds;
  readonly #boss: PgBoss;

  constructor(needs: BossNeeds) {
    this.#needs = needs;
    this.#boss = new PgBoss({
      connectionString: needs.connectionString,
      application_name: "sixdoors jobs",
      schema: SCHEMA,
      max: CONNECTIONS,
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

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: this.#needs.stopWithinMs });
  }

  async #retire(name: string): Promise<void> {
    await this.#boss.unschedule(name);
    if ((await this.#boss.getQueue(name)) !== null) await this.#boss.deleteQueue(name);
  }

  /** At most one of a kind waits or runs: a timer that fires during a long run adds nothing. */
  async #add(job: TimedJob): Promise<void> {
    const boss = this.#boss;
    await boss.createQueue(job.name, { policy: "exclusive", ...QUEUE });
    // A queue that an older release made keeps its values until it is told.
    await boss.updateQueue(job.name, QUEUE);
    await boss.schedule(job.name, job.cron, null, { tz: "UTC" });
    await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS }, () => this.#run(job));
  }

  async #run({ name, run }: TimedJob): Promise<void> {
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1_000;
    try {
      const said = await run();
      this.#needs.metrics.countJobRun(name, "done", seconds());
      this.#needs.onDone(name, said);
    } catch (error) {
      this.#needs.metrics.countJobRun(name, "failed", seconds());
      this.#needs.onFailure(name, error);
      throw error;
    }
  }
}
