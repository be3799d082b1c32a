/** Readiness checks of the clock, the schema, card hosts, banks, and the process that runs jobs. */
import { WatchedCheck } from "../../adapters/watched-check.ts";
import type { BankStateStore } from "../../core/ach/connections/bank-state-store.ts";
import { FRESH_SECONDS, type HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import { SafeModeStore } from "../../core/safe-mode/safe-mode-store.ts";
import { safeModeText } from "../../core/safe-mode/safe-mode-text.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { readSchemaState, unfitSchemaText } from "../../db/migrate.ts";
import { type ClockComparison, ClocksDiffer, isBeyondLimit } from "../../ports/clock-comparison.ts";
import {
  type CheckFinding,
  foundOk,
  foundStartError,
  foundWarning,
  toCheckResult,
} from "../../ports/finding.ts";
import type { CheckResult, ReadinessCheck } from "../../ports/readiness.ts";
import type { Hosts } from "../areas/hosts.ts";

const EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 1_000;
const OK: CheckResult = { level: "ok" };

/** A process with a wrong clock is not ready until the clock is right again. */
export function watchClock(clocks: ClockComparison, onChange: ClockChange): WatchedCheck {
  let wasRight = true;
  return watch("clock", async () => {
    const reading = await clocks.compare();
    const isRight = !isBeyondLimit(reading, clocks.limitMs);
    const reason = new ClocksDiffer(reading, clocks.limitMs).message;
    if (isRight !== wasRight) onChange(isRight, reason);
    wasRight = isRight;
    return isRight ? OK : { level: "failing", state: "clock differs", reason };
  });
}

export type ClockChange = (isRight: boolean, reason: string) => void;

export function watchWorkers(heartbeats: HeartbeatStore): WatchedCheck {
  return watch("worker", async () =>
    toCheckResult(judgeWorkers(await heartbeats.findNewestAgeSeconds())),
  );
}

/** In a process that runs jobs: its own reports, which stop if its jobs hang. */
export function watchOwnReports(heartbeats: HeartbeatStore, workerId: string): WatchedCheck {
  return watch("worker", async () => judgeOwnReports(await heartbeats.findAgeSeconds(workerId)));
}

/** Undefined: it has not reported yet. */
export function judgeOwnReports(ageSeconds: number | undefined): CheckResult {
  if (ageSeconds === undefined) {
    return { level: "failing", state: "starting", reason: "The jobs have not reported yet." };
  }
  if (ageSeconds <= FRESH_SECONDS) return OK;
  const since = `${Math.round(ageSeconds)} s`;
  const reason = `The jobs of this process have not reported for ${since}. Read its log, and restart it.`;
  return { level: "failing", reason };
}

export const START_WORKER = "Start one with `sixdoors serve --worker`.";

/** A missing worker is a warning: requests are served without one, but due work waits. */
export function judgeWorkers(ageSeconds: number): CheckFinding {
  const since = `${Math.round(ageSeconds)} s`;
  if (ageSeconds <= FRESH_SECONDS)
    return foundOk(`A process that runs jobs reported ${since} ago.`);
  return foundWarning(`No process that runs jobs has reported for ${since}.`, START_WORKER);
}

export function watchSchema(db: DatabasePool, known: number): WatchedCheck {
  return watch("schema", async () => toCheckResult(judgeSchema(await readSchemaState(db), known)));
}

/** A restored copy takes no payments until an operator has released it. */
export function watchSafeModeState(db: DatabasePool): WatchedCheck {
  return watch("safe mode", async () => {
    const safeMode = await new SafeModeStore(db).readSafeMode();
    if (safeMode === undefined) return OK;
    return { level: "failing", state: "safe mode", reason: safeModeText(safeMode) };
  });
}

/** A warning: payments are accepted, but files wait. The error is not shown, because it names servers. */
export function watchBanks(states: BankStateStore): WatchedCheck {
  return watch("banks", async () => {
    const failing = await states.listFailingBanks();
    if (failing.length === 0) return OK;
    const names = failing.map(
      ({ connection, failingSince }) => `${connection} since ${failingSince}`,
    );
    const reason = `Files cannot be exchanged with ${names.join(", ")}. See \`sixdoors ach banks\`.`;
    return { level: "warning", reason };
  });
}

/**
 * During a rolling upgrade, a newer release migrates while this process serves. It continues as long as
 * the new schema only has additions, and is not ready after one that it cannot work with.
 */
export function judgeSchema(
  { newest, needed }: Awaited<ReturnType<typeof readSchemaState>>,
  known: number,
): CheckFinding {
  if (needed > known) return foundStartError(unfitSchemaText(known, { needed }));
  if (newest <= known) return foundOk(`The database has schema ${newest} of this release.`);
  return foundWarning(
    `The database has schema ${newest} of a newer release, and this process knows schema ${known}.`,
    "It works; finish the upgrade.",
  );
}

/** A card host that cannot be reached is a warning: other accounts and other work do not need it. */
export function checkCardHosts(hosts: Pick<Hosts, "cardHostStates">): ReadinessCheck {
  return {
    name: "card hosts",
    result: () => {
      const reasons = hosts.cardHostStates().flatMap(({ name, problem, connections }) => {
        if (problem !== undefined) return [problem];
        if (connections === undefined || connections.ready > 0) return [];
        return [`Card host ${name} is not connected. Check its address and the network.`];
      });
      return reasons.length === 0 ? OK : { level: "warning", reason: reasons.join(" ") };
    },
  };
}

/** If the database does not answer, the last result stays. Another check reports the database. */
function watch(name: string, runCheck: () => Promise<CheckResult>): WatchedCheck {
  let known = OK;
  return new WatchedCheck({
    name,
    everyMs: EVERY_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    runCheck: async () => {
      known = await runCheck();
      return known;
    },
    onFailure: () => known,
  });
}
