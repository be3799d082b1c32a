/**
 * The card host and the verification provider of tests: simulators, unless the settings configure
 * others.
 */
import { type Hosts, openHosts } from "../../src/app/areas/hosts.ts";
import { type Config, readConfig } from "../../src/config.ts";

export function testHosts(config: Config = readConfig({ LOG_LEVEL: "silent" })): Hosts {
  return openHosts(config, { warn: () => {} });
}
