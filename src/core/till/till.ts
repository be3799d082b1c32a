/** The till's nouns, and what its operations work with. */
import type { DatabasePool } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { LoginAttemptsStore } from "./login-attempts-store.ts";
import { TillAccountStore } from "./till-account-store.ts";
import { TillSessionStore } from "./till-session-store.ts";
import { TillUserStore } from "./till-user-store.ts";

export interface Till {
  readonly users: TillUserStore;
  readonly accounts: TillAccountStore;
  readonly sessions: TillSessionStore;
  readonly attempts: LoginAttemptsStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export interface TillNeeds {
  /** Working under the application's role, so that row-level security holds. */
  readonly database: DatabasePool;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export function openTill({ database, custody, clock }: TillNeeds): Till {
  return {
    users: new TillUserStore(database),
    accounts: new TillAccountStore(database),
    sessions: new TillSessionStore(database),
    attempts: new LoginAttemptsStore(database),
    custody,
    clock,
  };
}
