/** Checks of keys: the master key opens the stored keys, and base keys have their check values. */
import { judgeMasterKey } from "../../adapters/master-key-watch.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import {
  type CheckFinding,
  CheckSkipped,
  foundFailing,
  foundNothingToCheck,
  foundOk,
} from "../../ports/finding.ts";
import type { StoredKeysReport } from "../../ports/key-custody.ts";
import type { DoctorParts } from "./doctor-parts.ts";

export async function listKeyChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const { app: db } = await parts.tables();
  const isProduction = parts.config.environment === "production";
  const judge = async (judgeKeys: (report: StoredKeysReport) => readonly CheckFinding[]) => {
    const root = await parts.root();
    const { kind } = await root.checkMasterKey(db);
    if (kind === "other_key_needed") throw new CheckSkipped(OTHER_KEY);
    return judgeKeys(await root.checkStoredKeys(db));
  };
  return [
    {
      name: "master key",
      run: async () => judgeMasterKey(await (await parts.root()).checkMasterKey(db)),
    },
    { name: "HSM", run: () => judgeHsm(parts) },
    { name: "data keys", run: () => judge(judgeDataKeys) },
    { name: "device keys", run: () => judge((report) => judgeBaseKeys(report, isProduction)) },
  ];
}

const HSM_AWAY =
  "Check the HSM, HSM_MODULE, the token and the PIN file. Payments continue with the keys that processes have in memory.";

async function judgeHsm(parts: DoctorParts): Promise<CheckFinding> {
  const isSet = parts.config.hsmModule !== undefined;
  if (!isSet) return foundNothingToCheck("There is no HSM: the master key is in software.");
  try {
    await (await parts.root()).checkHsm();
    return foundOk("The HSM encrypts with the master key.");
  } catch (error) {
    return foundFailing((error as Error).message, HSM_AWAY);
  }
}

const OTHER_KEY = "Not checked, because the master key is not the one of this database.";

const RESTORE =
  "Restore the table from a backup, with the master key of that backup. Values under this key are lost otherwise.";

function judgeDataKeys({
  dataKeys,
  unreadableDataKeys,
}: StoredKeysReport): readonly CheckFinding[] {
  if (unreadableDataKeys.length === 0) {
    return [foundOk(`The master key opens all ${dataKeys} stored data keys.`)];
  }
  const ids = unreadableDataKeys.slice(0, NAMED_MAX).join(", ");
  const count = `${unreadableDataKeys.length} of ${dataKeys}`;
  return [foundFailing(`The master key does not open ${count} data keys: ${ids}.`, RESTORE)];
}

const NAMED_MAX = 10;

function judgeBaseKeys(report: StoredKeysReport, isProduction: boolean): readonly CheckFinding[] {
  const { unreadableBaseKeys, differingBaseKeys, publishedBaseKeys } = report;
  const published = isProduction ? publishedBaseKeys : [];
  const wrong = [
    ...unreadableBaseKeys.map((name) =>
      foundFailing(`Device key ${name} cannot be opened.`, IMPORT_AGAIN),
    ),
    ...differingBaseKeys.map((name) =>
      foundFailing(`Device key ${name} differs from its check value.`, IMPORT_AGAIN),
    ),
    ...published.map((name) =>
      foundFailing(
        `Device key ${name} is a published test key, which production refuses.`,
        `Retire it with \`sixdoors keys retire ${name}\`.`,
      ),
    ),
  ];
  if (wrong.length > 0) return wrong;
  return [foundOk(`${report.baseKeys} device keys have their check values.`)];
}

const IMPORT_AGAIN =
  "Retire it with `sixdoors keys retire`, and import it again from its components.";
