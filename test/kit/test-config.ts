/** The configuration of a server that a test opens in its own process. */
import { openPageLinks } from "../../src/app/page-links.ts";
import { type Config, readConfig } from "../../src/config.ts";
import type { PageLinks } from "../../src/ports/page-links.ts";

/** Nothing is logged, and a busy machine may take its time to open a connection. */
export function testConfig(environment: NodeJS.ProcessEnv = {}): Config {
  return readConfig({
    LOG_LEVEL: "silent",
    DATABASE_CONNECT_TIMEOUT_MS: "20000",
    ...environment,
  });
}

/** Links to the pages of an installation with this public URL. */
export function linksTo(publicUrl: string): PageLinks {
  return openPageLinks({ ...testConfig(), publicUrl });
}
