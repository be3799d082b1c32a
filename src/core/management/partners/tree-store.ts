/** Reads the tree of partners from the caller's partner down. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { sql } from "../../../db/sql.ts";
import type { Named } from "../scope/reference-store.ts";
import { containsText, type Slice, type VisiblePage } from "../scope/visible-store.ts";

export interface Branch extends Named {
  readonly reference: string;
  readonly isActive: boolean;
  /** Direct sub-partners only. */
  readonly subPartners: number;
  /** Including those of all partners below. */
  readonly clients: number;
  readonly devices: number;
}

export interface FoundPartner extends Named {
  readonly reference: string;
  /** Null: it is the caller's own partner. */
  readonly parent: Named | null;
}

export class TreeStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  /** From the caller down to this partner. Empty if the caller cannot see this partner. */
  async findTrail(callerId: string, partnerId: string): Promise<readonly Named[]> {
    return this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<Named>`
        select step.id, step.name
        from partners item join partners step on step.id = any (item.path)
        where item.id = ${partnerId} and item.path @> array[${callerId}::bigint]
          and step.path @> array[${callerId}::bigint]
        order by cardinality(step.path)`,
    );
  }

  /** The direct sub-partners of a partner, by name. */
  async listBranches(
    callerId: string,
    partnerId: string,
    { take, skip }: Slice,
  ): Promise<VisiblePage<Branch>> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const isSeen = sql`parent_id = ${partnerId} and path @> array[${callerId}::bigint]`;
      const [row] = await db.rows<{ total: number }>`
        select count(*)::integer as total from partners where ${isSeen}`;
      const items = await db.rows<Branch>`
        select item.id, item.name, item.reference, item.is_active as "isActive",
          (select count(*)::integer from partners one where one.parent_id = item.id)
            as "subPartners",
          (select coalesce(sum(kept.clients), 0)::float8 from partners one
            join management_counts kept on kept.partner_id = one.id
            where one.path @> array[item.id]) as clients,
          (select coalesce(sum(kept.devices), 0)::float8 from partners one
            join device_counts kept on kept.partner_id = one.id
            where one.path @> array[item.id]) as devices
        from (
          select * from partners where ${isSeen} order by name, id limit ${take} offset ${skip}
        ) item
        order by item.name, item.id`;
      return { total: row?.total ?? 0, items };
    });
  }

  /** Searches names and references. */
  async searchPartners(
    callerId: string,
    text: string,
    take: number,
  ): Promise<readonly FoundPartner[]> {
    return this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<FoundPartner>`
        select item.id, item.name, item.reference,
          case when parent.id is not null
            then json_build_object('id', parent.id::text, 'name', parent.name) end as parent
        from partners item
        left join partners parent
          on parent.id = item.parent_id and parent.path @> array[${callerId}::bigint]
        where item.path @> array[${callerId}::bigint]
          and ${containsText([sql`item.name`, sql`item.reference`], text)}
        order by item.name, item.id limit ${take}`,
    );
  }
}
