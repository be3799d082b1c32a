/** Lists sent files, received files and unmatched items, for operators. */
import type { Database } from "../../db/database.ts";
import { allConditions, sql } from "../../db/sql.ts";

export interface FileLine {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  /** The window's name, or "forced". */
  readonly cutOff: string;
  readonly state: string;
  readonly cutOffAt: Temporal.Instant;
  readonly settlesOn: string;
  readonly entryCount: number;
  readonly debitCents: string;
  readonly creditCents: string;
  readonly handedOverAt: Temporal.Instant | null;
  readonly settledAt: Temporal.Instant | null;
  /** Since when it is not certain that the bank has the file. Null: it is certain, or it was not sent. */
  readonly unconfirmedSince: Temporal.Instant | null;
}

export interface InboundLine {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  readonly state: string;
  readonly receivedAt: Temporal.Instant;
  readonly itemCount: number;
  readonly unmatchedCount: number;
  readonly errors: string | null;
  /** When an operator dealt with a file that could not be read, who, and the note. */
  readonly dealtAt: Temporal.Instant | null;
  readonly dealtBy: string | null;
  readonly note: string | null;
}

export interface UnmatchedLine {
  readonly id: string;
  readonly connection: string;
  readonly fileName: string;
  readonly line: number;
  readonly kind: string;
  readonly code: string;
  readonly traceNumber: string;
  readonly amountCents: string;
  readonly reason: string;
  readonly receivedAt: Temporal.Instant;
  readonly inboundFileId: string;
  /** When it was resolved, by whom, and the note. */
  readonly dealtAt: Temporal.Instant | null;
  readonly dealtBy: string | null;
  readonly note: string | null;
}

export interface FileFilter {
  readonly id?: string | undefined;
  readonly connection?: string | undefined;
  readonly state?: string | undefined;
}

export interface InboundFilter extends FileFilter {
  /** Only files that could not be read and that nobody dealt with. */
  readonly isUnread?: boolean | undefined;
}

export interface UnmatchedFilter {
  readonly connection?: string | undefined;
  readonly inboundFileId?: string | undefined;
  readonly isResolved?: boolean | undefined;
}

/** Files are sent within one exchange round, unless a bank cannot be reached. */
export const LEAVES_WITHIN = { minutes: 10 } as const;

/** Lists are newest first, a page at a time. */
export class BankFileStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listSentFiles(atMost: number, before?: string, filter: FileFilter = {}): Promise<FileLine[]> {
    return this.#db.rows<FileLine>`
      select id, name, connection, cut_off as "cutOff", state, cut_off_at as "cutOffAt",
        settles_on::text as "settlesOn", entry_count as "entryCount",
        debit_cents as "debitCents", credit_cents as "creditCents",
        handed_over_at as "handedOverAt", settled_at as "settledAt",
        unconfirmed_since as "unconfirmedSince"
      from ach_files where ${allConditions(fileConditions(before, filter))}
      order by id desc limit ${atMost}`;
  }

  listInboundFiles(
    atMost: number,
    before?: string,
    { isUnread = false, ...filter }: InboundFilter = {},
  ): Promise<InboundLine[]> {
    const unread = isUnread ? [sql`state <> 'read'`, sql`resolved_at is null`] : [];
    return this.#db.rows<InboundLine>`
      select id, name, connection, state, received_at as "receivedAt", item_count as "itemCount",
        unmatched_count as "unmatchedCount", errors, resolved_at as "dealtAt",
        resolved_by as "dealtBy", resolution as note
      from ach_inbound_files
      where ${allConditions([...fileConditions(before, filter), ...unread])}
      order by id desc limit ${atMost}`;
  }

  listUnmatched(
    atMost: number,
    before?: string,
    { connection, inboundFileId, isResolved: isDealt }: UnmatchedFilter = {},
  ): Promise<UnmatchedLine[]> {
    const conditions = [
      ...(before === undefined ? [] : [sql`one.id < ${before}`]),
      ...(connection === undefined ? [] : [sql`one.connection = ${connection}`]),
      ...(inboundFileId === undefined ? [] : [sql`one.inbound_file_id = ${inboundFileId}`]),
      ...(isDealt === undefined ? [] : [isDealt ? sql`dealt_at is not null` : OPEN]),
    ];
    return this.#db.rows<UnmatchedLine>`
      select one.id, one.connection, file.name as "fileName", one.line, one.kind, one.code,
        one.trace_number as "traceNumber", one.amount_cents as "amountCents", one.reason,
        one.received_at as "receivedAt", one.inbound_file_id as "inboundFileId",
        one.dealt_at as "dealtAt", one.dealt_by as "dealtBy", one.note
      from ach_unmatched one join ach_inbound_files file on file.id = one.inbound_file_id
      where ${allConditions(conditions)}
      order by one.id desc limit ${atMost}`;
  }

  /** Returns false if there is no such file, it was read, or somebody dealt with it before. */
  async markUnreadResolved(id: string, { at, by, note }: Resolution): Promise<boolean> {
    const count = await this.#db.count`
      update ach_inbound_files
      set resolved_at = ${at}, resolved_by = ${by}, resolution = ${note}
      where id = ${id} and state <> 'read' and resolved_at is null`;
    return count === 1;
  }

  /** Returns false if there is no such item, or it was resolved before. */
  async markResolved(id: string, { at, by, note }: Resolution): Promise<boolean> {
    const count = await this.#db.count`
      update ach_unmatched set dealt_at = ${at}, dealt_by = ${by}, note = ${note}
      where id = ${id} and dealt_at is null`;
    return count === 1;
  }
}

export interface Resolution {
  readonly at: Temporal.Instant;
  readonly by: string;
  readonly note: string;
}

const OPEN = sql`dealt_at is null`;

function fileConditions(before: string | undefined, { id, connection, state }: FileFilter) {
  return [
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(connection === undefined ? [] : [sql`connection = ${connection}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
  ];
}
