/** What operators are told: the problems of their home page, when they begin. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import { BankStateStore } from "../ach/connections/bank-state-store.ts";
import { RunStore } from "../calendar/run-store.ts";
import { workLabel } from "../calendar/work-label.ts";
import { gatherProblems, type InstallationProblems } from "../operations/gather-problems.ts";
import { listOldKeys } from "../operations/old-keys.ts";
import { dateProblem, type FoundProblem } from "./found-problem.ts";
import { countText, type News } from "./news.ts";
import { describeCertificates, describeOldKeys, describeStuckPayments } from "./system-news.ts";

export interface OperatorNewsNeeds {
  readonly owner: DatabasePool;
  readonly clock: Clock;
  /** When the certificates expire that are served or with which card hosts are called. */
  readonly certificateEnds: () => readonly Temporal.Instant[];
}

export async function findOperatorNews(
  { owner, clock, certificateEnds }: OperatorNewsNeeds,
  at: Temporal.Instant,
): Promise<readonly News[]> {
  const now = { business: clock.business(), wall: clock.wall() };
  const [problems, failing, banks, keys] = await Promise.all([
    gatherProblems(owner, now),
    new RunStore(owner).listFailingNames(),
    new BankStateStore(owner).listFailingBanks(),
    listOldKeys(owner, now.wall),
  ]);
  const found = [
    describeRates(problems),
    describeJobs(failing),
    describeBanks(
      problems,
      banks.map(({ connection }) => connection),
    ),
    describeStuckPayments(problems),
    describeCertificates(certificateEnds(), now.wall),
    describeOldKeys(keys),
    describeEndpoints(problems),
    describeApprovals(problems),
  ];
  const dated = await Promise.all(found.map((problem) => dateProblem(owner, problem, at)));
  return dated.filter((news) => news !== undefined);
}

function describeRates({ returnRates: { over, newest } }: InstallationProblems): FoundProblem {
  return {
    name: "return_rates",
    title: "ACH return rates are above a limit",
    sentences: [
      `${countText(over, "return rate is", "return rates are")} above a limit of the network.`,
    ],
    path: "/operations/bank-files?tab=rates",
    newest: over > 0 ? [newest] : [],
  };
}

function describeJobs(failing: readonly string[]): FoundProblem {
  const jobs = countText(failing.length, "scheduled job fails", "scheduled jobs fail");
  return {
    name: "failed_jobs",
    title: "Scheduled jobs fail",
    sentences: [`${jobs} and will be tried again: ${failing.map(workLabel).join("; ")}.`],
    path: "/operations/jobs",
    tracked: { name: "failing jobs", subjects: failing },
  };
}

function describeBanks(
  { unreadFiles, stuckFiles }: InstallationProblems,
  banks: readonly string[],
): FoundProblem {
  const unread = countText(unreadFiles.count, "file", "files");
  const stuck = countText(stuckFiles.count, "file", "files");
  const sentences = [
    ...(banks.length === 0 ? [] : [`Files cannot be exchanged with: ${banks.join(", ")}.`]),
    ...(stuckFiles.count === 0 ? [] : [`Not sent, or not confirmed by the bank: ${stuck}.`]),
    ...(unreadFiles.count === 0 ? [] : [`Received, but not readable: ${unread}.`]),
  ];
  const subjects = [
    ...banks.map((bank) => `bank ${bank}`),
    ...(stuckFiles.count === 0 ? [] : ["late files"]),
  ];
  return {
    name: "bank_files",
    title: "Problems with bank files",
    sentences,
    path: "/operations/bank-files",
    newest: [unreadFiles.newest],
    tracked: { name: "bank files", subjects },
  };
}

function describeEndpoints({ failingWebhooks: { count } }: InstallationProblems): FoundProblem {
  const endpoints = countText(count, "webhook endpoint has", "webhook endpoints have");
  return {
    name: "failing_endpoints",
    title: "Webhooks have failed for a day",
    sentences: [`${endpoints} not accepted an event for a day.`],
    path: "/operations/jobs?tab=deliveries",
    tracked: { name: "failing endpoints", subjects: count === 0 ? [] : ["any"] },
  };
}

function describeApprovals({ approvals, reversalsRequested }: InstallationProblems): FoundProblem {
  const requests = countText(approvals.count, "request waits", "requests wait");
  const reversals = countText(reversalsRequested.count, "reversal waits", "reversals wait");
  const isOnlyReversals = approvals.count === 0;
  return {
    name: "waiting_approvals",
    title: "A request waits for a second person",
    sentences: [
      ...(isOnlyReversals ? [] : [`${requests} for a second person on the page Approvals.`]),
      ...(reversalsRequested.count === 0
        ? []
        : [`${reversals} for a second person on the page Bank files, tab Reversals.`]),
    ],
    path: isOnlyReversals ? "/operations/bank-files?tab=reversals" : "/approvals",
    newest: [approvals.newest, reversalsRequested.newest],
  };
}
