/** In safe mode, a copy must not log in to card hosts and banks beside its original. */
import { isSafeModeOn } from "../../db/safe-mode.ts";
import { type CheckFinding, foundNothingToCheck } from "../../ports/finding.ts";
import type { DoctorParts } from "./doctor-parts.ts";

const MISSING_TABLE = "42P01";
const ON =
  "Not checked, because safe mode is on: a copy calls no card host and no bank. Check it after `sixdoors restore release`.";
const UNKNOWN = "Not checked, because the database does not say whether safe mode is on.";

/** Returns the reason to skip a check of an outside system. Without a database there is no copy. */
export async function findSafeModeSkip(parts: DoctorParts): Promise<CheckFinding | undefined> {
  const opened = await parts.database().catch(() => undefined);
  if (opened === undefined) return undefined;
  try {
    return (await isSafeModeOn(opened.installation.owner)) ? foundNothingToCheck(ON) : undefined;
  } catch (error) {
    const isNew = (error as { readonly code?: unknown }).code === MISSING_TABLE;
    return isNew ? undefined : foundNothingToCheck(UNKNOWN);
  }
}
