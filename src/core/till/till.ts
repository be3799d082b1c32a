/** The till's nouns, and what its operations work with. */
import type { DatabasePool } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Access } from "../access/access.ts";
import type { Entrance } from "../access/entrance.ts";
import { TILL_POLICY } from "../access/login-policy.ts";
import type { RateLimit } from "../access/rate-limit.ts";
import { TillAccountStore } from "./till-account-store.ts";
import { TillSessionStore } from "./till-session-store.ts";
import type { TillCaller } from "./till-user.ts";
import { TillUserStore } from "./till-user-store.ts";

export interface Till {
  readonly users: TillUserStore;
  readonly accounts: TillAccountStore;
  readonly sessions: TillSessionStore;
  readonly entrance: Entrance<TillCaller>;
  /** How often one account may call. */
  readonly accountLimit: RateLimit;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export interface TillNeeds {
  /** Working under the application's role, so that row-level security holds. */
  readonly database: DatabasePool;
  readonly access: Access;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export function openTill({ database, access, custody, clock }: TillNeeds): Till {
  return {
    users: new TillUserStore(database),
    accounts: new TillAccountStore(database),
    sessions: new TillSessionStore(database),
    entrance: access.entrance(TILL_POLICY),
    accountLimit: access.accounts,
    custody,
    clock,
  };
}
