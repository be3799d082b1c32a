/**
 * The readiness check of the master key: does it decrypt the keys in the database? A machine that
 * still has the old key after a rotation would fail payments, so it is not ready.
 */
import type { MasterKeyCheck, MasterKeyState } from "../ports/key-custody.ts";
import type { CheckResult } from "../ports/readiness.ts";
import { WatchedCheck } from "./watched-check.ts";

const EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;

export function watchMasterKey(custody: MasterKeyCheck): WatchedCheck {
  return new WatchedCheck({
    name: "master key",
    everyMs: EVERY_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    runCheck: async () => judgeMasterKey(await custody.checkMasterKey()),
    // The database did not answer, which its own check reports. The last result stays.
    onFailure: () => undefined,
  });
}

function judgeMasterKey(state: MasterKeyState): CheckResult {
  switch (state.kind) {
    case "fits":
      return { level: "ok" };
    case "fits_until_restart":
      return {
        level: "warning",
        reason: `${state.why} This process still has the key, but cannot be restarted.`,
      };
    case "other_key_needed":
      return { level: "failing", reason: otherKeyWords(state) };
    case "does_not_open":
      return {
        level: "failing",
        reason:
          "The master key does not decrypt the keys in the database. Set MASTER_KEY, MASTER_KEY_FILE or the HSM settings to the right key.",
      };
  }
}

function otherKeyWords({
  neededId,
  givenIds,
}: Extract<MasterKeyState, { kind: "other_key_needed" }>): string {
  const given = givenIds.length === 0 ? "no key that can be read" : `only ${givenIds.join(", ")}`;
  return `The database needs master key ${neededId}, but this process has ${given}. Replace its key file, or restart it with the new key.`;
}
