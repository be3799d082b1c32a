/** Runs the checks of this installation, for the command and for the console. */
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../adapters/system-clock.ts";
import type { Config } from "../../config.ts";
import type { CheckSource, DoctorArea, DoctorReport } from "../../core/doctor/doctor-check.ts";
import { runChecks } from "../../core/doctor/run-checks.ts";
import { foundFailing } from "../../ports/finding.ts";
import { findDataDir, joinDatabase, requireExistingDatabase } from "../database/database-place.ts";
import { listBankChecks } from "./bank-checks.ts";
import { listCardHostChecks } from "./card-host-checks.ts";
import { listCertificateChecks } from "./certificate-checks.ts";
import { listDatabaseChecks } from "./database-checks.ts";
import { listDiskChecks } from "./disk-checks.ts";
import { type DoctorNeeds, type DoctorParts, OpenedParts } from "./doctor-parts.ts";
import { listEmailChecks } from "./email-checks.ts";
import { listFileChecks } from "./file-checks.ts";
import { listJobChecks } from "./job-checks.ts";
import { listKeyChecks } from "./key-checks.ts";
import { listSettingChecks } from "./setting-checks.ts";
import { listVerificationChecks } from "./verification-checks.ts";

/** A connection to a server that does not answer must not delay the report. */
const CLOSE_MS = 2_000;

export async function runDoctor(
  needs: DoctorNeeds,
  only?: readonly DoctorArea[],
): Promise<DoctorReport> {
  const parts = new OpenedParts(needs);
  try {
    return await runChecks(listSources(parts), { only, now: needs.clock.wall() });
  } finally {
    await Promise.race([parts.close(), pause(CLOSE_MS, undefined, { ref: false })]);
  }
}

/** For the command: also starts an embedded database that does not run, until the checks end. */
export async function examineInstallation(
  config: Config,
  only?: readonly DoctorArea[],
): Promise<DoctorReport> {
  const openPlace = async () => {
    await requireExistingDatabase(config);
    return joinDatabase(config, () => {});
  };
  const dataDir = await findDataDir(config);
  return runDoctor({ config, clock: systemClock, dataDir, openPlace }, only);
}

/** Without settings nothing else can be checked. */
export function reportWrongSettings(errors: readonly string[]): Promise<DoctorReport> {
  const checks = errors.map((error) => ({
    name: /^[A-Z][A-Z_]+/.exec(error)?.[0] ?? "combinations",
    run: async () => foundFailing(error, "Correct the environment of this installation."),
  }));
  const now = systemClock.wall();
  return runChecks([{ area: "settings", list: () => checks }], { now });
}

/** Every check, in the order of the report. */
function listSources(parts: DoctorParts): readonly CheckSource[] {
  return [
    { area: "settings", list: () => listSettingChecks(parts) },
    { area: "database", list: () => listDatabaseChecks(parts) },
    { area: "jobs", list: () => listJobChecks(parts) },
    { area: "disk", list: () => listDiskChecks(parts) },
    { area: "keys", list: () => listKeyChecks(parts) },
    { area: "files", list: () => listFileChecks(parts) },
    { area: "certificates", list: () => listCertificateChecks(parts) },
    { area: "card-hosts", list: () => listCardHostChecks(parts) },
    { area: "banks", list: () => listBankChecks(parts) },
    { area: "email", list: () => listEmailChecks(parts) },
    { area: "verification", list: () => listVerificationChecks(parts) },
  ];
}
