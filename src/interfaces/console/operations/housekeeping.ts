/** Partitions, purges, vacuum, growth of the database and slow statements. */
import { ACH_PURGE } from "../../../core/ach/purge.ts";
import { RunStore } from "../../../core/calendar/run-store.ts";
import { workLabel } from "../../../core/calendar/work-label.ts";
import { forecastDisk } from "../../../core/figures/disk-forecast.ts";
import { HousekeepingStore } from "../../../core/figures/housekeeping-store.ts";
import { partitionOutlook } from "../../../core/figures/partition-outlook.ts";
import { ServerStore } from "../../../core/figures/server-store.ts";
import { PurgeStore } from "../../../core/retention/purge-store.ts";
import { BUSINESS_PURGE, WALL_PURGE } from "../../../core/retention/retention.ts";
import { monthNumber } from "../../../values/transaction-id.ts";
import { asJson } from "../as-json.ts";
import type { Routes } from "../routes.ts";
import type { DiskView, Housekeeping, PurgeLine, SlowStatementLine } from "./contract.ts";
import type { OperationsBaseNeeds } from "./operations-needs.ts";

export interface HousekeepingNeeds extends OperationsBaseNeeds {
  /** Of the disk with the database. Undefined if the database is on another machine. */
  readonly freeDiskBytes: (() => Promise<number>) | undefined;
  readonly slowStatements: {
    readonly slowerThanMs: number;
    readonly list: () => readonly SlowStatementLine[];
  };
}

export function addHousekeeping(routes: Routes, needs: HousekeepingNeeds): void {
  const { app, clock, slowStatements } = needs;
  const processStartedAt = clock.wall().toString();
  routes.get("/operations/housekeeping", "operations", async (): Promise<Housekeeping> => {
    const store = new HousekeepingStore(app);
    const [partitions, purges, transactionIds, tables, disk] = await Promise.all([
      new ServerStore(app).listPartitions(),
      listPurges(needs),
      store.findTransactionIds(),
      store.listTableHealth(),
      readDisk(needs, store),
    ]);
    return {
      partitions: partitionOutlook(partitions, monthNumber(clock.business())),
      purges,
      transactionIds,
      tables: asJson(tables),
      disk,
      slow: {
        processStartedAt,
        slowerThanMs: slowStatements.slowerThanMs,
        statements: slowStatements.list(),
      },
    };
  });
}

async function readDisk(
  { freeDiskBytes }: HousekeepingNeeds,
  store: HousekeepingStore,
): Promise<DiskView> {
  const freeBytes = (await freeDiskBytes?.().catch(() => null)) ?? null;
  const [databaseBytes, sizes] = await Promise.all([store.findDatabaseBytes(), store.listSizes()]);
  return { databaseBytes, freeBytes, sizes, ...forecastDisk(sizes, freeBytes) };
}

/** The hourly purge is a timed job without recorded runs: it only has how far it got. */
async function listPurges({ app }: HousekeepingNeeds): Promise<readonly PurgeLine[]> {
  const [work, store] = [await new RunStore(app).listWork(), new PurgeStore(app)];
  const names = [BUSINESS_PURGE, ACH_PURGE, WALL_PURGE];
  return Promise.all(
    names.map(async (name) => {
      const [known, state] = [work.find((each) => each.name === name), await store.findState(name)];
      return {
        work: name,
        label: workLabel(name),
        nextAt: known?.dueAt.toString() ?? null,
        lastRun: known?.lastRun ? asJson(known.lastRun) : null,
        doneUpTo: state?.doneUpTo?.toString() ?? null,
        isHeld: Boolean(state?.heldUpTo) && state?.isAllowed !== true,
      };
    }),
  );
}
