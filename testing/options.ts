/** What `startSixdoors` accepts. All options have defaults. */
import type { Duration } from "./durations.ts";

export interface StartOptions {
  /**
   * Settings of the gateway as environment variables, such as `{ PROCESSOR_TIMEOUT_MS: "2000" }`.
   * docs/operations.md lists them. `DATABASE_URL` makes it use your PostgreSQL server, 15 or later,
   * on which its login may create databases and roles.
   */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * The folder of the PostgreSQL server that all gateways with this folder share, and of the
   * prepared database. Default: the environment variable SIXDOORS_TEST_CACHE, a folder in memory, or
   * one in the user's cache folder.
   */
  readonly cacheDir?: string;
  /** How long the start may take. Default: 60 s, because the very first one prepares the database. */
  readonly startWithin?: Duration;
  /** How long each call may take, beyond the time that it waits on purpose. Default: 30 s. */
  readonly callWithin?: Duration;
}
