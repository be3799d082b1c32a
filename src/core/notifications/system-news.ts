/** Problems of payments, certificates and keys that operators are told. Each has an alert, too. */
import type { InstallationProblems } from "../operations/gather-problems.ts";
import { CERTIFICATE_LOOK } from "../operations/health.ts";
import type { FoundProblem } from "./found-problem.ts";
import { countText } from "./news.ts";

export function describeStuckPayments({ stuckPayments }: InstallationProblems): FoundProblem {
  const payments = countText(stuckPayments.count, "payment has", "payments have");
  return {
    name: "stuck_payments",
    title: "Payments have no result",
    sentences: [`${payments} had no known result for an hour.`],
    path: "/operations/jobs?tab=pending",
    newest: [stuckPayments.newest],
  };
}

/** The same certificate comes up at the same time for every process that uses it. */
export function describeCertificates(
  ends: readonly Temporal.Instant[],
  now: Temporal.Instant,
): FoundProblem {
  const limit = now.add(CERTIFICATE_LOOK);
  const soon = ends
    .filter((end) => Temporal.Instant.compare(end, limit) < 0)
    .toSorted(Temporal.Instant.compare);
  const day = soon[0]?.toZonedDateTimeISO("UTC").toPlainDate();
  return {
    name: "expiring_certificates",
    title: "Certificates expire",
    sentences: [
      `Certificates that have expired or expire within 14 days: ${soon.length}. The first date is ${day} (UTC).`,
    ],
    path: "/operations/doctor",
    newest: soon.map((end) => end.subtract(CERTIFICATE_LOOK)),
  };
}

export function describeOldKeys(keys: readonly string[]): FoundProblem {
  return {
    name: "old_keys",
    title: "Keys are older than a year",
    sentences: [`Keys that should be replaced because of their age: ${keys.join(", ")}.`],
    path: "/operations/system",
    tracked: { name: "old keys", subjects: keys },
  };
}
