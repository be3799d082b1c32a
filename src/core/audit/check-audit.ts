/**
 * Checks the whole audit chain in the background, page by page, so that the web process keeps answering.
 * Stores its progress, so that every process can show it.
 */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { type ActOrigin, type Actor, recordAct } from "./act.ts";
import type { Fingerprinter } from "./chain.ts";
import { CheckStore } from "./check-store.ts";
import { type AuditReport, type CheckProgress, verifyAudit } from "./verify-audit.ts";

export interface CheckNeeds {
  readonly db: DatabasePool;
  readonly custody: Fingerprinter;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
  /** See VerifyOptions. */
  readonly patienceMs?: number;
}

export interface CheckAsked {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

/** Small enough to not delay other requests of the process. */
const PAGE_SIZE = 250;
/** How often the progress is stored. */
const EVERY_MS = 1_000;

export type CheckStart =
  | { readonly kind: "begun"; readonly id: string; readonly done: Promise<void> }
  | { readonly kind: "already_running" };

/** Returns as soon as the check has started. */
export async function beginCheck(needs: CheckNeeds, by: CheckAsked): Promise<CheckStart> {
  const { db, clock } = needs;
  const checks = new CheckStore(db);
  await checks.endDeadChecks(clock.wall());
  const id = await checks.startCheck(by.actor.name, clock.wall());
  if (id === undefined) return { kind: "already_running" };
  return { kind: "begun", id, done: walk(needs, id, by).catch(needs.onFailure) };
}

async function walk(needs: CheckNeeds, id: string, by: CheckAsked): Promise<void> {
  const { db, custody, patienceMs } = needs;
  try {
    const report = await verifyAudit(
      { db, custody },
      {
        pageSize: PAGE_SIZE,
        onProgress: progressOf(needs, id),
        ...(patienceMs === undefined ? {} : { patienceMs }),
      },
    );
    await end(needs, { id, by, report });
  } catch (error) {
    needs.onFailure(error);
    await end(needs, { id, by, report: undefined });
  }
}

/** Stores the first page immediately, then at intervals. A failure is not important. */
function progressOf({ db, clock, onFailure }: CheckNeeds, id: string) {
  const checks = new CheckStore(db);
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return async (progress: CheckProgress): Promise<void> => {
    if (performance.now() - toldAtMs < EVERY_MS) return;
    toldAtMs = performance.now();
    await checks.saveProgress(id, clock.wall(), progress).catch(onFailure);
  };
}

interface Ended {
  readonly id: string;
  readonly by: CheckAsked;
  readonly report: AuditReport | undefined;
}

async function end({ db, clock }: CheckNeeds, { id, by, report }: Ended): Promise<void> {
  const failure =
    report === undefined ? "The audit chain could not be checked to its end." : undefined;
  await db.atomically(async (transaction) => {
    const isOurs = await new CheckStore(transaction).endCheck(id, {
      at: clock.wall(),
      report,
      failure,
    });
    if (!isOurs) return;
    await recordAct(transaction, {
      ...by,
      action: "audit.check",
      subject: { kind: "audit", id },
      after:
        report === undefined
          ? { failure }
          : { isSound: report.isSound, good: report.good, findings: report.findingCount },
      result: report === undefined ? "failed" : "done",
    });
  });
}
