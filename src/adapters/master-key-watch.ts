/**
 * Watches whether the master key of this process opens the keys in the database. A machine that
 * still has the old key after a rotation would fail payments, so it is not ready until it has the
 * new one.
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
    // The database did not answer, which its own check says. What was seen before stands.
    onFailure: () => undefined,
  });
}

function judgeMasterKey(state: MasterKeyState): CheckResult {
  switch (state.kind) {
    case "fits":
      return { level: "ok" };
    case "fits_until_restart":
      return { level: "warning", reason: `${state.why} This process cannot be started again.` };
    case "other_key_needed":
      return { level: "failing", reason: otherKeyWords(state) };
    case "does_not_open":
      return {
        level: "failing",
        reason: "The master key does not open the keys in the database.",
      };
  }
}

function otherKeyWords({
  neededId,
  givenIds,
}: Extract<MasterKeyState, { kind: "other_key_needed" }>): string {
  const given = givenIds.length === 0 ? "no key that can be read" : `only ${givenIds.join(", ")}`;
  return `The database needs master key ${neededId} and this process has ${given}. Replace its key file, or restart it with the new key.`;
}
