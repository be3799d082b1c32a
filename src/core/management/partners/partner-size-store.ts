/** Reads from stored counts how many records a partner and all partners below it have. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { countDevices, countRecords, visiblePartners } from "../scope/visible-store.ts";

export interface PartnerSize {
  readonly subPartners: number;
  readonly clients: number;
  readonly locations: number;
  readonly users: number;
  readonly devices: number;
}

export class PartnerSizeStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async measurePartner(partnerId: string): Promise<PartnerSize> {
    return this.#app.within({ partnerId }, async (db) => {
      const visible = await visiblePartners(db, partnerId, undefined);
      return {
        subPartners: Math.max(visible.partnerIds.length - 1, 0),
        clients: await countRecords(db, "clients", visible),
        locations: await countRecords(db, "locations", visible),
        users: await countRecords(db, "contacts", visible),
        devices: await countDevices(db, visible, undefined),
      };
    });
  }
}
