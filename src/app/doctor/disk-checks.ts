/** Checks of disks: free space, and whether a file can be written. */
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { readFileAccess, readFolderSpace, tryWriting } from "../../adapters/probes/folder-probe.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import { judgeSpace } from "../../core/doctor/judge-disk.ts";
import {
  type CheckFinding,
  foundFailing,
  foundNothingToCheck,
  foundOk,
  foundWarning,
} from "../../ports/finding.ts";
import { findAchFolder } from "../areas/ach.ts";
import type { DoctorParts } from "./doctor-parts.ts";

export function listDiskChecks(parts: DoctorParts): readonly DoctorCheck[] {
  const { dataDir } = parts;
  const folders: readonly [name: string, folder: string][] = [
    ["data", dataDir],
    ["banks", findAchFolder(parts)],
    ["reports", tmpdir()],
  ];
  return [
    ...folders.map(([name, folder]) => ({ name, run: () => checkFolder(folder) })),
    { name: "old data", run: () => checkOldData(dataDir) },
  ];
}

/** What an upgrade of the embedded PostgreSQL leaves for the way back: the data and the programs. */
const OLD_DATA = /^(postgres-\d+\.old(-\d+)?|postgresql-\d+(\..+)?)$/;

/** Nothing is purged from old data, so it must not stay. */
export async function checkOldData(dataDir: string): Promise<CheckFinding> {
  const names = await readdir(dataDir).catch(() => []);
  const left = names.filter((name) => OLD_DATA.test(name)).sort();
  if (left.length === 0) return foundOk("No data of an earlier PostgreSQL is left.");
  return foundWarning(
    `${dataDir} still has ${left.join(" and ")} from an upgrade of PostgreSQL. Card data and personal data in it are kept longer than the settings allow.`,
    "Delete it when the upgrade is checked: docs/upgrading.md.",
  );
}

/** A folder is made with the first file in it, such as for the first bank. */
export async function checkFolder(folder: string): Promise<CheckFinding> {
  if ((await readFileAccess(folder)) === undefined) {
    return foundNothingToCheck(`${folder} does not exist yet.`);
  }
  const judged = judgeSpace(folder, await readFolderSpace(folder));
  if (judged.level === "failing") return judged;
  try {
    await tryWriting(folder);
    return judged;
  } catch (error) {
    const { code = "no reason given" } = error as NodeJS.ErrnoException;
    return foundFailing(
      `No file can be written to ${folder} (${code}).`,
      "Check its owner and mode, and that its disk is mounted for writing.",
    );
  }
}
