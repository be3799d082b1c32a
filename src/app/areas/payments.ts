/** Wires the payment core with its stores, for interfaces and jobs. */
import type { Config } from "../../config.ts";
import { RecentMap } from "../../core/access/memory/recent-map.ts";
import { RateAlertStore } from "../../core/ach/rates/rate-alert-store.ts";
import { SameDayCutOffs } from "../../core/ach/same-day.ts";
import { CreditApprovals } from "../../core/approvals/credit-approvals.ts";
import { BankAccounts } from "../../core/bank-accounts/bank-accounts.ts";
import { AttemptStore } from "../../core/payments/attempts/attempt-store.ts";
import { EarlierStore } from "../../core/payments/attempts/earlier-store.ts";
import { LostAttemptStore } from "../../core/payments/attempts/lost-attempt-store.ts";
import { OpenAttemptStore } from "../../core/payments/attempts/open-attempt-store.ts";
import { RecentAttempts } from "../../core/payments/attempts/recent-attempts.ts";
import { RestoreStore } from "../../core/payments/attempts/restore-store.ts";
import { BatchStore } from "../../core/payments/batches/batch-store.ts";
import { CardTesting, type Suspect } from "../../core/payments/card-testing/card-testing.ts";
import { ChangeStore } from "../../core/payments/changes/change-store.ts";
import { FinishChangeStore } from "../../core/payments/changes/finish-change-store.ts";
import { LapseStore } from "../../core/payments/changes/lapse-store.ts";
import { IdSource } from "../../core/payments/ids/id-source.ts";
import { IdStore } from "../../core/payments/ids/id-store.ts";
import { TraceSource } from "../../core/payments/ids/trace-source.ts";
import { OriginalStore } from "../../core/payments/original-store.ts";
import type {
  BankVerification,
  PayloadReader,
  PaymentNeeds,
} from "../../core/payments/payment-needs.ts";
import { Vault } from "../../core/vault/vault.ts";
import { VaultStore } from "../../core/vault/vault-store.ts";
import { isVerifying, verifyAccount } from "../../core/verification/verify-account.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { writeEventAnswer } from "../../interfaces/gateway/payments/write.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Hosts } from "./hosts.ts";
import { type OpenVerificationNeeds, openVerification } from "./verification.ts";

export interface OpenPaymentsNeeds {
  /** A pool that uses the payments role. */
  readonly db: DatabasePool;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly config: Config;
  readonly hosts: Hosts;
  /** Only the payment interface receives device payloads and needs a reader. */
  readonly payloads?: PayloadReader;
  /** Called when declines look like card testing. */
  readonly onSuspect?: (suspect: Suspect) => void;
}

/** How many accounts and network addresses are watched for card testing. */
const TALLIES_MAX = 10_000;

/** The log message after commits were lost. */
export const LOST_COMMITS =
  "the database has lost its latest commits; payments that were in progress are stored again and reconciled";

const NO_PAYLOADS: PayloadReader = { readCard: async () => undefined };

export function openPayments(needs: OpenPaymentsNeeds): PaymentNeeds {
  const { db, custody, clock, config, hosts } = needs;
  const { databaseQueue: queueMax, retention } = config;
  const { unspentIdsDays } = retention;
  const vault = new Vault({ store: new VaultStore(db), custody });
  return {
    attempts: new AttemptStore({
      db,
      queueMax,
      oldestIssuedId: () => clock.business().subtract({ hours: 24 * unspentIdsDays }),
      wall: () => clock.wall(),
    }),
    changes: new ChangeStore(db),
    changeEnds: new FinishChangeStore(db),
    batches: new BatchStore(db, writeEventAnswer),
    openAttempts: new OpenAttemptStore(db),
    lost: new LostAttemptStore(db),
    recent: new RecentAttempts(),
    restores: new RestoreStore(db),
    earlier: new EarlierStore({ db, queueMax }),
    originals: new OriginalStore(db),
    lapses: new LapseStore(db),
    vault,
    ids: new IdSource({ counters: new IdStore(db), clock, connectionLosses: () => db.losses }),
    traces: new TraceSource(db, () => db.losses),
    processor: hosts.processorFor(db),
    banks: openBanks({ ...needs, verifier: hosts.verifierFor(db), vault }),
    bankAccounts: new BankAccounts({ db, vault, custody, clock }),
    sameDay: new SameDayCutOffs(db),
    returnRates: new RateAlertStore(db),
    creditApprovals: new CreditApprovals({ db, clock }),
    payloads: needs.payloads ?? NO_PAYLOADS,
    cardTesting: openCardTesting(needs),
    custody,
    clock,
    writeAnswer: writeEventAnswer,
    processorLimitMs: config.processorTimeoutMs,
    unspentIdsDays,
  };
}

function openBanks(needs: OpenVerificationNeeds): BankVerification {
  const verification = openVerification(needs);
  return {
    verify: (account, question) => verifyAccount(verification, account, question),
    isVerifying: (accountId) => isVerifying(verification, accountId),
  };
}

function openCardTesting({ clock, config, onSuspect = () => {} }: OpenPaymentsNeeds): CardTesting {
  return new CardTesting({
    declinesMax: config.cardTestingDeclines,
    tallies: new RecentMap(TALLIES_MAX),
    nowMs: () => clock.business().epochMilliseconds,
    onSuspect,
  });
}
