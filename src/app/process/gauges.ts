/** The gauges: values that are read from the database and the pools when metrics are requested. */
import { LEAVES_WITHIN } from "../../core/ach/bank-file-store.ts";
import { RateAlertStore } from "../../core/ach/rates/rate-alert-store.ts";
import type { RateLevel } from "../../core/ach/return-rates.ts";
import { AchFigureStore } from "../../core/figures/ach-figure-store.ts";
import { BackupStateStore } from "../../core/figures/backup-state-store.ts";
import { CachedReading } from "../../core/figures/cached-reading.ts";
import { forecastDisk } from "../../core/figures/disk-forecast.ts";
import { FigureStore } from "../../core/figures/figure-store.ts";
import { HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import { HousekeepingStore } from "../../core/figures/housekeeping-store.ts";
import { OperatorProblemStore } from "../../core/figures/operator-problem-store.ts";
import type { ReplicaStore } from "../../core/reports/run/replica-store.ts";
import type { RequestLog } from "../../core/request-log/request-log.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ClockComparison } from "../../ports/clock-comparison.ts";
import type { HsmHealth } from "../../ports/key-custody.ts";
import type { Metrics } from "../../ports/metrics.ts";
import { monthNumber } from "../../values/transaction-id.ts";
import type { Hosts } from "../areas/hosts.ts";
import type { Pools } from "../database/pools.ts";

export interface GaugeNeeds {
  readonly pools: Pick<Pools, "app" | "payments" | "probe">;
  /** Other pools whose connections are counted. */
  readonly otherPools?: readonly Pick<DatabasePool, "connections" | "waiting">[];
  readonly clock: Clock;
  readonly requests: RequestLog | undefined;
  readonly clocks: ClockComparison;
  readonly hsm: HsmHealth | undefined;
  readonly hosts: Pick<Hosts, "cardHostStates" | "certificateEnds">;
  /** Undefined: the database is not on a disk of this machine. */
  readonly freeDiskBytes?: (() => Promise<number>) | undefined;
  /** Undefined: reports have no replica, or this process makes none. */
  readonly replica?: WatchedReplica | undefined;
}

interface WatchedReplica {
  readonly state: Pick<ReplicaStore, "lagMs">;
  readonly lagMaxMs: number;
}

export function addGauges(metrics: Metrics, needs: GaugeNeeds): void {
  addLoadGauges(metrics, needs);
  addWorkGauges(metrics, needs);
  addBankFileGauges(metrics, needs);
  addDatabaseGauges(metrics, needs);
  addHostGauges(metrics, needs);
  if (needs.replica !== undefined) addReplicaGauges(metrics, needs.replica);
  if (needs.hsm !== undefined) addHsmGauges(metrics, needs.hsm);
}

function addHostGauges(metrics: Metrics, { hosts, clock }: GaugeNeeds): void {
  metrics.addLabeledGauge("sixdoors_card_host_connections", () => {
    const states = hosts.cardHostStates();
    return new Map(
      states.flatMap(({ name, connections: open }) => (open ? [[name, open.ready]] : [])),
    );
  });
  metrics.addLabeledGauge("sixdoors_client_certificate_days_left", () => {
    const daysLeft = (end: Temporal.Instant) => clock.wall().until(end).total("hours") / 24;
    return new Map(Array.from(hosts.certificateEnds(), ([name, end]) => [name, daysLeft(end)]));
  });
}

/** A replica that cannot be asked has no known lag, and is not usable. */
function addReplicaGauges(metrics: Metrics, { state, lagMaxMs }: WatchedReplica): void {
  metrics.addGauge("sixdoors_replica_usable", async () => {
    const lagMs = await state.lagMs().catch(() => Number.POSITIVE_INFINITY);
    return lagMs <= lagMaxMs ? 1 : 0;
  });
  metrics.addGauge("sixdoors_replica_lag_seconds", async () => (await state.lagMs()) / 1_000);
}

function addHsmGauges(metrics: Metrics, hsm: HsmHealth): void {
  metrics.addGauge("sixdoors_hsm_calls", () => hsm.counts.calls);
  metrics.addGauge("sixdoors_hsm_failures", () => hsm.counts.failures);
  metrics.addGauge("sixdoors_hsm_reopenings", () => hsm.counts.reopenings);
}

function addWorkGauges(metrics: Metrics, { pools, clocks, clock }: GaugeNeeds): void {
  const figures = new FigureStore(pools.app);
  const heartbeats = new HeartbeatStore(pools.app);
  const skew = async () => (await clocks.compare()).skewMs / 1_000;
  metrics.addGauge("sixdoors_clock_skew_seconds", skew);
  metrics.addGauge("sixdoors_worker_heartbeat_age_seconds", () =>
    heartbeats.findNewestAgeSeconds(),
  );
  metrics.addGauge("sixdoors_due_work_failing", () => figures.countFailingWork());
  metrics.addGauge("sixdoors_due_work_late_seconds", () =>
    figures.findWorkLatenessSeconds(clock.business()),
  );
  metrics.addGauge("sixdoors_master_key_age_days", () =>
    figures.findMasterKeyAgeDays(clock.wall()),
  );
  metrics.addGauge("sixdoors_data_key_age_days", () => figures.findDataKeyAgeDays(clock.wall()));
  const backups = new BackupStateStore(pools.app);
  metrics.addGauge("sixdoors_backup_age_seconds", () => backups.findAgeSeconds("base"));
  metrics.addGauge("sixdoors_backup_log_age_seconds", () => backups.findAgeSeconds("archive"));
  metrics.addGauge("sixdoors_restore_drill_age_seconds", () => backups.findAgeSeconds("drill"));
  metrics.addGauge("sixdoors_purges_held", () => figures.countHeldPurges());
  metrics.addGauge("sixdoors_banks_failing", () => figures.countFailingBanks());
  const rates = new RateAlertStore(pools.app);
  const countRates = (level: RateLevel) => async () => (await rates.countAlerts())[level];
  metrics.addGauge("sixdoors_ach_return_rates_near", countRates("near"));
  metrics.addGauge("sixdoors_ach_return_rates_over", countRates("over"));
}

/** A size is read from the disk, so it is kept for a minute. */
const SIZE_FRESH_MS = 60_000;
const DAYS_LEFT_MAX = 3_650;

function addDatabaseGauges(metrics: Metrics, { pools, clock, freeDiskBytes }: GaugeNeeds): void {
  const store = new HousekeepingStore(pools.app);
  metrics.addGauge("sixdoors_disk_days_left", async () => {
    if (freeDiskBytes === undefined) return DAYS_LEFT_MAX;
    const { fullInDays } = forecastDisk(await store.listSizes(), await freeDiskBytes());
    return Math.min(fullInDays ?? DAYS_LEFT_MAX, DAYS_LEFT_MAX);
  });
  const size = new CachedReading(() => store.findDatabaseBytes(), SIZE_FRESH_MS);
  metrics.addGauge("sixdoors_database_bytes", () => size.read());
  metrics.addGauge(
    "sixdoors_transaction_id_age",
    async () => (await store.findTransactionIds()).age,
  );
  metrics.addGauge("sixdoors_partition_months_ahead", async () => {
    const newest = await store.findNewestMonth();
    return newest === undefined ? 0 : newest - monthNumber(clock.business());
  });
}

function addBankFileGauges(metrics: Metrics, { pools, clock }: GaugeNeeds): void {
  const store = new OperatorProblemStore(pools.payments);
  metrics.addGauge("sixdoors_bank_files_stuck", async () => {
    const closedBefore = clock.business().subtract(LEAVES_WITHIN);
    return (await store.findStuckFiles(closedBefore)).count;
  });
  metrics.addGauge("sixdoors_bank_files_unread", async () => (await store.findUnreadFiles()).count);
  metrics.addGauge(
    "sixdoors_bank_items_unmatched",
    async () => (await store.findUnmatched()).count,
  );
  const ach = new AchFigureStore(pools.payments);
  metrics.addLabeledGauge("sixdoors_ach_files", async () => (await ach.countByState()).files);
  metrics.addLabeledGauge("sixdoors_ach_entries", async () => (await ach.countByState()).entries);
}

function addLoadGauges(metrics: Metrics, needs: GaugeNeeds): void {
  const { pools, clock, requests, otherPools = [] } = needs;
  const figures = new FigureStore(pools.payments);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const all = () => [pools.app, pools.payments, pools.probe, ...otherPools];
  metrics.addGauge("sixdoors_pool_connections", () =>
    sum(all().map(({ connections }) => connections)),
  );
  metrics.addGauge("sixdoors_pool_waiting", () => sum(all().map(({ waiting }) => waiting)));
  metrics.addGauge("sixdoors_open_attempts", () => figures.countOpenAttempts());
  metrics.addGauge("sixdoors_open_attempts_oldest_seconds", () =>
    figures.findOldestAttemptSeconds(clock.wall()),
  );
  metrics.addGauge("sixdoors_outbox_depth", () => figures.countWaitingEvents());
  const attention = new OperatorProblemStore(pools.payments);
  metrics.addGauge(
    "sixdoors_outbox_set_aside",
    async () => (await attention.findFailedEvents()).count,
  );
  metrics.addGauge("sixdoors_webhook_endpoints_failing", async () => {
    const dayAgo = clock.wall().subtract({ hours: 24 });
    return (await attention.findFailingEndpoints(dayAgo)).count;
  });
  metrics.addGauge("sixdoors_outbox_lag_seconds", () => figures.findOutboxLagSeconds(clock.wall()));
  metrics.addGauge("sixdoors_request_log_left_out", () => requests?.leftOut ?? 0);
  metrics.addGauge("sixdoors_clock_ahead_seconds", () =>
    clock.wall().until(clock.business()).total("seconds"),
  );
}
