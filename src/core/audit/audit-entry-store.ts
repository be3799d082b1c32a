/** Entries of the audit log: written once and never changed. */
import type { Database } from "../../db/database.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";

export type ActorKind = "operator" | "partner_user" | "merchant_user" | "command_line" | "system";
export type ActResult = "done" | "refused" | "failed";

/** Masked, and without characters that the database cannot store. */
export interface NewAuditEntry {
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  /** JSON text. */
  readonly before: string | null;
  readonly after: string | null;
  /** Null: the current time of the database. */
  readonly businessAt: Temporal.Instant | null;
  readonly wallAt: Temporal.Instant | null;
  readonly address: string | null;
  readonly interfaceName: string | null;
  readonly requestId: string | null;
  readonly result: ActResult;
}

export interface StoredAuditEntry
  extends Omit<NewAuditEntry, "before" | "after" | "businessAt" | "wallAt"> {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly businessAt: Temporal.Instant;
  readonly wallAt: Temporal.Instant;
}

export interface AuditEntryFilter {
  readonly subjectKind?: string | undefined;
  readonly subjectId?: string | undefined;
  /** A name or an id. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly result?: ActResult | undefined;
  /** Wall time. */
  readonly since?: Temporal.Instant | undefined;
  readonly until?: Temporal.Instant | undefined;
  /** The id of the last entry on the previous page. */
  readonly olderThan?: string | undefined;
  readonly take: number;
}

const TAKE_MAX = 500;

export class AuditEntryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns nothing, so that a role that can only insert can call it. */
  async addEntry(entry: NewAuditEntry): Promise<void> {
    await this.#db.rows`
      insert into audit_entries (actor_kind, actor_id, actor_name, action, subject_kind, subject_id,
        before, after, business_at, wall_at, address, door, request_id, result)
      values (${entry.actorKind}, ${entry.actorId}, ${entry.actorName}, ${entry.action},
        ${entry.subjectKind}, ${entry.subjectId}, ${entry.before}, ${entry.after},
        coalesce(${entry.businessAt}, clock_timestamp() + interval '1 millisecond'
          * coalesce((select ahead_ms from business_clock), 0)),
        coalesce(${entry.wallAt}, clock_timestamp()),
        ${entry.address}, ${entry.interfaceName}, ${entry.requestId}, ${entry.result})`;
  }

  /** One page, newest first. */
  async listEntries(filter: AuditEntryFilter): Promise<readonly StoredAuditEntry[]> {
    return this.#db.rows<StoredAuditEntry>`
      select ${COLUMNS} from audit_entries
      where ${allConditions(conditionsOf(filter))}
      order by id desc
      limit ${Math.min(filter.take, TAKE_MAX)}`;
  }

  async findEntry(id: string): Promise<StoredAuditEntry | undefined> {
    const [entry] = await this.#db.rows<StoredAuditEntry>`
      select ${COLUMNS} from audit_entries where id = ${id}`;
    return entry;
  }

  /** All actions in the log, found by skipping along the index. */
  async listActions(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ action: string }>`
      with recursive known as (
        (select action from audit_entries order by action limit 1)
        union all
        select (select action from audit_entries where action > known.action order by action limit 1)
        from known where known.action is not null
      )
      select action from known where action is not null`;
    return rows.map(({ action }) => action);
  }
}

const COLUMNS = sql`id, actor_kind as "actorKind", actor_id as "actorId",
  actor_name as "actorName", action, subject_kind as "subjectKind", subject_id as "subjectId",
  before, after, business_at as "businessAt", wall_at as "wallAt", address, door as "interfaceName",
  request_id as "requestId", result`;

function conditionsOf(filter: AuditEntryFilter): readonly Sql[] {
  const { subjectKind, subjectId, actor, action, result, since, until, olderThan } = filter;
  const conditions: Sql[] = [];
  if (subjectKind !== undefined) conditions.push(sql`subject_kind = ${subjectKind}`);
  if (subjectId !== undefined) conditions.push(sql`subject_id = ${subjectId}`);
  if (actor !== undefined) conditions.push(sql`(actor_name = ${actor} or actor_id = ${actor})`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (result !== undefined) conditions.push(sql`result = ${result}`);
  if (since !== undefined) conditions.push(sql`wall_at >= ${since}`);
  if (until !== undefined) conditions.push(sql`wall_at < ${until}`);
  if (olderThan !== undefined) conditions.push(sql`id < ${olderThan}`);
  return conditions;
}
