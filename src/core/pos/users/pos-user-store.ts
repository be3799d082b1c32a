/** Reads users of the point of sale. Every statement names the account, and row-level security applies. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type PosAccountRow, toPosAccount } from "./pos-account-store.ts";
import type { PosCaller, PosRole, PosUser } from "./pos-user.ts";

/** A user for a login, before the password is checked. */
export interface PosCandidate {
  readonly caller: PosCaller;
  /** Whether the user and the account are enabled. */
  readonly isActive: boolean;
  /** Undefined until the user has set a password. */
  readonly passwordHash: string | undefined;
}

interface UserRow {
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: PosRole;
  readonly is_active: boolean;
  readonly created_at: Temporal.Instant;
  readonly updated_at: Temporal.Instant;
}

type CallerRow = UserRow & PosAccountRow;
type CandidateRow = CallerRow & { may_log_in: boolean; password_hash: string | null };

export class PosUserStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** Returns undefined if the user or the account is disabled. */
  async findActive(accountId: string, userId: string): Promise<PosCaller | undefined> {
    const [row] = await this.#db.within(
      { accountId },
      (db) => db.rows<CallerRow>`
        select users.id as user_id, email, first_name, last_name, role, users.is_active,
          users.created_at, users.updated_at, accounts.id as account_id,
          accounts.name as account_name, time_zone, receipt_email, currency,
          tax_before_discount
        from pos_users users join accounts on accounts.id = users.account_id
        where users.account_id = ${accountId} and users.id = ${userId}
          and users.is_active and accounts.is_active`,
    );
    return row && toCaller(row);
  }

  /** Finds a user by email address, ignoring case. */
  async findCandidate(accountId: string, email: string): Promise<PosCandidate | undefined> {
    const [row] = await this.#db.within(
      { accountId },
      (db) => db.rows<CandidateRow>`
        select users.id as user_id, email, first_name, last_name, role, users.is_active,
          users.created_at, users.updated_at, accounts.id as account_id,
          accounts.name as account_name, time_zone, receipt_email, currency,
          tax_before_discount, users.is_active and accounts.is_active as may_log_in, password_hash
        from pos_users users join accounts on accounts.id = users.account_id
        where users.account_id = ${accountId} and lower(email) = lower(${email})`,
    );
    return row && toCandidate(row);
  }
}

function toCandidate(row: CandidateRow): PosCandidate {
  return {
    caller: toCaller(row),
    isActive: row.may_log_in,
    passwordHash: row.password_hash ?? undefined,
  };
}

function toCaller(row: CallerRow): PosCaller {
  return { user: toPosUser(row), account: toPosAccount(row) };
}

function toPosUser(row: UserRow): PosUser {
  return {
    id: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    isActive: row.is_active,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
