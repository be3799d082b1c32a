/** What the operations of the point of sale need, and how it is assembled. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { PageLinks } from "../../ports/page-links.ts";
import type { PhotoEncoder } from "../../ports/photos.ts";
import type { Access } from "../access/access.ts";
import type { CredentialChecker } from "../access/credential-checker.ts";
import { POS_POLICY, RESET_POLICY } from "../access/failures/login-policy.ts";
import type { PasswordHashing } from "../access/password.ts";
import type { RateLimit } from "../access/rate-limit.ts";
import type { AccountStore } from "../accounts/account-store.ts";
import type { IdStore } from "../payments/ids/id-store.ts";
import type { PaymentNeeds } from "../payments/payment-needs.ts";
import type { PaymentResultNeeds } from "../payments/payment-result.ts";
import { PosAccountStore } from "./users/pos-account-store.ts";
import { PosSessionStore } from "./users/pos-session-store.ts";
import type { ProvenPosUser } from "./users/pos-user.ts";
import { PosUserStore } from "./users/pos-user-store.ts";

/** What sales and refunds need: used by the interface and by the job that settles pending ones. */
export interface PosCore extends PaymentResultNeeds {
  /** Uses the application's database role, so that row-level security applies. */
  readonly database: DatabasePool;
  readonly accounts: PosAccountStore;
  /** Accounts of the payment core. */
  readonly merchants: Pick<AccountStore, "findAccount">;
  readonly payments: PaymentNeeds;
  readonly photos: PhotoEncoder;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly links: PageLinks;
  /** How long a pending sale belongs to the process that created it. */
  readonly leaseMs: number;
  /** Issues a transaction id for one sale or refund. */
  issueId(accountId: string): Promise<string>;
}

/** Adds what logins need. */
export interface PosServices extends PosCore {
  readonly passwords: PasswordHashing;
  readonly users: PosUserStore;
  readonly sessions: PosSessionStore;
  readonly checker: CredentialChecker<ProvenPosUser>;
  /** Counts requests for reset emails. */
  readonly resetLimit: Pick<CredentialChecker<never>, "admit">;
  /** The rate limit per account. */
  readonly accountLimit: RateLimit;
}

export interface PosNeeds {
  readonly database: DatabasePool;
  readonly merchants: Pick<AccountStore, "findAccount">;
  readonly payments: PaymentNeeds;
  readonly issuedIds: Pick<IdStore, "issueId" | "withdrawId">;
  readonly photos: PhotoEncoder;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly links: PageLinks;
}

/** Twice the card host's time limit, like the lease of an attempt, plus time to write. */
const LEASE_LIMITS = 2;
const WRITING_MS = 5_000;

export function openPosCore(needs: PosNeeds): PosCore {
  const { database, payments, issuedIds, clock } = needs;
  return {
    ...needs,
    earlier: payments.earlier,
    accounts: new PosAccountStore(database),
    leaseMs: LEASE_LIMITS * payments.processorLimitMs + WRITING_MS,
    issueId: async (accountId) => {
      const id = await payments.ids.next();
      await issuedIds.issueId(accountId, id, clock.business());
      return id;
    },
  };
}

export interface PosServiceNeeds extends PosNeeds {
  readonly access: Access;
  readonly passwords: PasswordHashing;
}

export function openPosServices(needs: PosServiceNeeds): PosServices {
  const { access, passwords, database } = needs;
  return {
    ...openPosCore(needs),
    passwords,
    users: new PosUserStore(database),
    sessions: new PosSessionStore(database),
    checker: access.createChecker(POS_POLICY),
    resetLimit: access.createChecker(RESET_POLICY),
    accountLimit: access.accounts,
  };
}
