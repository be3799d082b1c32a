/** The whole server on a seeded certification database of its own, gone when the test ends. */
import type { FastifyInstance } from "fastify";
import type { LogDestination } from "../../src/adapters/log/masking-destination.ts";
import { type App, openApp } from "../../src/app/app.ts";
import { openLog } from "../../src/app/log/logger.ts";
import type { Config } from "../../src/config.ts";
import type { AccessSettings } from "../../src/core/access/access.ts";
import type { PasswordHashing } from "../../src/core/access/password.ts";
import type { Custody } from "../../src/ports/key-custody.ts";
import { StandingClock } from "./clock.ts";
import { openTestCustody } from "./custody.ts";
import { openSeededDatabase, type TestDatabase } from "./database.ts";
import { testHosts } from "./hosts.ts";
import { openCheapPasswords } from "./passwords.ts";
import { addressesFor, refuseOtherAddresses } from "./served-addresses.ts";
import type { Lifetime } from "./shared.ts";
import { testConfig } from "./test-config.ts";

export const ACCOUNT = { account_id: "120000000001", api_accesskey: "1".repeat(32) };
export const OTHER_ACCOUNT = { account_id: "120000000002", api_accesskey: "2".repeat(32) };

/** A published test card that the simulator approves. */
export const CARD = {
  tender_type: "CARD",
  card_number: "4111111111111111",
  card_expiration: "1230",
};

export interface TestApp {
  readonly server: FastifyInstance;
  readonly database: TestDatabase;
  readonly custody: Custody;
  readonly clock: StandingClock;
  drain(): void;
  /** Writes down what the request log has gathered. */
  flush(): Promise<void>;
}

export interface TestAppOptions extends Partial<AccessSettings> {
  /** Where the log is written. */
  readonly destination?: LogDestination;
  /** Default: at a low cost. A test about the cost or the limit passes `new PasswordHashing()`. */
  readonly passwords?: PasswordHashing;
}

export async function openTestApp(
  t: Lifetime,
  settings: Partial<Config> = {},
  options: TestAppOptions = {},
): Promise<TestApp> {
  const { destination, passwords = openCheapPasswords(), ...access } = options;
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.owner);
  const clock = new StandingClock();
  const config = { ...testConfig(), ...settings };
  const log = openLog(config, destination);
  const hosts = testHosts(config);
  const own = { config, hosts, log, access, passwords };
  const needs = { ...own, databaseUrl: database.url, custody, clock };
  const addresses = addressesFor(t);
  const isServed = (address: string) => addresses === "all" || addresses.includes(address);
  const app = await openApp({ ...needs, isServed });
  refuseOtherAddresses(app.server, addresses);
  database.beforeDrop(async () => {
    await closeTestApp(app);
    await hosts.close();
    custody.close();
  });
  const { server, drain, flush } = app;
  return { server, database, custody, clock, drain, flush };
}

/** A browser keeps connections open that it has not used: without the cut, closing takes a minute. */
export async function closeTestApp(app: App): Promise<void> {
  const closed = app.close();
  app.server.server.closeAllConnections();
  await closed;
}

/** Opens a second process of the product on the same database. */
export async function openSecondApp(
  { custody, clock, database }: TestApp,
  access: Partial<AccessSettings> = {},
): Promise<FastifyInstance> {
  const config = testConfig();
  const log = openLog(config);
  const needs = {
    config,
    databaseUrl: database.url,
    custody,
    hosts: testHosts(),
    log,
    clock,
    access,
    passwords: openCheapPasswords(),
  };
  const app = await openApp(needs);
  database.beforeDrop(() => app.close());
  return app.server;
}

/** Posts a form as a client would. */
export function post(server: FastifyInstance, url: string, form: Record<string, string>) {
  return server.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(form).toString(),
  });
}
