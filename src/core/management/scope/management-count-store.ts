/** Counts devices, inspections and other records that a partner or client can see. */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { dueConditions, yearBefore } from "../attestations/inspection-store.ts";
import {
  type DeviceFilters,
  deviceConditions,
  isNarrow,
} from "../devices/device-register-store.ts";
import { countRecords, listingCondition, type Visible, visiblePartners } from "./visible-store.ts";

export interface StateCount {
  readonly stateId: number;
  readonly devices: number;
}

export interface DueCounts {
  readonly overdue: number;
  /** Due within 30 days from now. */
  readonly within30: number;
  /** Due within 60 days from now, including the first 30. */
  readonly within60: number;
}

export interface OwnedCounts {
  readonly clients: number;
  readonly locations: number;
  readonly people: number;
  readonly attestations: number;
}

export class ManagementCountStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  /** Counts all states: a state in the filters is ignored. */
  async countDevicesByState(
    callerId: string,
    filters: DeviceFilters,
  ): Promise<readonly StateCount[]> {
    const all = { ...filters, stateId: undefined };
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const visible = await visiblePartners(db, callerId, filters.topId);
      if (visible.partnerIds.length === 0) return [];
      return isNarrow(all)
        ? countMatching(db, visible, deviceConditions(all))
        : readStoredCounts(db, visible);
    });
  }

  /** `at` is the time of the business clock. */
  async countInspectionsDue(
    callerId: string,
    at: Temporal.Instant,
    { topId, clientId }: Pick<DeviceFilters, "topId" | "clientId">,
  ): Promise<DueCounts> {
    const [now, in30] = [yearBefore(at), yearBefore(at.add(DAYS_30))];
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const visible = await visiblePartners(db, callerId, topId);
      const conditions = [
        ...dueConditions(at.add(DAYS_30).add(DAYS_30)),
        ...(clientId === undefined ? [] : [sql`client_id = ${clientId}`]),
      ];
      if (visible.partnerIds.length === 0) return NONE_DUE;
      const [row] = await db.rows<DueCounts>`
        select count(*) filter (where inspection_from <= ${now})::float8 as overdue,
          count(*) filter (where inspection_from > ${now}
            and inspection_from <= ${in30})::float8 as within30,
          count(*) filter (where inspection_from > ${now})::float8 as within60
        from devices where ${listingCondition({ table: "devices", visible, conditions })}`;
      return row ?? NONE_DUE;
    });
  }

  /** Counts the records of a partner and of all partners below it. */
  async countOwned(callerId: string, topId: string | undefined): Promise<OwnedCounts> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const visible = await visiblePartners(db, callerId, topId);
      return {
        clients: await countRecords(db, "clients", visible),
        locations: await countRecords(db, "locations", visible),
        people: await countRecords(db, "contacts", visible),
        attestations: await countRecords(db, "attestations", visible),
      };
    });
  }

  /** Attestations are counted per request, not per device. */
  async countOwnedByClient(
    callerId: string,
    clientId: string,
  ): Promise<Omit<OwnedCounts, "clients">> {
    const [row] = await this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<Omit<OwnedCounts, "clients">>`
        select
          (select count(*)::integer from locations where client_id = client.id) as locations,
          (select count(*)::integer from contacts where client_id = client.id) as people,
          (select count(*)::integer from attestations
            where client_id = client.id and act_id = id) as attestations
        from clients client
        join partners owner
          on owner.id = client.direct_partner_id and owner.path @> array[${callerId}::bigint]
        where client.id = ${clientId}`,
    );
    return row ?? { locations: 0, people: 0, attestations: 0 };
  }
}

const DAYS_30 = Temporal.Duration.from({ hours: 30 * 24 });
const NONE_DUE: DueCounts = { overdue: 0, within30: 0, within60: 0 };

function readStoredCounts(db: Database, { partnerIds }: Visible): Promise<StateCount[]> {
  return db.rows<StateCount>`
    select device_state_id::integer as "stateId", sum(devices)::float8 as devices
    from device_counts where partner_id = any (${partnerIds}::bigint[])
    group by device_state_id having sum(devices) > 0 order by device_state_id`;
}

function countMatching(
  db: Database,
  visible: Visible,
  conditions: readonly Sql[],
): Promise<StateCount[]> {
  return db.rows<StateCount>`
    select device_state_id::integer as "stateId", count(*)::float8 as devices
    from devices where ${listingCondition({ table: "devices", visible, conditions, isOfTree: true })}
    group by device_state_id order by device_state_id`;
}
