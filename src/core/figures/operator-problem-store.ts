/** How many problems operators must look at, and since when they exist. Reads all accounts. */
import type { Database } from "../../db/database.ts";

export interface Attention {
  readonly count: number;
  /** Of the oldest one. Null: there is none. */
  readonly since: Temporal.Instant | null;
}

/** Also with the time of the newest one, for those who were told about the others. */
export interface DatedAttention extends Attention {
  readonly newest: Temporal.Instant | null;
}

export type RateTimes = Pick<DatedAttention, "since" | "newest">;

const NONE: DatedAttention = { count: 0, since: null, newest: null };

/** Needs the payments role. */
export class OperatorProblemStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Endpoints with an event that was tried and has not been delivered since this time. */
  findFailingEndpoints(before: Temporal.Instant): Promise<Attention> {
    return this.#readOne(this.#db.rows<Attention>`
      select count(*)::int as count, min(oldest) as since
      from (
        select account_id, endpoint, min(created_at) as oldest from outbox
        where kind in ('webhook', 'delivery') and delivered_at is null and set_aside_at is null
          and tries > 0 and created_at < ${before}
        group by account_id, endpoint) failing`);
  }

  findFailedEvents(): Promise<Attention> {
    return this.#readOne(this.#db.rows<Attention>`
      select count(*)::int as count, min(set_aside_at) as since from outbox
      where set_aside_at is not null and set_aside_why <> 'not_wanted'`);
  }

  findOpenAttempts(before: Temporal.Instant): Promise<DatedAttention> {
    return this.#readOne(this.#db.rows<DatedAttention>`
      select count(*)::int as count, min(started_at) as since, max(started_at) as newest
      from open_attempts where started_at < ${before}`);
  }

  findUnreadFiles(): Promise<DatedAttention> {
    return this.#readOne(this.#db.rows<DatedAttention>`
      select count(*)::int as count, min(received_at) as since, max(received_at) as newest
      from ach_inbound_files
      where state <> 'read' and resolved_at is null`);
  }

  /** Files that were not sent although their window has closed, or that the bank perhaps does not have. */
  findStuckFiles(closedBefore: Temporal.Instant): Promise<Attention> {
    return this.#readOne(this.#db.rows<Attention>`
      select count(*)::int as count, min(coalesce(unconfirmed_since, cut_off_at)) as since
      from ach_files
      where (state <> 'handed_over' and cut_off_at < ${closedBefore})
        or unconfirmed_since is not null`);
  }

  findUnmatched(): Promise<Attention> {
    return this.#readOne(this.#db.rows<Attention>`
      select count(*)::int as count, min(received_at) as since from ach_unmatched
      where dealt_at is null`);
  }

  findRequestedReversals(): Promise<DatedAttention> {
    return this.#readOne(this.#db.rows<DatedAttention>`
      select count(*)::int as count, min(requested_at) as since, max(requested_at) as newest
      from ach_reversals
      where state = 'requested'`);
  }

  /** Of the worse level, if there are alerts of both. */
  async findRateTimes(): Promise<RateTimes> {
    const [row] = await this.#db.rows<RateTimes>`
      select min(since) as since, max(since) as newest from ach_rate_alerts group by level
      order by level = 'over' desc limit 1`;
    return row ?? { since: null, newest: null };
  }

  async #readOne<Found extends Attention>(rows: Promise<Found[]>): Promise<Found | typeof NONE> {
    return (await rows)[0] ?? NONE;
  }
}
