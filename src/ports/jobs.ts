/** Work that a timer of the wall clock brings, once in the whole installation. */
export interface TimedJob {
  readonly name: string;
  /** When, as cron has it: minute, hour, day, month, weekday, in UTC. */
  readonly cron: string;
  /** Running it twice changes nothing more. What it says goes to the log. */
  run(): Promise<string>;
}

export interface JobRunner {
  /** Starts the timers, and takes up what a crashed process left behind. */
  start(jobs: readonly TimedJob[]): Promise<void>;
  /** Lets running work finish within its limit. */
  stop(): Promise<void>;
}
