/** Versions, database, partitions, connections, keys, settings and retention. */
import { type Partition, ServerStore } from "../../../core/figures/server-store.ts";
import { retentionOutlook } from "../../../core/retention/outlook.ts";
import { OutlookStore } from "../../../core/retention/outlook-store.ts";
import type { RetentionSettings } from "../../../values/retention-settings.ts";
import { monthOfId } from "../../../values/transaction-id.ts";
import { asJson } from "../as-json.ts";
import type { Routes } from "../routes.ts";
import type { PoolLine, SettingLine, System } from "./contract.ts";
import type { OperationsBaseNeeds } from "./operations-needs.ts";

export interface SystemNeeds extends OperationsBaseNeeds {
  readonly release: {
    readonly product: string;
    readonly schema: number;
    readonly environment: string;
  };
  readonly settings: readonly SettingLine[];
  readonly retention: RetentionSettings;
  /** Read on each request. */
  readonly pools: () => readonly PoolLine[];
  /** Undefined if there is no replica. */
  readonly replicaLagMs: (() => Promise<number>) | undefined;
  readonly masterKeys: () => Promise<readonly MasterKeyAge[]>;
}

export interface MasterKeyAge {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly createdAt: Temporal.Instant;
  readonly keysInUse: number;
  readonly keysRetired: number;
}

export function addSystem(routes: Routes, needs: SystemNeeds): void {
  const startedAt = needs.clock.wall();
  const { app, release, settings, pools } = needs;
  routes.get("/operations/system", "operations", async (): Promise<System | undefined> => {
    const server = new ServerStore(app);
    const [facts, partitions, masterKeys, lagMs] = await Promise.all([
      server.findServerFacts(),
      server.listPartitions(),
      needs.masterKeys(),
      replicaLag(needs),
    ]);
    if (facts === undefined) return undefined;
    return {
      ...release,
      node: process.version,
      processStartedAt: startedAt.toString(),
      server: asJson(facts),
      pools: pools(),
      replica: { isThere: needs.replicaLagMs !== undefined, lagMs },
      masterKeys: asJson(masterKeys),
      partitions,
      retention: await retentionLines(needs, partitions),
      settings,
    };
  });
}

/** Null if there is no replica, it does not respond, or it has never received data. */
async function replicaLag({ replicaLagMs }: SystemNeeds): Promise<number | null> {
  const lagMs = await replicaLagMs?.().catch(() => null);
  return typeof lagMs === "number" && Number.isFinite(lagMs) ? lagMs : null;
}

async function retentionLines(
  { app, payments, clock, retention: settings }: SystemNeeds,
  partitions: readonly Partition[],
) {
  const [own, tenants] = await Promise.all([
    new OutlookStore(app).findOldest(),
    new OutlookStore(payments).findOldestOfTenants(),
  ]);
  const [business, wall] = [clock.business(), clock.wall()];
  const oldest = { ...own, ...tenants };
  return asJson(
    retentionOutlook({ settings, business, wall, oldest, months: partitionMonths(partitions) }),
  );
}

function partitionMonths(partitions: readonly Partition[]): readonly number[] {
  const months = partitions
    .filter(({ table }) => table === "transactions")
    .map(({ bounds }) => monthOfId(/\d+/.exec(bounds)?.[0] ?? "0"));
  return months.toSorted((one, other) => one - other);
}
