/** Background jobs on a wall clock schedule. A job runs once in the whole installation. */
export interface TimedJob {
  readonly name: string;
  /** A cron schedule in UTC: minute, hour, day, month, weekday. */
  readonly cron: string;
  /** Running it twice has the effect of one run. Returns a summary for the log. */
  run(): Promise<string>;
}

export interface JobRunner {
  /** Starts the schedules, and continues jobs of processes that crashed. */
  start(jobs: readonly TimedJob[]): Promise<void>;
  /** Lets running jobs finish within a limit. */
  stop(): Promise<void>;
}
