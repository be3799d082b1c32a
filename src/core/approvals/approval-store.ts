/** Stores approvals. The conditions of its statements decide who comes first. */
import type { Database } from "../../db/database.ts";
import { refuseSecondPerson } from "../../db/second-person-sql.ts";
import { sql } from "../../db/sql.ts";
import type { SecondPersonRefusal } from "../../values/logins/second-person.ts";
import {
  APPROVAL_LIFETIMES,
  type Approval,
  type ApprovalDetails,
  type ApprovalKind,
  type CreditDetails,
} from "./approval.ts";

export interface NewApproval {
  readonly kind: ApprovalKind;
  readonly accountId: string;
  /** What is approved, as bytes. Only one request for the same thing is open. */
  readonly subject: Uint8Array;
  readonly details: ApprovalDetails;
  readonly by: string;
}

export interface ApprovalFilter {
  readonly isOpen: boolean;
  readonly take: number;
  /** The id of the last approval of the previous page. */
  readonly before?: string | undefined;
}

export interface CreditPage {
  readonly take: number;
  /** The id of the last credit of the previous page. */
  readonly before: string | undefined;
}

export interface HeldCredit
  extends Pick<Approval, "id" | "state" | "requestedAt" | "expiresAt" | "decidedAt"> {
  readonly details: CreditDetails;
}

export interface CreditCounts {
  readonly waiting: number;
  readonly approved: number;
  readonly rejected: number;
}

interface CreditTimes {
  readonly at: Temporal.Instant;
  readonly since: Temporal.Instant;
}

interface Decision {
  readonly state: "approved" | "rejected" | "used";
  readonly by: string;
  readonly at: Temporal.Instant;
}

interface WaitingApprovals {
  readonly count: number;
  readonly since: Temporal.Instant | null;
  readonly newest: Temporal.Instant | null;
}

type Key = Pick<Approval, "accountId" | "id">;

const COLUMNS = sql`one.id, one.kind, one.account_id as "accountId", account.name as "accountName",
  one.details, one.state, one.requested_by as "requestedBy", one.requested_at as "requestedAt",
  one.expires_at as "expiresAt", one.decided_by as "decidedBy", one.decided_at as "decidedAt"`;

export class ApprovalStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. Needs a role that sees all accounts. */
  listApprovals({ isOpen, take, before }: ApprovalFilter): Promise<Approval[]> {
    const state = isOpen ? sql`one.state = 'requested'` : sql`true`;
    return this.#db.rows<Approval>`
      select ${COLUMNS} from approvals one join accounts account on account.id = one.account_id
      where ${state}
        and (${before ?? null}::bigint is null or one.id < ${before ?? null}::bigint)
      order by one.id desc limit ${take}`;
  }

  /** The credits of one account, newest first. Who decided is not read: merchants must not see it. */
  listCredits(accountId: string, { take, before }: CreditPage): Promise<HeldCredit[]> {
    return this.#db.rows<HeldCredit>`
      select id, details, state, requested_at as "requestedAt", expires_at as "expiresAt",
        decided_at as "decidedAt"
      from approvals where account_id = ${accountId} and kind = 'credit'
        and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
      order by id desc limit ${take}`;
  }

  /** Credits of one account that wait, that it can send now, and that were rejected since a time. */
  async countCredits(accountId: string, { at, since }: CreditTimes): Promise<CreditCounts> {
    const [row] = await this.#db.rows<CreditCounts>`
      select (count(*) filter (where state = 'requested' and expires_at > ${at}))::int as waiting,
        (count(*) filter (where state = 'approved' and expires_at > ${at}))::int as approved,
        (count(*) filter (where state = 'rejected' and decided_at >= ${since}))::int as rejected
      from approvals where account_id = ${accountId} and kind = 'credit' and expires_at > ${since}`;
    return row ?? { waiting: 0, approved: 0, rejected: 0 };
  }

  /** Removes requests whose time was over long ago. All of them are decided or have expired. */
  purgeApprovals(expiredBefore: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from approvals where expires_at < ${expiredBefore} and ctid = any (array(
        select ctid from approvals where expires_at < ${expiredBefore} limit ${most}))`;
  }

  /** Needs a role that sees all accounts: the account is not known yet. */
  async findApproval(id: string): Promise<Approval | undefined> {
    const [row] = await this.#db.rows<Approval>`
      select ${COLUMNS} from approvals one join accounts account on account.id = one.account_id
      where one.id = ${id}`;
    return row;
  }

  /** Those that are still waiting at this time, and the oldest and newest of them. */
  async findWaiting(at: Temporal.Instant): Promise<WaitingApprovals> {
    const [row] = await this.#db.rows<WaitingApprovals>`
      select count(*)::int as count, min(requested_at) as since, max(requested_at) as newest
      from approvals where state = 'requested' and expires_at > ${at}`;
    return row ?? { count: 0, since: null, newest: null };
  }

  /** Returns undefined if the same is requested or approved already. */
  async insertRequest(wish: NewApproval, at: Temporal.Instant): Promise<string | undefined> {
    const { kind, accountId, subject, details, by } = wish;
    await this.#db.rows`
      update approvals set state = 'expired'
      where account_id = ${accountId} and kind = ${kind} and subject = ${subject}
        and state in ('requested', 'approved') and expires_at <= ${at}`;
    const [row] = await this.#db.rows<{ id: string }>`
      insert into approvals
        (kind, account_id, subject, details, state, requested_by, requested_at, expires_at)
      values (${kind}, ${accountId}, ${subject}, ${JSON.stringify(details)}, 'requested', ${by},
        ${at}, ${at.add(APPROVAL_LIFETIMES[kind])})
      on conflict do nothing
      returning id`;
    return row?.id;
  }

  /**
   * Returns false if it is not waiting, has expired, or the same person may have asked for it: see
   * findRefusal. The person who asked may reject it.
   */
  async decideApproval({ accountId, id }: Key, { state, by, at }: Decision): Promise<boolean> {
    const count = await this.#db.count`
      update approvals set state = ${state}, decided_by = ${by}, decided_at = ${at},
        used_at = case when ${state} = 'used' then ${at}::timestamptz end
      where account_id = ${accountId} and id = ${id} and state = 'requested'
        and expires_at > ${at}
        and (${state} = 'rejected' or ${refuseDecision(by, at)} is null)`;
    return count === 1;
  }

  /** Why this operator may not approve it. Undefined if another person may, or nothing is waiting. */
  async findRefusal(
    { accountId, id }: Key,
    { by, at }: Omit<Decision, "state">,
  ): Promise<SecondPersonRefusal | undefined> {
    const [row] = await this.#db.rows<{ refusal: SecondPersonRefusal | null }>`
      select ${refuseDecision(by, at)} as refusal from approvals
      where account_id = ${accountId} and id = ${id} and state = 'requested' and expires_at > ${at}`;
    return row?.refusal ?? undefined;
  }

  /** Returns the id of an approval, which nobody can use again, or undefined if there is none. */
  async spendApproval(
    { kind, accountId, subject }: Pick<NewApproval, "kind" | "accountId" | "subject">,
    at: Temporal.Instant,
  ): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      update approvals set state = 'used', used_at = ${at}
      where account_id = ${accountId} and kind = ${kind} and subject = ${subject}
        and state = 'approved' and expires_at > ${at}
      returning id`;
    return row?.id;
  }
}

function refuseDecision(second: string, at: Temporal.Instant) {
  return refuseSecondPerson({ requester: sql`requested_by`, second, at });
}
