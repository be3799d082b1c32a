/** Starts everything that runs in the background: timers, due work, deliveries, reconciliation. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { BossJobRunner } from "../adapters/boss-job-runner.ts";
import { Mailbox } from "../adapters/mailbox.ts";
import { HttpWebhookSender } from "../adapters/webhook-sender/webhook-sender.ts";
import type { AchNeeds } from "../core/ach/ach-needs.ts";
import type { BankFailure } from "../core/ach/exchange.ts";
import type { RateAlert } from "../core/ach/rates/judge-rates.ts";
import { describeAlert } from "../core/ach/rates/watch-rates.ts";
import { recordWebhookDisabled } from "../core/audit/system-acts.ts";
import { HeartbeatStore } from "../core/figures/heartbeat-store.ts";
import { HousekeepingStore } from "../core/figures/housekeeping-store.ts";
import { DeliveryStore } from "../core/outbox/claims/delivery-store.ts";
import { Dispatcher } from "../core/outbox/dispatcher.ts";
import { MAIL_LIMITS, MailRoute } from "../core/outbox/mail-route.ts";
import { WebhookRoute } from "../core/outbox/webhook-route.ts";
import type { PaymentNeeds } from "../core/payments/payment-needs.ts";
import { purgeWall, WALL_PURGE } from "../core/retention/retention.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import { countMigrations, unfitSchemaText } from "../db/migrate.ts";
import { startChainingAudit } from "../jobs/chain-audit.ts";
import { startDelivering } from "../jobs/deliver.ts";
import { startExchanging } from "../jobs/exchange-ach.ts";
import { startHeartbeat } from "../jobs/heartbeat.ts";
import { startReconciling } from "../jobs/reconcile.ts";
import { startRestoring } from "../jobs/restore-lost.ts";
import { watchSafeMode } from "../jobs/watch-safe-mode.ts";
import { startWatchingSchema } from "../jobs/watch-schema.ts";
import type { Clock } from "../ports/clock.ts";
import type { ClockComparison } from "../ports/clock-comparison.ts";
import type { TimedJob } from "../ports/jobs.ts";
import type { KeyCustody } from "../ports/key-custody.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Metrics } from "../ports/metrics.ts";
import type { WebhookSender } from "../ports/webhooks.ts";
import { logBankFailure, openAch } from "./areas/ach.ts";
import type { Hosts } from "./areas/hosts.ts";
import { LOST_COMMITS, openPayments } from "./areas/payments.ts";
import { settlePos } from "./areas/pos.ts";
import { startArchive } from "./backup/archive-log.ts";
import { type Installation, openOwner } from "./database/installation.ts";
import { openDeliveryPool, openPaymentsPool } from "./database/pools.ts";
import { openClocks, watchClockTrust } from "./time/clock-check.ts";
import { startDueWorkLoop } from "./time/due-work.ts";
import { VERSION } from "./version.ts";

export interface JobNeeds {
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly hosts: Hosts;
  /** The id under which this process reports. Default: a random one. */
  readonly workerId?: string;
  /** Called with each pool that jobs use, for metrics. */
  readonly onPool?: (pool: DatabasePool) => void;
  /** Jobs on a wall clock schedule, which only remove old records. Default: true. */
  readonly runsTimers?: boolean;
  /** Called if a newer release has made the schema unusable for this one. The process must stop. */
  readonly onUnfitSchema?: () => void;
  /** Replaces the sender of webhooks in test gateways. */
  readonly wrapSender?: (sender: WebhookSender) => WebhookSender;
}

/** How long running work may take to finish when the process stops. */
const STOP_MS = 10_000;

/** Returns a function that stops all jobs. */
export async function startJobs(
  installation: Installation,
  needs: JobNeeds,
): Promise<() => Promise<void>> {
  const { log, place, config } = installation;
  const db = openPaymentsPool(config, place.url);
  const payments = openPayments({ db, config, ...needs });
  // If the list cannot be read now, it is read again in a few seconds.
  await needs.hosts.watchCardHosts(db).catch(() => {});
  // A separate pool: a bank that hangs must not use up the connections that payments need.
  const achDb = openPaymentsPool(config, place.url);
  const onRateAlert = (alert: RateAlert) => log.error({ alert }, describeAlert(alert));
  const opened = openAch({ db: achDb, config, dataDir: place.dataDir, ...needs });
  const ach = { ...opened, onRateAlert };
  const onBankFailure = (failure: BankFailure) => logBankFailure(log, failure);
  // A separate pool, so that heartbeats and claims do not wait behind a long purge.
  const owner = openOwner(place.ownerUrl, config.databaseTimeoutMs);
  const clocks = openClocks(owner, config);
  for (const pool of [db, achDb, owner]) needs.onPool?.(pool);
  const safeMode = await watchSafeMode({ db: owner, onChange: (isOn) => logSafeMode(log, isOn) });
  const { isOn: isHeld } = safeMode;
  const endHeartbeat = startHeartbeats(installation, owner, { ...needs, clocks });
  const endSchemaWatch = await watchJobSchema(installation, owner, needs);
  const endTimers = await startTimers(installation, { ...needs, clocks, isHeld });
  const work = { ...needs, payments, clocks, claimDb: owner, ach: { ...ach, onBankFailure } };
  const endDueWork = startDueWorkLoop(installation, work);
  const endExchange = startExchange(installation, { ach, clocks, onBankFailure });
  const endDeliveries = await startDeliveries(installation, needs, isHeld);
  const endReconcile = startReconciliation(installation, { payments, db, isHeld });
  const endPos = settlePos({
    connectionString: place.url,
    db,
    payments,
    config,
    ...needs,
    isHeld,
    onFailure: (error) =>
      log.error({ err: error }, "pending point-of-sale records could not be finished"),
  });
  const endArchive = await startArchive(installation, owner);
  const endChain = startChain(installation, owner, needs);
  return async () => {
    const ends = [endTimers(), endDeliveries(), endReconcile(), endPos()];
    await Promise.all([...ends, endExchange(STOP_MS), endDueWork(STOP_MS), endHeartbeat()]);
    await Promise.all([endSchemaWatch(), safeMode.stop()]);
    await endChain();
    await endArchive();
    await Promise.all([ach.close(), owner.close(), db.close(), achDb.close()]);
  };
}

function logSafeMode(log: Installation["log"], isOn: boolean): void {
  if (isOn) log.warn("safe mode: nothing is sent to card hosts, banks, endpoints or mailboxes");
  else log.info("safe mode was released");
}

interface ReconciliationParts {
  readonly payments: PaymentNeeds;
  readonly db: DatabasePool;
  readonly isHeld: () => boolean;
}

/** Finishes payments that were left open, and restores those that the database has lost. */
function startReconciliation({ log }: Installation, parts: ReconciliationParts) {
  const { payments, db, isHeld } = parts;
  const endReconcile = startReconciling({
    payments,
    isHeld,
    onFailure: (error) => log.error({ err: error }, "open payments could not be reconciled"),
  });
  const endRestoring = startRestoring({
    payments,
    connectionLosses: () => db.losses,
    onLoss: (counts) => log.error(counts, LOST_COMMITS),
  });
  return async () => {
    await Promise.all([endReconcile(), endRestoring()]);
  };
}

interface ExchangeParts {
  readonly ach: AchNeeds;
  readonly clocks: ClockComparison;
  readonly onBankFailure: (failure: BankFailure) => void;
}

function startExchange(
  { config, log }: Installation,
  { ach, clocks, onBankFailure }: ExchangeParts,
) {
  return startExchanging({
    ach,
    everyMs: config.achPollMs,
    mayTrustClock: watchClockTrust(clocks, log),
    onBankFailure,
    onFailure: (error) => log.error({ err: error }, "the exchange of bank files failed"),
  });
}

function startChain({ log }: Installation, owner: DatabasePool, { custody, clock }: JobNeeds) {
  return startChainingAudit({
    owner,
    custody,
    clock,
    onHead: (head) =>
      log.info(
        { head },
        "head of the audit log; keep it, and pass it to `audit verify --head` to detect removed entries",
      ),
    onFailure: (error) =>
      log.error(
        { err: error },
        "audit entries could not be added to the chain; the job tries again",
      ),
  });
}

function startHeartbeats(
  { log }: Installation,
  owner: DatabasePool,
  { clocks, workerId = randomUUID() }: Omit<TimerNeeds, "isHeld">,
) {
  const heartbeats = new HeartbeatStore(owner);
  const worker = {
    id: workerId,
    host: hostname(),
    processId: process.pid,
    version: VERSION,
  };
  const onFailure = (error: unknown) =>
    log.error({ err: error }, "the heartbeat could not be written");
  return startHeartbeat({ heartbeats, clocks, worker, onFailure });
}

async function watchJobSchema(
  { log }: Installation,
  db: DatabasePool,
  { onUnfitSchema = () => {} }: JobNeeds,
) {
  const known = await countMigrations();
  return startWatchingSchema({
    db,
    known,
    onUnfit: (needed) => {
      log.fatal(`${unfitSchemaText(known, { needed })} This process stops.`);
      onUnfitSchema();
    },
  });
}

interface TimerNeeds extends JobNeeds {
  readonly isHeld: () => boolean;
  readonly clocks: ClockComparison;
}

async function startTimers(installation: Installation, needs: TimerNeeds) {
  const { place, log } = installation;
  if (needs.runsTimers === false) return async () => {};
  const runner = new BossJobRunner({
    database: openOwner(place.ownerUrl),
    metrics: needs.metrics,
    onDone: (name, summary) => log.debug({ job: name }, summary),
    onFailure: (name, error) =>
      log.error({ job: name, err: error }, "a background job failed and will be retried"),
    onConnectionError: (error) => log.error({ err: error }, "the job tables cannot be reached"),
    stopWithinMs: STOP_MS,
    // Due work now has its own loop: see run-due-work.ts.
    retired: ["due-work"],
  });
  await runner.start(timedJobs(installation, needs));
  return () => runner.stop();
}

const MEASURE_SIZE = "measure-size";

async function measureSize(owner: DatabasePool): Promise<string> {
  await new HousekeepingStore(owner).recordSize();
  return "recorded the size of the database";
}

function timedJobs({ owner, config }: Installation, needs: TimerNeeds): TimedJob[] {
  const { custody, clock, clocks, isHeld } = needs;
  const asksOperator = config.environment === "production";
  const purge = { owner, custody, clock, clocks, asksOperator };
  const purgeUnlessHeld = async () =>
    isHeld() ? "nothing is purged in safe mode" : purgeWall(purge, config.retention);
  return [
    { name: WALL_PURGE, cron: "17 * * * *", run: purgeUnlessHeld },
    { name: MEASURE_SIZE, cron: "47 * * * *", run: () => measureSize(owner) },
  ];
}

async function startDeliveries(
  { config, place, log }: Installation,
  needs: JobNeeds,
  isHeld: () => boolean,
) {
  const { custody, clock, wrapSender = (sender) => sender } = needs;
  const db = openDeliveryPool(config, place.url);
  needs.onPool?.(db);
  const onFailure = (error: unknown) =>
    log.error({ err: error }, "webhooks or emails could not be delivered");
  const deliveries = new DeliveryStore(db);
  const http = new HttpWebhookSender({ environment: config.environment, clock });
  const sender = wrapSender(http);
  const webhooks = new WebhookRoute({ db, sender, custody, onDisabled: recordWebhookDisabled });
  const dispatchers = [new Dispatcher({ deliveries, route: webhooks, clock, onFailure })];
  const mailer = await openMailer(config, db, clock);
  if (mailer !== undefined) {
    const route = new MailRoute({ mailer, custody });
    dispatchers.push(new Dispatcher({ deliveries, route, clock, onFailure, limits: MAIL_LIMITS }));
  }
  const delivering = startDelivering({ dispatchers, onFailure, isHeld });
  return async () => {
    await delivering.stop(STOP_MS);
    await http.close();
    await db.close();
  };
}

/** In production without a mail server, emails wait in the outbox. */
async function openMailer(
  { environment, smtpUrl: url, mailFrom: from }: Installation["config"],
  db: DatabasePool,
  clock: Clock,
): Promise<Mailer | undefined> {
  if (url !== undefined && from !== undefined) {
    const { SmtpMailer } = await import("../adapters/smtp-mailer.ts");
    return new SmtpMailer({ url, from });
  }
  return environment === "certification" ? new Mailbox({ db, clock }) : undefined;
}
