/**
 * Counts failed logins in the database, for all processes. Known locks are remembered, so that a
 * locked caller needs no lookup.
 */
import type { Clock } from "../../../ports/clock.ts";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import { type ChangeSubject, EVERYTHING, loginSubject } from "../memory/change-subject.ts";
import { RecentMap } from "../memory/recent-map.ts";
import { addressNetwork } from "../network.ts";
import type { FailureCount, Lock, LoginFailureStore, NameCount } from "./login-failure-store.ts";
import type { FailureLimit, LoginPolicy } from "./login-policy.ts";
import { loginDelayMs, type SlowedAttempt } from "./login-slowdown.ts";

export interface LoginFailuresNeeds {
  readonly store: LoginFailureStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  /** Called with the locks that failures of this process have started. */
  readonly onLocked?: (subjects: readonly ChangeSubject[]) => void;
}

/** A failure count, and the subject that reports its lock. */
export interface Count extends FailureCount {
  readonly subject: ChangeSubject;
}

/** The counts that a failed attempt is added to. */
export interface LoginAttempt {
  readonly counts: readonly Count[];
  /** Absent where names are not slowed down. */
  readonly name?: (NameCount & { readonly slowed: SlowedAttempt }) | undefined;
}

/** A count that has reached its limit. */
export interface LockedCount extends Count {
  readonly until: Temporal.Instant;
}

export interface AttemptState {
  readonly locked: readonly LockedCount[];
  readonly delayMs: number;
}

interface KnownLock {
  readonly until: Temporal.Instant;
  readonly keptUntil: Temporal.Instant;
}

const LOCKS_MAX = 10_000;
/** Then the database is asked again, in case the end of a lock was not reported. */
const LOCK_KEPT_FOR = Temporal.Duration.from({ minutes: 1 });

export class LoginFailures {
  readonly #needs: LoginFailuresNeeds;
  readonly #locks = new RecentMap<KnownLock>(LOCKS_MAX);

  constructor(needs: LoginFailuresNeeds) {
    this.#needs = needs;
  }

  /** Names and addresses may be anything that a caller typed, so only digests are stored. */
  describeAttempt(policy: LoginPolicy, name: string, address: string): LoginAttempt {
    const { interfaceName, limits, slowsNames = false } = policy;
    const network = addressNetwork(address);
    const counts = limits.map((limit) => {
      const digest = this.#countDigest(interfaceName, limit.of, { name, network });
      const of = {
        interfaceName,
        name: limit.of === "address" ? undefined : name,
        address: limit.of === "name" ? undefined : network,
      };
      return { limit, digest, of, subject: loginSubject(digest) };
    });
    return { counts, name: slowsNames ? this.#nameCount(interfaceName, name, network) : undefined };
  }

  #nameCount(interfaceName: string, name: string, network: string): LoginAttempt["name"] {
    const digest = this.#countDigest(interfaceName, "slowed name", { name, network });
    const place = this.#countDigest(interfaceName, "name and address", { name, network });
    const slowed = { name: loginSubject(digest), place: loginSubject(place) };
    return { digest, of: { interfaceName, name }, slowed };
  }

  #countDigest(
    interfaceName: string,
    of: FailureLimit["of"] | "slowed name",
    { name, network }: { readonly name: string; readonly network: string },
  ): Uint8Array {
    const parts = {
      name: [name],
      "slowed name": [name],
      "name and address": [name, network],
      address: [network],
    }[of];
    const text = new Secret(JSON.stringify([interfaceName, of, ...parts]));
    return this.#needs.custody.fingerprint("login_failures.digest", text);
  }

  /** Returns which counts are locked, and how long the attempt must wait before it is judged. */
  async findAttemptState(attempt: LoginAttempt): Promise<AttemptState> {
    const { counts } = attempt;
    const now = this.#needs.clock.wall();
    const known = lockedAmong(counts, (subject) => this.#knownUntil(subject, now));
    // A silent lock must take as long as no lock.
    if (known.some(({ limit }) => !limit.isSilent)) return { locked: known, delayMs: 0 };
    const { locks, nameFailures } = await this.#needs.store.findLoginState(attempt, now);
    const found = this.#learn(locks, now);
    const locked = lockedAmong(counts, (subject) => found.get(subject));
    return { locked, delayMs: loginDelayMs(nameFailures) };
  }

  /** Returns false if a lock existed before this failure. */
  async countFailure(attempt: LoginAttempt): Promise<boolean> {
    const { store, clock, onLocked } = this.#needs;
    const { isFree, locked } = await store.countFailure(attempt, clock.wall());
    if (locked.length > 0) onLocked?.(locked.map(({ digest }) => loginSubject(digest)));
    return isFree;
  }

  /** Returns false if the success came after a lock. */
  async settleSuccess({ counts }: LoginAttempt): Promise<boolean> {
    const now = this.#needs.clock.wall();
    const locks = await this.#needs.store.settleSuccess(counts, now);
    return this.#learn(locks, now).size === 0;
  }

  /** Called when locks start and when someone removes them. */
  forgetLocks(subjects: readonly ChangeSubject[]): void {
    if (subjects.includes(EVERYTHING)) this.#locks.clear();
    for (const subject of subjects) this.#locks.delete(subject);
  }

  #knownUntil(subject: ChangeSubject, now: Temporal.Instant): Temporal.Instant | undefined {
    const lock = this.#locks.get(subject);
    if (lock === undefined) return undefined;
    if (Temporal.Instant.compare(now, lock.keptUntil) < 0) return lock.until;
    this.#locks.delete(subject);
    return undefined;
  }

  #learn(
    locks: readonly Lock[],
    now: Temporal.Instant,
  ): ReadonlyMap<ChangeSubject, Temporal.Instant> {
    const learned = new Map(locks.map(({ digest, until }) => [loginSubject(digest), until]));
    const latest = now.add(LOCK_KEPT_FOR);
    for (const [subject, until] of learned) {
      this.#locks.set(subject, { until, keptUntil: earlier(until, latest) });
    }
    return learned;
  }
}

function lockedAmong(
  counts: readonly Count[],
  untilOf: (subject: ChangeSubject) => Temporal.Instant | undefined,
): readonly LockedCount[] {
  return counts.flatMap((count) => {
    const until = untilOf(count.subject);
    return until === undefined ? [] : [{ ...count, until }];
  });
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
}
