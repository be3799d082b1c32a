/**
 * The card host and the verification provider of tests: simulators, unless the settings configure
 * others.
 */
import { type Hosts, openHosts } from "../../src/app/areas/hosts.ts";
import type { Config } from "../../src/config.ts";
import { testConfig } from "./test-config.ts";

export function testHosts(config: Config = testConfig()): Hosts {
  return openHosts(config, { warn: () => {} });
}
