/** Checks of the database server: connection, settings, replication, clock, schema and roles. */
import { judgeServerFailure, requireWritableServer } from "../../adapters/database-probe.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { judgeReplication } from "../../core/doctor/judge-replication.ts";
import { judgeRoles, judgeServingLogin } from "../../core/doctor/judge-roles.ts";
import {
  judgeChecksums,
  judgeConnections,
  judgeDurability,
  judgeEncryption,
  judgeTimeZone,
} from "../../core/doctor/judge-settings.ts";
import { ReplicationStore } from "../../core/doctor/replication-store.ts";
import { RoleStore } from "../../core/doctor/role-store.ts";
import {
  type ServerSettings,
  ServerSettingsStore,
} from "../../core/doctor/server-settings-store.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../db/roles.ts";
import { type CheckFinding, foundFailing, foundOk, foundStartError } from "../../ports/finding.ts";
import { readServerList } from "../../values/server-list.ts";
import { checkServingLogin } from "../database/database-logins.ts";
import { countConnectionsMax } from "../database/pools.ts";
import { judgeClock, openClocks } from "../time/clock-check.ts";
import type { DoctorDatabase, DoctorParts } from "./doctor-parts.ts";
import { checkReplica, checkSchema } from "./schema-checks.ts";

/** If the server cannot be used, that is the only finding. */
export async function listDatabaseChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const connection = { name: "connection", run: () => checkConnection(parts) };
  const opened = await parts.database().catch(() => undefined);
  if (opened === undefined) return [connection];
  const { config } = parts;
  const strictness = { isProduction: config.environment === "production" };
  const check = (name: string, run: () => Promise<CheckFinding | readonly CheckFinding[]>) => ({
    name,
    run,
  });
  const settings = new ServerSettingsStore(opened.login);
  const judged = (
    name: string,
    judge: (found: ServerSettings) => CheckFinding | readonly CheckFinding[],
  ) => check(name, async () => judge(await settings.readSettings()));
  return [
    connection,
    judged("encryption", (found) => judgeEncryption(found, strictness)),
    judged("durability", (found) => judgeDurability(found, strictness)),
    judged("checksums", judgeChecksums),
    judged("time zone", judgeTimeZone),
    judged("connections", (found) => judgeConnections(found, countConnectionsMax(config))),
    check("clock", () => checkClockSkew(parts, opened)),
    check("schema", () => checkSchema(opened)),
    check("roles", () => checkRoles(opened)),
    check("login", async () => {
      await checkServingLogin(opened.installation);
      return judgeServingLogin(await new RoleStore(opened.login).readLogin(), strictness);
    }),
    check("replication", () => checkReplication(opened)),
    ...(config.reportDatabaseUrl === undefined
      ? []
      : [check("report replica", () => checkReplica(config, opened))]),
  ];
}

async function checkConnection(parts: DoctorParts): Promise<CheckFinding> {
  const { login } = await parts.database();
  try {
    await requireWritableServer(login);
  } catch (error) {
    return foundStartError(judgeServerFailure(error).reason ?? "");
  }
  const { version, database } = await new ServerSettingsStore(login).readSettings();
  return foundOk(`PostgreSQL ${version} answers, database ${database}.`);
}

async function checkClockSkew({ config }: DoctorParts, { login }: DoctorDatabase) {
  const clocks = openClocks(login, config);
  return judgeClock(await clocks.compare(), clocks.limitMs);
}

/** Who is missing is judged by the names: before the first start there are no roles. */
async function checkRoles({ login }: DoctorDatabase): Promise<readonly CheckFinding[]> {
  const store = new RoleStore(login);
  const names = [APP_ROLE, PAYMENTS_ROLE];
  const roles = await store.listRoles(names);
  const missing = names.filter((name) => !roles.some((role) => role.name === name));
  if (missing.length > 0) {
    return missing.map((name) =>
      foundFailing(`Role ${name} is missing.`, "Run `sixdoors migrate`, which creates it."),
    );
  }
  return judgeRoles({ roles, unprotectedTables: await store.listUnprotectedTables() });
}

/** As the owner, because an administrator more likely lets that login see the standbys. */
async function checkReplication({ installation, login }: DoctorDatabase) {
  const { owner, place } = installation;
  const store = new ReplicationStore(owner);
  const { synchronousStandbyNames } = await new ServerSettingsStore(login).readSettings();
  return judgeReplication({
    standbys: await store.listStandbys(),
    idleSlots: await store.listIdleSlots(),
    synchronousStandbyNames,
    serversListed: readServerList(place.url)?.servers.length ?? 1,
  });
}
