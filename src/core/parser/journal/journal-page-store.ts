/**
 * Reads the journal for a partner: its own calls and those of all partners below it. Every
 * statement states this, and row-level security checks it again.
 */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface JournaledCall {
  readonly messageId: string;
  readonly calledAt: Temporal.Instant;
  readonly partner: Named;
  readonly client: Named | undefined;
  readonly device: { readonly id: string; readonly serialNumber: string } | undefined;
  readonly reference: string | undefined;
  readonly errorCode: number | undefined;
  readonly isReplay: boolean;
  readonly tookMs: number;
}

export interface JournalQuery {
  readonly take: number;
  readonly skip: number;
  /** Only calls of this partner and the partners below it. */
  readonly topId: string | undefined;
  readonly clientId: string | undefined;
}

export interface JournalPage {
  readonly total: number;
  readonly calls: readonly JournaledCall[];
}

export interface CallRow {
  readonly message_id: string;
  readonly called_at: Temporal.Instant;
  readonly partner_id: string;
  readonly partner_name: string;
  readonly client_id: string | null;
  readonly client_name: string | null;
  readonly device_id: string | null;
  readonly serial_number: string | null;
  readonly reference: string | null;
  readonly error_code: number | null;
  readonly is_replay: boolean;
  readonly took_ms: number;
}

export class JournalPageStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  /** Oldest first. */
  async listCalls(callerId: string, question: JournalQuery): Promise<JournalPage> {
    const { topId = callerId, clientId } = question;
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const isNamed = clientId === undefined || (await canSeeClient(db, callerId, clientId));
      const partnerIds = isNamed ? await listPartnersBelow(db, callerId, topId) : [];
      const total = await countCalls(db, partnerIds, question);
      const rows = total === 0 ? [] : await selectPage(db, partnerIds, question);
      return { total, calls: rows.map(toJournaledCall) };
    });
  }

  /** Returns undefined for an unknown call and for one that the caller may not see. */
  async findCall(callerId: string, messageId: string): Promise<JournaledCall | undefined> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const [row] = await db.rows<CallRow>`
        select call.*, partner.name as partner_name, client.name as client_name,
          device.serial_number
        from parser_journal call
        join partners partner
          on partner.id = call.partner_id and partner.path @> array[${callerId}::bigint]
        left join clients client on client.id = call.client_id
        left join devices device on device.id = call.device_id
        where call.message_id = ${messageId}`;
      return row && toJournaledCall(row);
    });
  }
}

/** A partner above the caller is in every path too, so `top` itself must be visible. */
export async function listPartnersBelow(
  db: Database,
  callerId: string,
  top: string,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>`
    select id from partners
    where path @> array[${callerId}::bigint, ${top}::bigint]
      and exists (
        select from partners top where top.id = ${top} and top.path @> array[${callerId}::bigint])`;
  return rows.map(({ id }) => id);
}

/** A client that moved to another partner is not visible, but its calls stay with their partner. */
async function canSeeClient(db: Database, callerId: string, clientId: string): Promise<boolean> {
  const rows = await db.rows`
    select from clients client join partners owner on owner.id = client.direct_partner_id
    where client.id = ${clientId} and owner.path @> array[${callerId}::bigint]`;
  return rows.length > 0;
}

async function countCalls(
  db: Database,
  partnerIds: readonly string[],
  { clientId }: JournalQuery,
): Promise<number> {
  const [row] = await db.rows<{ total: number }>`
    select count(*)::integer as total from parser_journal
    where partner_id = any (${partnerIds}::bigint[])
      and (${clientId ?? null}::bigint is null or client_id = ${clientId ?? null}::bigint)`;
  return row?.total ?? 0;
}

/** Limits the rows before it joins, so only the rows of the page are looked up in other tables. */
function selectPage(
  db: Database,
  partnerIds: readonly string[],
  { take, skip, clientId }: JournalQuery,
): Promise<CallRow[]> {
  return db.rows<CallRow>`
    select page.*, partner.name as partner_name, client.name as client_name, device.serial_number
    from (
      select * from parser_journal
      where partner_id = any (${partnerIds}::bigint[])
        and (${clientId ?? null}::bigint is null or client_id = ${clientId ?? null}::bigint)
      order by message_id limit ${take} offset ${skip}
    ) page
    join partners partner on partner.id = page.partner_id
    left join clients client on client.id = page.client_id
    left join devices device on device.id = page.device_id
    order by page.message_id`;
}

export function toJournaledCall(row: CallRow): JournaledCall {
  return {
    messageId: row.message_id,
    calledAt: row.called_at,
    partner: { id: row.partner_id, name: row.partner_name },
    client: toNamed(row.client_id, row.client_name),
    device:
      row.device_id === null || row.serial_number === null
        ? undefined
        : { id: row.device_id, serialNumber: row.serial_number },
    reference: row.reference ?? undefined,
    errorCode: row.error_code ?? undefined,
    isReplay: row.is_replay,
    tookMs: row.took_ms,
  };
}

function toNamed(id: string | null, name: string | null): Named | undefined {
  return id === null || name === null ? undefined : { id, name };
}
