/**
 * Problems of the whole installation, each with the time since when it exists. The operators' home and
 * their notifications both read them here.
 */
import type { Database } from "../../db/database.ts";
import { LEAVES_WITHIN } from "../ach/bank-file-store.ts";
import { RateAlertStore } from "../ach/rates/rate-alert-store.ts";
import { ApprovalStore } from "../approvals/approval-store.ts";
import { OperatorProblemStore } from "../figures/operator-problem-store.ts";

const A_MINUTE = { minutes: 1 } as const;
/** The alert SixdoorsPaymentsUnknown has the same limit. */
const STUCK_AFTER = { hours: 1 } as const;
const A_DAY = { hours: 24 } as const;

export type InstallationProblems = Awaited<ReturnType<typeof gatherProblems>>;

/** Needs a role that can read the payments and files of all accounts. */
export async function gatherProblems(
  db: Database,
  { business, wall }: { readonly business: Temporal.Instant; readonly wall: Temporal.Instant },
) {
  const store = new OperatorProblemStore(db);
  const [open, failedEvents, failingWebhooks, stuckFiles, unreadFiles] = await Promise.all([
    store.findOpenAttempts(wall.subtract(A_MINUTE)),
    store.findFailedEvents(),
    store.findFailingEndpoints(wall.subtract(A_DAY)),
    store.findStuckFiles(business.subtract(LEAVES_WITHIN)),
    store.findUnreadFiles(),
  ]);
  const [stuckPayments, unmatched, reversalsRequested, rates, times, approvals] = await Promise.all(
    [
      store.findOpenAttempts(wall.subtract(STUCK_AFTER)),
      store.findUnmatched(),
      store.findRequestedReversals(),
      new RateAlertStore(db).countAlerts(),
      store.findRateTimes(),
      new ApprovalStore(db).findWaiting(wall),
    ],
  );
  const returnRates = { ...rates, ...times };
  const found = {
    ...{ failedEvents, failingWebhooks, stuckFiles },
    ...{ unreadFiles, unmatched, stuckPayments },
  };
  return { openSince: open.since, ...found, reversalsRequested, returnRates, approvals };
}
