/**
 * Partners, as one of them may see them: itself and all below it. Every statement says so itself,
 * and row-level security says it again.
 */
import type { Database, DatabasePool } from "../../db/database.ts";

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Partner extends Named {
  readonly reference: string;
  readonly billingId: string | undefined;
  /** Its name at the parser. */
  readonly parserName: string;
  readonly verificationPhrase: string | undefined;
  readonly clientCanOrderEquipment: boolean;
  /** Undefined at the top, and where the caller may not see it. */
  readonly parent: Named | undefined;
  readonly version: number;
  readonly location: Named | undefined;
  readonly contactId: string | undefined;
  readonly isActive: boolean;
}

export interface PartnerQuestion {
  readonly take: number;
  readonly skip: number;
  /** Only this partner and those below it. Absent: all that the caller may see. */
  readonly topId: string | undefined;
}

export interface PartnerPage {
  readonly total: number;
  readonly partners: readonly Partner[];
}

interface PartnerRow {
  readonly id: string;
  readonly name: string;
  readonly reference: string;
  readonly billing_id: string | null;
  readonly parser_name: string;
  readonly verification_phrase: string | null;
  readonly client_can_order_equipment: boolean;
  readonly parent_id: string | null;
  readonly parent_name: string | null;
  readonly version: number;
  readonly location_id: string | null;
  readonly location_name: string | null;
  readonly contact_id: string | null;
  readonly is_active: boolean;
}

export class PartnerStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  async list(callerId: string, { take, skip, topId }: PartnerQuestion): Promise<PartnerPage> {
    const top = topId ?? callerId;
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const total = await countBelow(db, callerId, top);
      const partners = await pageBelow(db, { callerId, top, take, skip });
      return { total, partners };
    });
  }

  /** False as well for a partner that is not there. */
  async isActive(partnerId: string): Promise<boolean> {
    const [row] = await this.#app.within(
      { partnerId },
      (db) => db.rows`select from partners where id = ${partnerId} and is_active`,
    );
    return row !== undefined;
  }
}

// A partner above the caller stands in every path that the caller sees: the top must itself be
// visible, or naming it would tell that it is there.
async function countBelow(db: Database, callerId: string, top: string): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select count(*)::integer as total
    from partners
    where path @> array[${callerId}::bigint, ${top}::bigint]
      and exists (
        select from partners top
        where top.id = ${top} and top.path @> array[${callerId}::bigint])`;
  return row?.total ?? 0;
}

interface Slice {
  readonly callerId: string;
  readonly top: string;
  readonly take: number;
  readonly skip: number;
}

// The page is cut before anything is joined to it: only its own rows are looked up elsewhere.
async function pageBelow(
  db: Database,
  { callerId, top, take, skip }: Slice,
): Promise<readonly Partner[]> {
  const rows = await db.rows<PartnerRow>`
    select page.id, page.name, page.reference, page.billing_id, page.verification_phrase,
      page.client_can_order_equipment, page.version, page.location_id, page.contact_id,
      page.is_active, coalesce(credentials.parser_name, page.reference) as parser_name,
      parent.id as parent_id, parent.name as parent_name, location.name as location_name
    from (
      select * from partners
      where path @> array[${callerId}::bigint, ${top}::bigint]
        and exists (
          select from partners top
          where top.id = ${top} and top.path @> array[${callerId}::bigint])
      order by id limit ${take} offset ${skip}
    ) page
    left join partner_credentials credentials on credentials.partner_id = page.id
    left join partners parent
      on parent.id = page.parent_id and parent.path @> array[${callerId}::bigint]
    left join locations location on location.id = page.location_id
    order by page.id`;
  return rows.map(toPartner);
}

function toPartner(row: PartnerRow): Partner {
  return {
    id: row.id,
    name: row.name,
    reference: row.reference,
    billingId: row.billing_id ?? undefined,
    parserName: row.parser_name,
    verificationPhrase: row.verification_phrase ?? undefined,
    clientCanOrderEquipment: row.client_can_order_equipment,
    parent: toNamed(row.parent_id, row.parent_name),
    version: row.version,
    location: toNamed(row.location_id, row.location_name),
    contactId: row.contact_id ?? undefined,
    isActive: row.is_active,
  };
}

function toNamed(id: string | null, name: string | null): Named | undefined {
  return id === null || name === null ? undefined : { id, name };
}
