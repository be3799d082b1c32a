/** Judges the free space of a folder. Pure. */
import { type CheckFinding, foundFailing, foundOk, foundWarning } from "../../ports/finding.ts";

export interface Space {
  readonly freeBytes: number;
  readonly totalBytes: number;
  readonly freeFiles: number;
  readonly totalFiles: number;
}

const GIBIBYTE = 1024 ** 3;
const LOW = { bytes: GIBIBYTE, part: 0.1 };
const FULL = { bytes: GIBIBYTE / 10, part: 0.02 };
const FILES_LOW = 0.05;

/** Both limits must be passed: a tenth of a large disk is enough, and so is a gibibyte of a small one. */
export function judgeSpace(folder: string, space: Space): CheckFinding {
  const { freeBytes, totalBytes, freeFiles, totalFiles } = space;
  const part = totalBytes === 0 ? 1 : freeBytes / totalBytes;
  const found = `${folder} has ${sizeText(freeBytes)} free of ${sizeText(totalBytes)}.`;
  const isBelow = (limit: typeof LOW) => freeBytes < limit.bytes && part < limit.part;
  if (isBelow(FULL)) return foundFailing(found, MAKE_ROOM);
  if (isBelow(LOW)) return foundWarning(found, MAKE_ROOM);
  if (totalFiles > 0 && freeFiles / totalFiles < FILES_LOW) {
    return foundWarning(
      `${folder} can take only ${freeFiles} more files (inodes).`,
      "Remove old files from this file system.",
    );
  }
  return foundOk(`${found} A test file was written.`);
}

const MAKE_ROOM = "Remove files from this file system, or enlarge it.";

function sizeText(bytes: number): string {
  const gibibytes = bytes / GIBIBYTE;
  return gibibytes >= 1
    ? `${gibibytes.toFixed(1)} GB`
    : `${Math.round((bytes / GIBIBYTE) * 1024)} MB`;
}
