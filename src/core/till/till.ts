/** The till's nouns, and what its operations work with. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { PhotoEncoder } from "../../ports/photos.ts";
import type { Access } from "../access/access.ts";
import type { Entrance } from "../access/entrance.ts";
import { RESET_POLICY, TILL_POLICY } from "../access/login-policy.ts";
import type { RateLimit } from "../access/rate-limit.ts";
import type { AccountStore } from "../accounts/account-store.ts";
import type { IdStore } from "../payments/ids/id-store.ts";
import type { PaymentNeeds } from "../payments/payment-needs.ts";
import type { BecameNeeds } from "../payments/what-became.ts";
import { TillAccountStore } from "./people/till-account-store.ts";
import { TillSessionStore } from "./people/till-session-store.ts";
import type { ProvenTillUser } from "./people/till-user.ts";
import { TillUserStore } from "./people/till-user-store.ts";

/** What selling needs: for the door, and for the job that ends what was left. */
export interface Till extends BecameNeeds {
  /** Works under the application's role, so that row-level security holds. */
  readonly database: DatabasePool;
  readonly accounts: TillAccountStore;
  /** Accounts as the payment core knows them. */
  readonly merchants: Pick<AccountStore, "find">;
  readonly payments: PaymentNeeds;
  readonly photos: PhotoEncoder;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  /** How the outside names us, in letters. */
  readonly publicUrl: string;
  /** How long a sale belongs to the process that takes it. */
  readonly leaseMs: number;
  /** A transaction id that only this sale or refund will spend. */
  issueId(accountId: string): Promise<string>;
}

/** The same with a way in. */
export interface TillDoor extends Till {
  readonly users: TillUserStore;
  readonly sessions: TillSessionStore;
  readonly entrance: Entrance<ProvenTillUser>;
  /** Counts requests for reset emails and admits none. */
  readonly resetLimit: Pick<Entrance<never>, "admit">;
  /** How often one account may call. */
  readonly accountLimit: RateLimit;
}

export interface TillNeeds {
  readonly database: DatabasePool;
  readonly merchants: Pick<AccountStore, "find">;
  readonly payments: PaymentNeeds;
  readonly issuedIds: Pick<IdStore, "issue" | "withdraw">;
  readonly photos: PhotoEncoder;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** The card host's limit twice, as an attempt's own lease, and time to write. */
const LEASE_LIMITS = 2;
const WRITING_MS = 5_000;

export function openTill(needs: TillNeeds): Till {
  const { database, payments, issuedIds, clock } = needs;
  return {
    ...needs,
    earlier: payments.earlier,
    accounts: new TillAccountStore(database),
    leaseMs: LEASE_LIMITS * payments.processorLimitMs + WRITING_MS,
    issueId: async (accountId) => {
      const id = await payments.ids.next();
      await issuedIds.issue(accountId, id, clock.business());
      return id;
    },
  };
}

export function openTillDoor(needs: TillNeeds & { readonly access: Access }): TillDoor {
  const { access, database } = needs;
  return {
    ...openTill(needs),
    users: new TillUserStore(database),
    sessions: new TillSessionStore(database),
    entrance: access.entrance(TILL_POLICY),
    resetLimit: access.entrance(RESET_POLICY),
    accountLimit: access.accounts,
  };
}
