/** The result of one check: what was found, and what to do about it. */
import type { CheckResult } from "./readiness.ts";

/** "skipped": there is nothing to check, or it could not be checked because of another finding. */
export const FINDING_LEVELS = ["ok", "warning", "failing", "skipped"] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** Both texts are shown to operators and sent to monitoring: they never contain a secret. */
export type CheckFinding =
  | { readonly level: "ok" | "skipped"; readonly found: string }
  | { readonly level: "warning" | "failing"; readonly found: string; readonly advice: string };

/** There is nothing to check, or another finding prevents the check. The message says why. */
export class CheckSkipped extends Error {
  override readonly name = "CheckSkipped";
}

export function foundOk(found: string): CheckFinding {
  return { level: "ok", found };
}

export function foundNothingToCheck(found: string): CheckFinding {
  return { level: "skipped", found };
}

export function foundWarning(found: string, advice: string): CheckFinding {
  return { level: "warning", found, advice };
}

export function foundFailing(found: string, advice: string): CheckFinding {
  return { level: "failing", found, advice };
}

/** For messages that say what is wrong and, in the last sentence, what to do. */
export function foundStartError(message: string): CheckFinding {
  const [, found = message, advice] = /^(.*\.) +([A-Z].*)$/s.exec(message) ?? [];
  return foundFailing(found, advice ?? "Correct this. The gateway does not start otherwise.");
}

/** A readiness check has one text for both, and says nothing while it is ok. */
export function toCheckResult(finding: CheckFinding): CheckResult {
  if (!("advice" in finding)) return { level: "ok" };
  return { level: finding.level, reason: `${finding.found} ${finding.advice}` };
}
