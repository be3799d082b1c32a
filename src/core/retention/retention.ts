/** Removes records after their retention time. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RetentionSettings } from "../../values/retention-settings.ts";
import { idRange, monthNumber } from "../../values/transaction-id.ts";
import { removeOldAccessRecords } from "../access/access.ts";
import { ApprovalStore } from "../approvals/approval-store.ts";
import { type AuditPurgeNeeds, purgeAudit } from "../audit/purge-audit.ts";
import { OutboxStore } from "../outbox/outbox-store.ts";
import { dropMonthsBefore } from "../payments/ids/partition-store.ts";
import { ExpiredStore } from "./expired-store.ts";
import { OldSaleStore } from "./old-sale-store.ts";
import { MONTH_DAYS, MONTHS } from "./purge-limits.ts";
import type { Purge, PurgeStep, WholeStep } from "./purge-step.ts";
import { RemovalStore } from "./removal-store.ts";
import { RetentionStore } from "./retention-store.ts";
import { type PurgeNeeds, runPurge } from "./run-purge.ts";

export const BUSINESS_PURGE = "purge";
export const WALL_PURGE = "retention";

/** Removes records that expire by business time: transactions, tokens, ids, sales. */
export function purgeBusiness(
  needs: PurgeNeeds,
  settings: RetentionSettings,
  at: Temporal.Instant,
): Promise<string> {
  return runPurge(needs, businessPurge(needs.owner, settings, at));
}

export function businessPurge(
  owner: DatabasePool,
  settings: RetentionSettings,
  at: Temporal.Instant,
): Purge {
  const oldest = oldestMonth(settings, at);
  const steps = [
    monthStep(owner, oldest),
    ...gonePayments(idRange(oldest).first),
    ...paymentSteps(owner, settings, at),
  ];
  return { work: BUSINESS_PURGE, at, steps };
}

/** An id may be used after its month, so a month is removed when its newest possible use is old enough. */
function oldestMonth(settings: RetentionSettings, now: Temporal.Instant): number {
  const { transactionsMonths: months, unspentIdsDays: days } = settings;
  return monthNumber(before(before(now, { months }), { days }));
}

function monthStep(owner: DatabasePool, oldest: number): WholeStep {
  return {
    what: MONTHS,
    estimate: async () => {
      const count = await new RemovalStore(owner).countMonths(oldest);
      return { count, spanDays: count * MONTH_DAYS };
    },
    dropAll: async () => {
      const partitions = await dropMonthsBefore(owner, oldest);
      await new RetentionStore(owner).dropCounters(oldest);
      return new Set(partitions.map((partition) => partition.slice(-3))).size;
    },
  };
}

/** Updates and notices of removed transactions. */
function gonePayments(firstKept: string): PurgeStep[] {
  return [
    {
      what: "ACH updates",
      estimate: nothingMore,
      drop: (db, most) => new RetentionStore(db).dropAchUpdates(firstKept, most),
    },
    {
      what: "ACH retries",
      estimate: nothingMore,
      drop: (db, most) => new RetentionStore(db).dropAchRetries(firstKept, most),
    },
    {
      what: "ACH notices",
      estimate: nothingMore,
      drop: (db, most) => new RetentionStore(db).dropAchNotices(firstKept, most),
    },
  ];
}

/** Not counted: they are removed with their months, which are counted. */
async function nothingMore() {
  return { count: 0, spanDays: 0 };
}

function paymentSteps(
  owner: DatabasePool,
  settings: RetentionSettings,
  at: Temporal.Instant,
): PurgeStep[] {
  const removals = new RemovalStore(owner);
  const ids = before(at, { days: settings.unspentIdsDays });
  const passes = before(at, { days: PASSES_DAYS });
  const sales = before(at, { months: settings.transactionsMonths });
  return [
    ...tokenSteps(removals, before(at, { months: settings.tokensMonths })),
    {
      what: "unspent ids",
      estimate: () => removals.countOlder("issued_ids", "issued_at", ids),
      drop: (db, most) => new RetentionStore(db).dropUnspentIds(ids, most),
    },
    {
      what: "idempotency keys",
      estimate: () => removals.countOlder("idempotency_keys", "created_at", ids),
      drop: (db, most) => new RetentionStore(db).dropIdempotencyKeys(ids, most),
    },
    guardStep(removals, at),
    {
      what: "sale keys",
      estimate: () => removals.countOlder("pos_keys", "created_at", ids),
      drop: (db, most) => new RetentionStore(db).dropSaleKeys(ids, most),
    },
    {
      what: "form claims",
      estimate: () => removals.countOlder("form_claims", "claimed_at", ids),
      drop: (db, most) => new RetentionStore(db).dropFormClaims(ids, most),
    },
    {
      what: "verified bank accounts",
      estimate: () => removals.countOlder("verification_passes", "passed_at", passes),
      drop: (db, most) => new RetentionStore(db).dropPasses(passes, most),
    },
    {
      what: "sales",
      estimate: () => removals.countSales(sales),
      drop: (db, most) => new OldSaleStore(db).dropSales(sales, most),
    },
  ];
}

function guardStep(removals: RemovalStore, at: Temporal.Instant): PurgeStep {
  const old = before(at, { days: GUARDS_DAYS });
  return {
    what: "duplicate guards",
    estimate: () => removals.countOlder("duplicate_guards", "expires_at", old),
    drop: (db, most) => new RetentionStore(db).dropDuplicateGuards(old, most),
  };
}

/** Corrected bank accounts are kept as long as tokens, because they replace what tokens stand for. */
function tokenSteps(removals: RemovalStore, tokens: Temporal.Instant): PurgeStep[] {
  return [
    {
      what: "tokens",
      estimate: () => removals.countTokens(tokens),
      drop: (db, most) => new RetentionStore(db).dropTokens(tokens, most),
    },
    {
      what: "corrected bank accounts",
      estimate: () => removals.countOlder("bank_corrections", "used_at", tokens),
      drop: (db, most) => new RetentionStore(db).dropCorrections(tokens, most),
    },
  ];
}

export interface WallPurgeParts extends Pick<PurgeNeeds, "owner"> {
  readonly custody: AuditPurgeNeeds["custody"];
  readonly clock: Clock;
}

/** Removes records that expire by wall time: logs, emails, attempts, sessions, failed logins, audit entries. */
export function purgeWall(
  needs: PurgeNeeds & WallPurgeParts,
  settings: RetentionSettings,
): Promise<string> {
  return runPurge(needs, wallPurge(needs, settings));
}

export function wallPurge(needs: WallPurgeParts, settings: RetentionSettings): Purge {
  const at = needs.clock.wall();
  const steps = [
    ...expiredSteps(settings, at),
    accessStep(needs.owner, at),
    ...recordSteps(needs, settings),
  ];
  return { work: WALL_PURGE, at, steps };
}

function expiredSteps(settings: RetentionSettings, now: Temporal.Instant): PurgeStep[] {
  const step = (
    what: string,
    old: Temporal.Instant,
    drop: (store: ExpiredStore, old: Temporal.Instant, most: number) => Promise<number>,
  ): PurgeStep => ({ what, drop: (db, most) => drop(new ExpiredStore(db), old, most) });
  const { requestLogDays, mailboxDays } = settings;
  const lease = before(now, { minutes: LEASE_MINUTES });
  const session = before(now, { days: SESSION_DAYS });
  const consoleSession = before(now, { days: 1 });
  const run = before(now, { months: RUNS_MONTHS });
  const request = before(now, { days: requestLogDays });
  const nonce = before(now, { minutes: NONCE_MINUTES });
  const mail = before(now, { days: mailboxDays });
  return [
    step("verification leases", lease, (store, old, most) => store.dropLeases(old, most)),
    step("sessions", session, (store, old, most) => store.dropSessions(old, most)),
    step("console sessions", consoleSession, (store, old, most) =>
      store.dropConsoleSessions(old, most),
    ),
    step("password links", now, (store, old, most) => store.dropPasswordLinks(old, most)),
    step("sign-in challenges", now, (store, old, most) => store.dropChallenges(old, most)),
    step("password resets", now, (store, old, most) => store.dropPasswordResets(old, most)),
    step("invitations", now, (store, old, most) => store.dropInvitations(old, most)),
    step("job runs", run, (store, old, most) => store.dropRuns(old, most)),
    step("logged requests", request, (store, old, most) => store.dropRequests(old, most)),
    step("parser nonces", nonce, (store, old, most) => store.dropNonces(old, most)),
    step("emails", mail, (store, old, most) => store.dropMail(old, most)),
  ];
}

function accessStep(owner: DatabasePool, now: Temporal.Instant): WholeStep {
  return { what: "failed logins", dropAll: () => removeOldAccessRecords(owner, now) };
}

/** Records that may be needed as evidence. */
function recordSteps(needs: WallPurgeParts, settings: RetentionSettings): PurgeStep[] {
  const { owner, custody, clock } = needs;
  const removals = new RemovalStore(owner);
  const now = clock.wall();
  const calls = before(now, { months: settings.parserJournalMonths });
  const events = before(now, { days: settings.webhookAttemptsDays });
  // As long as the entries that say who decided.
  const approvals = before(now, { months: settings.auditMonths });
  // Audit entries are dated by business time.
  const acts = before(clock.business(), { months: settings.auditMonths });
  return [
    {
      what: "parser calls",
      estimate: () => removals.countCalls(calls),
      drop: (db, most) => new RetentionStore(db).dropCalls(calls, most),
    },
    {
      what: "webhook attempts",
      estimate: () => removals.countOlder("delivery_attempts", "attempted_at", events),
      drop: (db, most) => new OutboxStore(db).purgeAttempts(events, most),
    },
    {
      what: "webhook events",
      estimate: () => removals.countEvents(events),
      drop: (db, most) => new OutboxStore(db).purgeEvents(events, most),
    },
    {
      what: "approvals",
      estimate: () => removals.countOlder("approvals", "expires_at", approvals),
      drop: (db, most) => new ApprovalStore(db).purgeApprovals(approvals, most),
    },
    {
      what: "audit entries",
      estimate: () => removals.countAuditEntries(acts),
      dropAll: () => purgeAudit({ owner, custody, clock }, acts),
    },
  ];
}

/** A session at the point of sale ends after this long without use. */
const SESSION_DAYS = 30;
const RUNS_MONTHS = 13;
/**
 * The parser refuses a nonce that was used within 15 minutes (B). It is kept for longer, because the clock
 * of the machine that checks it may be behind the clock of the machine that purges.
 */
const NONCE_MINUTES = 30;
/** A guard against duplicates can be held by an attempt with an unknown outcome for so long. */
const GUARDS_DAYS = 7;
/** The longest time that an account can trust a verification (F, settings). */
const PASSES_DAYS = 360;
/** Much longer than any request waits for a verification. */
const LEASE_MINUTES = 5;

/** Calendar months and days, in UTC. */
function before(now: Temporal.Instant, span: Temporal.DurationLike): Temporal.Instant {
  return now.toZonedDateTimeISO("UTC").subtract(span).toInstant();
}
