/**
 * Runs checks and reports what they found. Every check has its own time limit, and one that fails
 * or hangs does not stop the others.
 */
import { clearTimeout, setTimeout } from "node:timers";
import {
  type CheckFinding,
  CheckSkipped,
  foundFailing,
  foundStartError,
} from "../../ports/finding.ts";
import { StartError } from "../../ports/start-error.ts";
import type {
  CheckSource,
  DoctorArea,
  DoctorCheck,
  DoctorReport,
  ReportedFinding,
} from "./doctor-check.ts";

const DEFAULT_LIMIT_MS = 10_000;
/** Listing what is configured may have to wait for the first database connection. */
const LIST_LIMIT_MS = 30_000;

/** The check did not end in time. */
class OutOfTime extends Error {}

export interface RunOptions {
  /** Only these areas. Default: all. */
  readonly only?: readonly DoctorArea[] | undefined;
  readonly now: Temporal.Instant;
}

export async function runChecks(
  sources: readonly CheckSource[],
  { only, now }: RunOptions,
): Promise<DoctorReport> {
  const wanted = sources.filter(({ area }) => only === undefined || only.includes(area));
  const runs = (await Promise.all(wanted.map(runSource))).flat();
  const findings = runs.flatMap((run) => run.findings);
  const hasUnfinished = runs.some(({ isLate }) => isLate);
  return { ...summarize(findings), checkedAt: now, findings, hasUnfinished };
}

interface EndedRun {
  readonly findings: readonly ReportedFinding[];
  /** It ran out of time and may still be running. */
  readonly isLate: boolean;
}

/** The checks of an area run at the same time. */
async function runSource({ area, list }: CheckSource): Promise<readonly EndedRun[]> {
  const listed = await runInTime({ limitMs: LIST_LIMIT_MS }, async () => list());
  if (listed.isDone) return Promise.all(listed.value.map((check) => runCheck(area, check)));
  const { finding, isLate } = listed;
  return [{ findings: [{ ...finding, area, check: area }], isLate }];
}

async function runCheck(area: DoctorArea, check: DoctorCheck): Promise<EndedRun> {
  const ended = await runInTime(check, () => check.run());
  const found = ended.isDone ? [ended.value].flat() : [ended.finding];
  const findings = found.map((finding) => ({ ...finding, area, check: check.name }));
  return { findings, isLate: !ended.isDone && ended.isLate };
}

type Ended<Value> =
  | { readonly isDone: true; readonly value: Value }
  | { readonly isDone: false; readonly isLate: boolean; readonly finding: CheckFinding };

async function runInTime<Value>(
  { limitMs = DEFAULT_LIMIT_MS }: Pick<DoctorCheck, "limitMs">,
  work: () => Promise<Value>,
): Promise<Ended<Value>> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OutOfTime()), limitMs);
  const working = work();
  // Late work may still fail, and then nobody handles its error.
  working.catch(() => {});
  try {
    return { isDone: true, value: await Promise.race([working, late]) };
  } catch (error) {
    const isLate = error instanceof OutOfTime;
    return { isDone: false, isLate, finding: isLate ? lateFinding(limitMs) : toFinding(error) };
  } finally {
    clearTimeout(timer);
  }
}

function lateFinding(limitMs: number): CheckFinding {
  return foundFailing(
    `The check did not end within ${limitMs / 1_000} s.`,
    "Find out why what it asks does not answer, and run the check again.",
  );
}

/** A StartError says what to do itself. Other errors are unexpected. */
function toFinding(error: unknown): CheckFinding {
  if (error instanceof CheckSkipped) return { level: "skipped", found: error.message };
  if (error instanceof StartError) return foundStartError(error.message);
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const reason = message || code || "no reason given";
  return foundFailing(
    `The check failed: ${reason}.`,
    "Correct the cause, and run the check again.",
  );
}

function summarize(findings: readonly ReportedFinding[]): Pick<DoctorReport, "level" | "counts"> {
  const counts = { ok: 0, warning: 0, failing: 0, skipped: 0 };
  for (const { level } of findings) counts[level]++;
  const level = counts.failing > 0 ? "failing" : counts.warning > 0 ? "warning" : "ok";
  return { level, counts };
}
