/** Health signals for operators, computed from figures. Pure. */
import type { AuditCheck } from "../audit/check-store.ts";
import type { Attention } from "../figures/operator-problem-store.ts";

export type Level = "good" | "look" | "bad";

export type SignalName =
  | "jobs"
  | "work"
  | "workers"
  | "clock"
  | "purges"
  | "attempts"
  | "outbox"
  | "set_aside"
  | "banks"
  | "bank_files"
  | "unmatched"
  | "reversals"
  | "return_rates"
  | "keys"
  | "inspections"
  | "logins"
  | "audit"
  | "unread_files"
  | "webhooks"
  | "certificates"
  | "key_age"
  | "approvals";

export interface Signal {
  readonly name: SignalName;
  readonly level: Level;
  readonly count: number;
  /**
   * Since when the problem exists, when it was last checked, when the key was created, or when the
   * first certificate expires. By the wall clock. Null: unknown, or no problem.
   */
  readonly since: Temporal.Instant | null;
}

export interface HealthFigures {
  readonly now: { readonly business: Temporal.Instant; readonly wall: Temporal.Instant };
  readonly queues: readonly {
    readonly failed: number;
    readonly oldestWaitingAt: Temporal.Instant | null;
  }[];
  /** Scheduled jobs: their due times, and whether the last run failed. */
  readonly work: readonly { readonly dueAt: Temporal.Instant; readonly isFailing: boolean }[];
  /** Seconds since the last report of each process that runs jobs. */
  readonly workerAges: readonly number[];
  /** Whether this machine's clock agrees with the database's, and the difference. */
  readonly clock: { readonly isRight: boolean; readonly skewSeconds: number };
  /** Purges that wait for an operator's approval. */
  readonly purgesHeld: number;
  /** Without a known result for more than a minute: the oldest one. */
  readonly openSince: Temporal.Instant | null;
  readonly attempts: {
    readonly minute: number;
    readonly hour: number;
    readonly day: number;
    readonly older: number;
  };
  readonly outbox: { readonly waiting: number; readonly oldestDueAt: Temporal.Instant | undefined };
  readonly failedEvents: Attention;
  /** Endpoints that have not taken an event for a day. */
  readonly failingWebhooks: Attention;
  /** Banks with which files could not be exchanged, each with the time since when. */
  readonly failingBanks: readonly Temporal.Instant[];
  readonly stuckFiles: Attention;
  /** Files of banks that could not be read. */
  readonly unreadFiles: Attention;
  readonly unmatched: Attention;
  /** Reversals of bank files that wait for the second person. */
  readonly reversalsRequested: Attention;
  /** Return rates near and above the network's limits. */
  readonly returnRates: {
    readonly near: number;
    readonly over: number;
    readonly since: Temporal.Instant | null;
  };
  /** Requests that wait for a second person. */
  readonly approvals: Attention;
  /** When the certificates expire that are served or with which card hosts are called. */
  readonly certificateEnds: readonly Temporal.Instant[];
  readonly masterKeyCreatedAt: Temporal.Instant | undefined;
  readonly keysPending: number;
  readonly inspectionsDue: number;
  readonly locked: number;
  readonly lastCheck: Pick<AuditCheck, "finishedAt" | "isSound"> | undefined;
}

/** Jobs start within seconds. If one is later than this, no process runs it. */
const LATE = Temporal.Duration.from({ minutes: 5 });
/** See FRESH_SECONDS in heartbeat-store.ts. */
const WORKER_FRESH_SECONDS = 30;
const OUTBOX_LOOK = Temporal.Duration.from({ minutes: 5 });
const OUTBOX_BAD = Temporal.Duration.from({ hours: 1 });
/** The alerts have the same limits: see ops/prometheus/alerts.yaml. */
export const CERTIFICATE_LOOK = Temporal.Duration.from({ hours: 14 * 24 });
const CERTIFICATE_BAD = Temporal.Duration.from({ hours: 3 * 24 });
export const KEY_DAYS = 365;
const CHECKED_WITHIN = Temporal.Duration.from({ hours: 30 * 24 });

/** These begin by the business clock, which certification can move ahead. */
const BEGIN_BY_BUSINESS_CLOCK: ReadonlySet<SignalName> = new Set([
  "work",
  "bank_files",
  "unread_files",
  "unmatched",
  "return_rates",
]);

export function judgeHealth(figures: HealthFigures): readonly Signal[] {
  return judgeFigures(figures).map((signal) => datedByWall(signal, figures));
}

/** Otherwise a problem of a moved clock would begin in the future, and have no age. */
function datedByWall(signal: Signal, { now }: HealthFigures): Signal {
  const { name, since } = signal;
  if (since === null || !BEGIN_BY_BUSINESS_CLOCK.has(name)) return signal;
  return { ...signal, since: now.wall.subtract(since.until(now.business)) };
}

function judgeFigures(figures: HealthFigures): readonly Signal[] {
  const { failedEvents, stuckFiles, unmatched, keysPending, inspectionsDue, locked } = figures;
  const { purgesHeld } = figures;
  return [
    jobs(figures),
    work(figures),
    workers(figures),
    clock(figures),
    countSignal("purges", purgesHeld, "look"),
    attempts(figures),
    outbox(figures),
    attentionSignal("set_aside", failedEvents, "look"),
    attentionSignal("webhooks", figures.failingWebhooks, "look"),
    banks(figures),
    attentionSignal("bank_files", stuckFiles, "bad"),
    attentionSignal("unread_files", figures.unreadFiles, "bad"),
    attentionSignal("unmatched", unmatched, "look"),
    attentionSignal("reversals", figures.reversalsRequested, "look"),
    attentionSignal("approvals", figures.approvals, "look"),
    returnRates(figures),
    countSignal("keys", keysPending, "look"),
    countSignal("inspections", inspectionsDue, "look"),
    countSignal("logins", locked, "look"),
    audit(figures),
    certificates(figures),
    keyAge(figures),
  ];
}

function attentionSignal(name: SignalName, { count, since }: Attention, level: Level): Signal {
  return { ...countSignal(name, count, level), since };
}

/** Good if the count is zero. */
function countSignal(name: SignalName, count: number, level: Level): Signal {
  return { name, count, level: count === 0 ? "good" : level, since: null };
}

function jobs({ queues, now }: HealthFigures): Signal {
  const late = queues
    .map(({ oldestWaitingAt }) => oldestWaitingAt)
    .filter((moment) => moment !== null)
    .filter((moment) => isBefore(moment, now.wall.subtract(LATE)));
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0);
  if (late.length > 0) {
    return { name: "jobs", level: "bad", count: late.length, since: earliest(late) };
  }
  return countSignal("jobs", failed, "look");
}

function work({ work: all, now }: HealthFigures): Signal {
  const late = all.filter(
    ({ dueAt, isFailing }) => isFailing || isBefore(dueAt, now.business.subtract(LATE)),
  );
  const since = earliest(late.map(({ dueAt }) => dueAt));
  return { ...countSignal("work", late.length, "bad"), since };
}

/** Counts the processes that run jobs. Without one, no job runs. */
function workers({ workerAges, now }: HealthFigures): Signal {
  const fresh = workerAges.filter((age) => age <= WORKER_FRESH_SECONDS);
  const newest = workerAges.toSorted((one, other) => one - other)[0];
  if (fresh.length > 0) return { name: "workers", level: "good", count: fresh.length, since: null };
  const since = newest === undefined ? null : now.wall.subtract({ seconds: Math.round(newest) });
  return { name: "workers", level: "bad", count: 0, since };
}

/** The count is the difference of the clocks in seconds. */
function clock({ clock: { isRight, skewSeconds } }: HealthFigures): Signal {
  const count = Math.round(Math.abs(skewSeconds));
  return { name: "clock", level: isRight ? "good" : "bad", count, since: null };
}

function attempts({ attempts: ages, openSince }: HealthFigures): Signal {
  const count = ages.minute + ages.hour + ages.day + ages.older;
  const level = ages.older > 0 ? "bad" : ages.hour + ages.day > 0 ? "look" : "good";
  return { name: "attempts", level, count, since: openSince };
}

function outbox({ outbox: { waiting, oldestDueAt }, now }: HealthFigures): Signal {
  const isOlder = (span: Temporal.Duration) =>
    oldestDueAt !== undefined && isBefore(oldestDueAt, now.wall.subtract(span));
  const level = isOlder(OUTBOX_BAD) ? "bad" : isOlder(OUTBOX_LOOK) ? "look" : "good";
  return { name: "outbox", level, count: waiting, since: oldestDueAt ?? null };
}

function banks({ failingBanks }: HealthFigures): Signal {
  const signal = countSignal("banks", failingBanks.length, "bad");
  return { ...signal, since: earliest(failingBanks) };
}

/** While a rate is above its limit, rates near one are not counted. */
function returnRates({ returnRates: { near, over, since } }: HealthFigures): Signal {
  const count = over > 0 ? over : near;
  return { ...countSignal("return_rates", count, over > 0 ? "bad" : "look"), since };
}

/** Counts those that expire soon. `since` is the end of the first one. */
function certificates({ certificateEnds, now }: HealthFigures): Signal {
  const isBy = (span: Temporal.Duration) => (end: Temporal.Instant) =>
    isBefore(end, now.wall.add(span));
  const soon = certificateEnds.filter(isBy(CERTIFICATE_LOOK));
  const level = soon.some(isBy(CERTIFICATE_BAD)) ? "bad" : "look";
  return { ...countSignal("certificates", soon.length, level), since: earliest(certificateEnds) };
}

/** The age of the master key in days. */
function keyAge({ masterKeyCreatedAt: since, now }: HealthFigures): Signal {
  const days = since === undefined ? 0 : Math.floor(since.until(now.wall).total("hours") / 24);
  const level = days > KEY_DAYS ? "look" : "good";
  return { name: "key_age", level, count: Math.max(days, 0), since: since ?? null };
}

function audit({ lastCheck, now }: HealthFigures): Signal {
  const since = lastCheck?.finishedAt ?? null;
  if (lastCheck?.isSound === false) return { name: "audit", level: "bad", count: 1, since };
  const isFresh =
    lastCheck?.isSound === true &&
    since !== null &&
    !isBefore(since, now.wall.subtract(CHECKED_WITHIN));
  return { name: "audit", level: isFresh ? "good" : "look", count: 0, since };
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

function earliest(moments: readonly Temporal.Instant[]): Temporal.Instant | null {
  return moments.toSorted(Temporal.Instant.compare)[0] ?? null;
}
