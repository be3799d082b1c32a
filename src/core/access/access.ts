/** Remembered credentials, failed logins, locks and rate limits of all interfaces, in one place. */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { CredentialChecker } from "./credential-checker.ts";
import { type LockListeners, LoginFailureStore } from "./failures/login-failure-store.ts";
import { LoginFailures } from "./failures/login-failures.ts";
import type { LoginPolicy } from "./failures/login-policy.ts";
import { type Pause, WaitingLogins } from "./failures/login-slowdown.ts";
import { AccessChangeStore } from "./memory/access-change-store.ts";
import type { ChangeSubject } from "./memory/change-subject.ts";
import { ChangeWatch } from "./memory/change-watch.ts";
import { RateLimit } from "./rate-limit.ts";

export interface AccessSettings {
  /** How long verified credentials are remembered. */
  readonly rememberForMs: number;
  /** Callers remembered at each interface. */
  readonly rememberMax: number;
  /** Requests of one account or partner in each process. 0: unlimited. */
  readonly callerPerSecond: number;
  readonly callerBurst: number;
  /** The same for one address. */
  readonly addressPerSecond: number;
  readonly addressBurst: number;
}

export const ACCESS_DEFAULTS: AccessSettings = {
  rememberForMs: 60_000,
  rememberMax: 10_000,
  callerPerSecond: 200,
  callerBurst: 400,
  addressPerSecond: 200,
  addressBurst: 400,
};

/** The listeners run in the transaction that starts a lock or slows a name down. */
export interface AccessNeeds extends LockListeners {
  /** Works under the application's role. */
  readonly database: DatabasePool;
  /** A separate connection for the watch: a busy pool must not look like a lost database. */
  readonly watchDatabase?: Database;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly settings?: Partial<AccessSettings>;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
  /** Delays a slowed login. Absent: a timer. */
  readonly pause?: Pause;
}

export class Access {
  readonly accounts: RateLimit;
  readonly partners: RateLimit;
  readonly addresses: RateLimit;
  /** For one address at the hosted forms of one account: see formShare. */
  readonly formAddresses: RateLimit;
  readonly watch: ChangeWatch;
  readonly #needs: AccessNeeds;
  readonly #settings: AccessSettings;
  readonly #failures: LoginFailures;
  readonly #waiting: WaitingLogins;
  readonly #nowMs: () => number;

  constructor(needs: AccessNeeds) {
    const { database, custody, clock, nowMs = () => performance.now() } = needs;
    this.#needs = needs;
    this.#nowMs = nowMs;
    this.#settings = { ...ACCESS_DEFAULTS, ...needs.settings };
    const { callerPerSecond, callerBurst, addressPerSecond, addressBurst } = this.#settings;
    this.accounts = new RateLimit({ perSecond: callerPerSecond, burst: callerBurst, nowMs });
    this.partners = new RateLimit({ perSecond: callerPerSecond, burst: callerBurst, nowMs });
    this.addresses = new RateLimit({ perSecond: addressPerSecond, burst: addressBurst, nowMs });
    this.formAddresses = new RateLimit({ ...formShare(this.#settings), nowMs });
    const changes = new AccessChangeStore(needs.watchDatabase ?? database);
    this.watch = new ChangeWatch({ changes, nowMs });
    const store = new LoginFailureStore(database, needs);
    this.#waiting = new WaitingLogins(needs.pause);
    const onLocked = (subjects: readonly ChangeSubject[]) => this.watch.notify(subjects);
    const failures = new LoginFailures({ store, custody, clock, onLocked });
    this.watch.onChange((subjects) => failures.forgetLocks(subjects));
    this.#failures = failures;
  }

  /** Before it is started nothing is remembered, and every login is checked. */
  async start(): Promise<void> {
    await this.watch.start();
  }

  close(): void {
    this.watch.close();
  }

  createChecker<Caller>(policy: LoginPolicy): CredentialChecker<Caller> {
    const { rememberMax, rememberForMs } = this.#settings;
    return new CredentialChecker<Caller>({
      policy,
      failures: this.#failures,
      waiting: this.#waiting,
      watch: this.watch,
      clock: this.#needs.clock,
      memory: { entriesMax: rememberMax, goodForMs: rememberForMs, nowMs: this.#nowMs },
    });
  }
}

const FORM_SHARE = 1 / 10;
/** With low limits a customer still needs a few attempts: a typo, a decline, another card. */
const FORM_SHARE_MIN = { perSecond: 1, burst: 5 };

/** Anyone can send a form, so one address must not use up the rate of the whole account. */
function formShare({ callerPerSecond, callerBurst }: AccessSettings) {
  const share = (whole: number, min: number) => Math.max(whole * FORM_SHARE, Math.min(whole, min));
  return {
    perSecond: share(callerPerSecond, FORM_SHARE_MIN.perSecond),
    burst: share(callerBurst, FORM_SHARE_MIN.burst),
  };
}

const BATCH = 5_000;

/** For the housekeeping job. Returns how many rows were removed. */
export async function removeOldAccessRecords(
  db: DatabasePool,
  now: Temporal.Instant,
): Promise<number> {
  const failures = new LoginFailureStore(db);
  const changes = new AccessChangeStore(db);
  let removed = 0;
  for (;;) {
    const count =
      (await failures.removeOldFailures(now, BATCH)) + (await changes.removeOldChanges(BATCH));
    if (count === 0) return removed;
    removed += count;
  }
}
