/** The gauges: values that are read from the database and the pools when metrics are requested. */
import { BankFileStore, LEAVES_WITHIN } from "../../core/ach/bank-file-store.ts";
import { RateAlertStore } from "../../core/ach/rates/rate-alert-store.ts";
import type { RateLevel } from "../../core/ach/return-rates.ts";
import { BackupStateStore } from "../../core/figures/backup-state-store.ts";
import { FigureStore } from "../../core/figures/figure-store.ts";
import { HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import type { RequestLog } from "../../core/request-log/request-log.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ClockComparison } from "../../ports/clock-comparison.ts";
import type { HsmHealth } from "../../ports/key-custody.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Hosts } from "../areas/hosts.ts";
import type { Pools } from "../database/pools.ts";

export interface GaugeNeeds {
  readonly pools: Pools;
  readonly clock: Clock;
  readonly requests: RequestLog | undefined;
  readonly clocks: ClockComparison;
  readonly hsm: HsmHealth | undefined;
  readonly hosts: Pick<Hosts, "cardHostStates">;
}

export function addGauges(metrics: Metrics, needs: GaugeNeeds): void {
  addLoadGauges(metrics, needs);
  addWorkGauges(metrics, needs);
  addBankFileGauges(metrics, needs);
  metrics.addCardHostConnections(() =>
    needs.hosts
      .cardHostStates()
      .flatMap(({ name, connections }) =>
        connections === undefined ? [] : [{ host: name, ready: connections.ready }],
      ),
  );
  if (needs.hsm !== undefined) addHsmGauges(metrics, needs.hsm);
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

function addBankFileGauges(metrics: Metrics, { pools, clock }: GaugeNeeds): void {
  const files = new BankFileStore(pools.payments);
  metrics.addGauge("sixdoors_bank_files_stuck", () =>
    files.countStuckFiles(clock.business().subtract(LEAVES_WITHIN)),
  );
  metrics.addGauge("sixdoors_bank_items_unmatched", () => files.countOpenUnmatched());
}

function addLoadGauges(metrics: Metrics, { pools, clock, requests }: GaugeNeeds): void {
  const all = [pools.app, pools.payments, pools.probe];
  const figures = new FigureStore(pools.payments);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  metrics.addGauge("sixdoors_pool_connections", () =>
    sum(all.map(({ connections }) => connections)),
  );
  metrics.addGauge("sixdoors_pool_waiting", () => sum(all.map(({ waiting }) => waiting)));
  metrics.addGauge("sixdoors_open_attempts", () => figures.countOpenAttempts());
  metrics.addGauge("sixdoors_open_attempts_oldest_seconds", () =>
    figures.findOldestAttemptSeconds(clock.wall()),
  );
  metrics.addGauge("sixdoors_outbox_depth", () => figures.countWaitingEvents());
  metrics.addGauge("sixdoors_outbox_set_aside", () => figures.countFailedEvents());
  metrics.addGauge("sixdoors_outbox_lag_seconds", () => figures.findOutboxLagSeconds(clock.wall()));
  metrics.addGauge("sixdoors_request_log_left_out", () => requests?.leftOut ?? 0);
  metrics.addGauge("sixdoors_clock_ahead_seconds", () =>
    clock.wall().until(clock.business()).total("seconds"),
  );
}
