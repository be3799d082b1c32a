/**
 * Reads the partners that a caller can see: its own and all below it. Every statement has this
 * limit; row-level security is the second protection.
 */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import { filterConditions, type ListFilters } from "../scope/list-filter-sql.ts";
import type { Named } from "../scope/reference-store.ts";
import {
  type Slice,
  type Visible,
  type VisiblePage,
  visiblePartners,
} from "../scope/visible-store.ts";
import type { PartnerValues } from "./partner-values.ts";

export interface PartnerRecord extends PartnerValues {
  readonly id: string;
  /** The partner's name at the parser. */
  readonly partnerId: string;
  /** Null for a top-level partner, and if the caller cannot see the parent. */
  readonly parent: Named | null;
  readonly location: Named | null;
  readonly contact: { readonly id: string } | null;
  /** The addresses and ranges that may call the parser. */
  readonly allowList: readonly string[];
  readonly version: number;
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}

export interface PartnerQuestion extends Slice, ListFilters {
  /** Only this partner and those below it. Undefined: all that the caller can see. */
  readonly topId: string | undefined;
}

export class PartnerStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async listPartners(
    callerId: string,
    { take, skip, topId, ...filters }: PartnerQuestion,
  ): Promise<VisiblePage<PartnerRecord>> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const visible = await visiblePartners(db, callerId, topId);
      const partnerIds = await matchingPartners(db, visible, filterConditions(filters));
      const items = await db.rows<PartnerRecord>`
        ${selectPartners(callerId)}
        where item.id in (
          select id from partners where id = any (${partnerIds}::bigint[])
          order by id limit ${take} offset ${skip})
          and item.path @> array[${callerId}::bigint]
        order by item.id`;
      return { total: partnerIds.length, items };
    });
  }

  async findPartner(callerId: string, id: string): Promise<PartnerRecord | undefined> {
    return this.#app.within({ partnerId: callerId }, (db) => findPartner({ db, callerId }, id));
  }

  /** Whether the partner exists and is active, with every partner above it. */
  async isPartnerActive(partnerId: string): Promise<boolean> {
    const [row] = await this.#app.rows<{ isActive: boolean }>`
      select is_partner_active(${partnerId}, null) as "isActive"`;
    return row?.isActive ?? false;
  }
}

async function matchingPartners(
  db: Database,
  { partnerIds }: Visible,
  conditions: readonly Sql[],
): Promise<readonly string[]> {
  if (conditions.length === 0) return partnerIds;
  const rows = await db.rows<{ id: string }>`
    select id from partners where id = any (${partnerIds}::bigint[]) and ${allConditions(conditions)}`;
  return rows.map(({ id }) => id);
}

export async function findPartner(
  { db, callerId }: { readonly db: Database; readonly callerId: string },
  id: string,
): Promise<PartnerRecord | undefined> {
  const [row] = await db.rows<PartnerRecord>`
    ${selectPartners(callerId)}
    where item.id = ${id} and item.path @> array[${callerId}::bigint]`;
  return row;
}

function selectPartners(callerId: string): Sql {
  return sql`
    select item.id, item.name, item.reference, item.billing_id as "billingId",
      coalesce(login.parser_name, item.reference) as "partnerId",
      item.verification_phrase as "verificationPhrase",
      item.client_can_order_equipment as "clientCanOrderEquipment",
      item.is_active as "isActive", item.version, item.created_at as created,
      item.modified_at as modified,
      case when parent.id is not null
        then json_build_object('id', parent.id::text, 'name', parent.name) end as parent,
      case when location.id is not null
        then json_build_object('id', location.id::text, 'name', location.name) end as location,
      case when item.contact_id is not null
        then json_build_object('id', item.contact_id::text) end as contact,
      array(
        select case when masklen(range) = case family(range) when 4 then 32 else 128 end
          then host(range) else text(range) end
        from unnest(login.allow_list) with ordinality as listed (range, place) order by place
      ) as "allowList"
    from partners item
    left join partner_credentials login on login.partner_id = item.id
    left join partners parent
      on parent.id = item.parent_id and parent.path @> array[${callerId}::bigint]
    left join locations location on location.id = item.location_id`;
}
