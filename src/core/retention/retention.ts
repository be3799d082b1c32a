/** How long things are kept, and what removes them after that. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RetentionSettings } from "../../values/retention-settings.ts";
import { idRange, monthOf } from "../../values/transaction-id.ts";
import { forgetOldAccess } from "../access/access.ts";
import { type PurgeNeeds, purgeAudit } from "../audit/purge-audit.ts";
import { OutboxStore } from "../outbox/outbox-store.ts";
import { dropMonthsBefore } from "../payments/ids/partition-store.ts";
import { RetentionStore } from "./retention-store.ts";

/** What business time makes old: transactions, tokens, ids. */
export async function purgeBusiness(
  owner: DatabasePool,
  settings: RetentionSettings,
  now: Temporal.Instant,
): Promise<string> {
  const store = new RetentionStore(owner);
  const oldest = oldestMonth(settings, now);
  const partitions = await dropMonthsBefore(owner, oldest);
  const updates = partitions.length > 0 ? await store.dropUpdates(idRange(oldest).first) : 0;
  const counters = await store.dropCounters(oldest);
  const tokens = await store.dropTokens(before(now, { months: settings.tokensMonths }));
  const ids = await store.dropUnspentIds(before(now, { days: settings.unspentIdsDays }));
  const passes = await store.dropPasses(before(now, { days: PASSES_DAYS }));
  const sales = await purgeSales(store, before(now, { months: settings.transactionsMonths }));
  return said({
    partitions: partitions.length,
    "ACH updates": updates,
    counters,
    tokens,
    "unspent ids": ids,
    "verified bank accounts": passes,
    sales,
  });
}

/** The till's. Texts that only old sales had go with them. */
async function purgeSales(store: RetentionStore, old: Temporal.Instant): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await store.dropSales(old, BATCH);
    removed += count;
    if (count < BATCH) break;
  }
  if (removed > 0) await store.dropTerms();
  return removed;
}

/** An id may be spent long after its month: the month goes when the youngest of it is old enough. */
function oldestMonth(settings: RetentionSettings, now: Temporal.Instant): number {
  const { transactionsMonths: months, unspentIdsDays: days } = settings;
  return monthOf(before(before(now, { months }), { days }));
}

export interface WallPurgeNeeds {
  readonly owner: DatabasePool;
  readonly custody: PurgeNeeds["custody"];
  readonly clock: Clock;
}

/** What wall time makes old: logs, letters, attempts, sessions, failed logins, the audit. */
export async function purgeWall(
  { owner, custody, clock }: WallPurgeNeeds,
  settings: RetentionSettings,
): Promise<string> {
  const now = clock.wall();
  const store = new RetentionStore(owner);
  const counts = {
    "verification leases": await store.dropLeases(before(now, { minutes: LEASE_MINUTES })),
    sessions: await store.dropSessions(before(now, { days: SESSION_DAYS })),
    "console sessions": await store.dropConsoleSessions(before(now, { days: 1 })),
    "password links": await store.dropPasswordLinks(now),
    invitations: await store.dropInvitations(now),
    runs: await store.dropRuns(before(now, { months: RUNS_MONTHS })),
    requests: await store.dropRequests(before(now, { days: settings.requestLogDays })),
    "parser calls": await inBatches((most) =>
      store.dropCalls(before(now, { months: settings.parserJournalMonths }), most),
    ),
    nonces: await store.dropNonces(before(now, { minutes: NONCE_MINUTES })),
    letters: await store.dropMail(before(now, { days: settings.mailboxDays })),
    "webhook events": await purgeEvents(owner, before(now, { days: settings.webhookAttemptsDays })),
    "failed logins": await forgetOldAccess(owner, now),
    // Acts are dated by business time.
    acts: await purgeAudit(
      { owner, custody, clock },
      before(clock.business(), { months: settings.auditMonths }),
    ),
  };
  return said(counts);
}

async function purgeEvents(owner: DatabasePool, old: Temporal.Instant): Promise<number> {
  const outbox = new OutboxStore(owner);
  return inBatches((most) => outbox.purge(old, most));
}

async function inBatches(drop: (most: number) => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await drop(BATCH);
    removed += count;
    if (count === 0) return removed;
  }
}

const BATCH = 5_000;
/** A till's session is over after this long without use. */
const SESSION_DAYS = 30;
const RUNS_MONTHS = 13;
/** B: a nonce is refused when it was seen within so long. */
const NONCE_MINUTES = 15;
/** The longest that an account may trust a pass (F, settings). */
const PASSES_DAYS = 360;
/** Long after the last who waited for it has gone. */
const LEASE_MINUTES = 5;

/** Calendar months and days, in UTC. */
function before(now: Temporal.Instant, span: Temporal.DurationLike): Temporal.Instant {
  return now.toZonedDateTimeISO("UTC").subtract(span).toInstant();
}

function said(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return "nothing was old enough";
  return `removed ${some.map(([what, count]) => `${count} ${what}`).join(", ")}`;
}
