/** Work on a schedule of the wall clock, which runs once in the whole installation. */
export interface TimedJob {
  readonly name: string;
  /** The schedule in cron format: minute, hour, day, month, weekday, in UTC. */
  readonly cron: string;
  /** Must be safe to run twice. Returns a summary for the log. */
  run(): Promise<string>;
}

export interface JobRunner {
  /** Starts the schedules, and resumes jobs of a crashed process. */
  start(jobs: readonly TimedJob[]): Promise<void>;
  /** Lets running jobs finish within a limit. */
  stop(): Promise<void>;
}
