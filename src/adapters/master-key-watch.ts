/**
 * The readiness check of the master key: does it decrypt the keys in the database? A machine that
 * still has the old key after a rotation would fail payments, so it is not ready.
 */
import {
  type CheckFinding,
  foundFailing,
  foundOk,
  foundWarning,
  toCheckResult,
} from "../ports/finding.ts";
import type { MasterKeyCheck, MasterKeyState } from "../ports/key-custody.ts";
import { WatchedCheck } from "./watched-check.ts";

const EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;

export function watchMasterKey(custody: MasterKeyCheck): WatchedCheck {
  return new WatchedCheck({
    name: "master key",
    everyMs: EVERY_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    runCheck: async () => toCheckResult(judgeMasterKey(await custody.checkMasterKey())),
    // The database did not answer, which its own check reports. The last result stays.
    onFailure: () => undefined,
  });
}

/** `doctor` judges by this too. */
export function judgeMasterKey(state: MasterKeyState): CheckFinding {
  switch (state.kind) {
    case "fits":
      return foundOk("The master key decrypts the keys in the database.");
    case "fits_until_restart":
      return foundWarning(state.why, "This process still has the key, but cannot be restarted.");
    case "other_key_needed":
      return foundFailing(
        otherKeyText(state),
        "Replace its key file, or restart it with the new key.",
      );
    case "does_not_open":
      return foundFailing(
        "The master key does not decrypt the keys in the database.",
        "Set MASTER_KEY, MASTER_KEY_FILE or the HSM settings to the right key.",
      );
  }
}

function otherKeyText({
  neededId,
  givenIds,
}: Extract<MasterKeyState, { kind: "other_key_needed" }>): string {
  const given = givenIds.length === 0 ? "no key that can be read" : `only ${givenIds.join(", ")}`;
  return `The database needs master key ${neededId}, but this process has ${given}.`;
}
