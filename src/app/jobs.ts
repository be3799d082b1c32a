/** Starts everything that runs in the background: timers, due work, deliveries, reconciliation. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { AchNeeds } from "../core/ach/ach-needs.ts";
import type { BankFailure } from "../core/ach/exchange.ts";
import type { RateAlert } from "../core/ach/rates/judge-rates.ts";
import { describeAlert } from "../core/ach/rates/watch-rates.ts";
import { HeartbeatStore } from "../core/figures/heartbeat-store.ts";
import type { PaymentNeeds } from "../core/payments/payment-needs.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import { countMigrations, unfitSchemaText } from "../db/migrate.ts";
import { startChainingAudit } from "../jobs/chain-audit.ts";
import { startExchanging } from "../jobs/exchange-ach.ts";
import { startHeartbeat } from "../jobs/heartbeat.ts";
import { startReconciling } from "../jobs/reconcile.ts";
import { startRestoring } from "../jobs/restore-lost.ts";
import { watchSafeMode } from "../jobs/watch-safe-mode.ts";
import { startWatchingSchema } from "../jobs/watch-schema.ts";
import type { ClockComparison } from "../ports/clock-comparison.ts";
import { logBankFailure, openAch } from "./areas/ach.ts";
import { LOST_COMMITS, openPayments } from "./areas/payments.ts";
import { settlePos } from "./areas/pos.ts";
import { startArchive } from "./backup/archive-log.ts";
import { type Installation, openOwner } from "./database/installation.ts";
import { openPaymentsPool } from "./database/pools.ts";
import { startDeliveries } from "./deliveries.ts";
import { type JobNeeds, STOP_MS } from "./job-needs.ts";
import { openClocks, watchClockTrust } from "./time/clock-check.ts";
import { startDueWorkLoop } from "./time/due-work.ts";
import { startTimers, type TimerNeeds } from "./timers.ts";
import { VERSION } from "./version.ts";

/** The last step of a stop, which must end before systemd's TimeoutStopSec. */
const ARCHIVE_STOP_MS = 5_000;

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
    await endArchive(ARCHIVE_STOP_MS);
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
    connectionLosses: () => db.lossesOfAnyNode,
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
