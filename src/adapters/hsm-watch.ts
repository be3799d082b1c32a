/**
 * The readiness check of the HSM. Without it a process keeps working with the keys in its memory, so
 * a failure is a warning: taking every machine out of service would stop payments that still work.
 */
import type { HsmHealth } from "../ports/key-custody.ts";
import { WatchedCheck } from "./watched-check.ts";

const EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 2_000;

export function watchHsm(health: HsmHealth): WatchedCheck {
  return new WatchedCheck({
    name: "HSM",
    everyMs: EVERY_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    runCheck: async () => {
      await health.checkHsm();
      return { level: "ok" };
    },
    onFailure: (error) => ({
      level: "warning",
      reason: `${asSentence(error)} This process continues with the keys in its memory, but cannot read new devices or old values whose keys it does not have, and cannot be restarted.`,
    }),
  });
}

function asSentence(error: unknown): string {
  const { message } = error as Error;
  return message.endsWith(".") ? message : `The HSM does not answer (${message}).`;
}
