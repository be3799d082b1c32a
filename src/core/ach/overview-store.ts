/** What operators look at: files both ways, and what nobody could place. */
import type { Database } from "../../db/database.ts";

export interface FileLine {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  readonly state: string;
  readonly cutOffAt: Temporal.Instant;
  readonly settlesOn: string;
  readonly entryCount: number;
  readonly debitCents: string;
  readonly creditCents: string;
  readonly handedOverAt: Temporal.Instant | null;
}

export interface InboundLine {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  readonly state: string;
  readonly receivedAt: Temporal.Instant;
  readonly itemCount: number;
  readonly unmatchedCount: number;
  readonly faults: string | null;
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
}

/** The newest first, each a page at a time. */
export class OverviewStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  files(atMost: number, before: string | undefined): Promise<FileLine[]> {
    return this.#db.rows<FileLine>`
      select id, name, connection, state, cut_off_at as "cutOffAt", settles_on::text as "settlesOn",
        case state when 'building' then 1 + last_sequence - first_sequence else entry_count end
          as "entryCount",
        debit_cents as "debitCents", credit_cents as "creditCents",
        handed_over_at as "handedOverAt"
      from ach_files where id < coalesce(${before}::bigint, 9223372036854775807)
      order by id desc limit ${atMost}`;
  }

  inbound(atMost: number, before: string | undefined): Promise<InboundLine[]> {
    return this.#db.rows<InboundLine>`
      select id, name, connection, state, received_at as "receivedAt", item_count as "itemCount",
        unmatched_count as "unmatchedCount", faults
      from ach_inbound_files where id < coalesce(${before}::bigint, 9223372036854775807)
      order by id desc limit ${atMost}`;
  }

  unmatched(atMost: number, before: string | undefined): Promise<UnmatchedLine[]> {
    return this.#db.rows<UnmatchedLine>`
      select one.id, one.connection, file.name as "fileName", one.line, one.kind, one.code,
        one.trace_number as "traceNumber", one.amount_cents as "amountCents", one.reason,
        one.received_at as "receivedAt"
      from ach_unmatched one join ach_inbound_files file on file.id = one.inbound_file_id
      where one.id < coalesce(${before}::bigint, 9223372036854775807)
      order by one.id desc limit ${atMost}`;
  }
}
