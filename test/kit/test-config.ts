/** The configuration of a server that a test opens in its own process. */
import { type Config, readConfig } from "../../src/config.ts";

/** Nothing is logged, and a busy machine may take its time to open a connection. */
export function testConfig(environment: NodeJS.ProcessEnv = {}): Config {
  return readConfig({
    LOG_LEVEL: "silent",
    DATABASE_CONNECT_TIMEOUT_MS: "20000",
    ...environment,
  });
}
