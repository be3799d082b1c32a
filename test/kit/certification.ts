/** The certification environment with a movable business clock and an operator. */
import { CertificationClock } from "../../src/adapters/certification-clock.ts";
import { openApp } from "../../src/app/app.ts";
import { openLog } from "../../src/app/log/logger.ts";
import type { Config } from "../../src/config.ts";
import { CalendarStore } from "../../src/core/calendar/calendar-store.ts";
import { closeTestApp } from "./app.ts";
import { ConsoleClient, OPERATOR } from "./console.ts";
import { openTestCustody } from "./custody.ts";
import { openSeededDatabase } from "./database.ts";
import { testHosts } from "./hosts.ts";
import type { Lifetime } from "./shared.ts";
import { testConfig } from "./test-config.ts";

export async function openCertification(t: Lifetime, settings: Partial<Config> = {}) {
  const database = await openSeededDatabase(t);
  const custody = await openTestCustody(database.owner);
  const clock = new CertificationClock(new CalendarStore(database.app));
  await clock.start();
  const config = { ...testConfig(), ...settings };
  const log = openLog(config);
  const hosts = testHosts(config);
  const app = await openApp({ config, databaseUrl: database.url, custody, hosts, log, clock });
  database.beforeDrop(async () => {
    clock.close();
    await closeTestApp(app);
    await hosts.close();
    custody.close();
  });
  const { server, flush } = app;
  const operator = await ConsoleClient.signedIn(server, OPERATOR);
  return { server, database, custody, clock, flush, operator };
}

export type TestCertification = Awaited<ReturnType<typeof openCertification>>;

/** The actions in the audit log, in order, with their actor and interface. */
export async function listAuditActions(
  { database }: Pick<TestCertification, "database">,
  like: string,
) {
  const rows = await database.owner.rows<{ said: string }>`
    select concat_ws(' ', actor_kind, action, subject_id, door) as said from audit_entries
    where action like ${like} order by id`;
  return rows.map(({ said }) => said);
}
