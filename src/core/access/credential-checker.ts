/**
 * Checks credentials of one kind of caller: recalls recent callers, judges the others and counts
 * failures. The judge, which the caller passes in, decides whether credentials are correct.
 */
import type { Clock } from "../../ports/clock.ts";
import type { LoginReason } from "../../values/login-reason.ts";
import { TooManyWaiting } from "./concurrency-limit.ts";
import type { LockedCount, LoginAttempt, LoginFailures } from "./failures/login-failures.ts";
import type { LoginPolicy } from "./failures/login-policy.ts";
import type { WaitingLogins } from "./failures/login-slowdown.ts";
import type { ChangeSubject } from "./memory/change-subject.ts";
import type { ChangeWatch } from "./memory/change-watch.ts";
import { CredentialMemory, type Credentials, type Pass } from "./memory/credential-memory.ts";
import { RecentMap } from "./memory/recent-map.ts";

export type CredentialVerdict<Caller> =
  | {
      readonly kind: "right";
      readonly caller: Caller;
      /** Absent: the caller is not remembered. */
      readonly dependsOn?: readonly ChangeSubject[];
      /** When the credentials expire by themselves. */
      readonly goodUntil?: Temporal.Instant | undefined;
    }
  /** A repeated nonce and an old timestamp are not guesses, so they are not counted. */
  | { readonly kind: "wrong"; readonly isCounted: boolean; readonly reason: LoginReason };

/** Wrong and counted. */
export const WRONG = { kind: "wrong", isCounted: true, reason: "wrong_secret" } as const;

export type Admission<Caller> =
  | { readonly kind: "admitted"; readonly caller: Caller }
  | { readonly kind: "refused"; readonly reason: LoginReason }
  | { readonly kind: "locked"; readonly forMs: number }
  /** Too many logins are being checked. */
  | { readonly kind: "busy" };

export interface CredentialCheckerNeeds {
  readonly policy: LoginPolicy;
  readonly failures: LoginFailures;
  readonly waiting: WaitingLogins;
  readonly watch: ChangeWatch;
  readonly clock: Clock;
  readonly memory: {
    readonly entriesMax: number;
    readonly goodForMs: number;
    readonly nowMs: () => number;
  };
}

interface Judgment<Caller> {
  readonly verdict: CredentialVerdict<Caller>;
  readonly generation: number;
}

const FAMILIAR_MAX = 10_000;

export class CredentialChecker<Caller> {
  readonly #needs: CredentialCheckerNeeds;
  readonly #memory: CredentialMemory<Caller>;
  readonly #judging = new Map<string, Promise<Judgment<Caller>>>();
  /** Names and addresses with a successful login. They are not slowed down by others' guesses. */
  readonly #familiar = new RecentMap<true>(FAMILIAR_MAX);

  constructor(needs: CredentialCheckerNeeds) {
    this.#needs = needs;
    this.#memory = new CredentialMemory(needs.memory);
    needs.watch.onChange((subjects) => this.#memory.forget(subjects));
  }

  /** Returns a recent caller that has not changed since. Does not ask the database. */
  recall(credentials: Credentials): Caller | undefined {
    return this.passFor(credentials)?.caller;
  }

  /** Like recall, for callers who can recognize the same credentials by themselves. */
  passFor(credentials: Credentials): Pass<Caller> | undefined {
    if (!this.#needs.watch.isFresh()) return undefined;
    return this.#memory.find(this.#memory.credentialKey(credentials));
  }

  /** Whether the credentials of this pass would still be recalled. */
  admits(pass: Pass<Caller>): boolean {
    return this.#needs.watch.isFresh() && this.#memory.holds(pass);
  }

  /** Signatures differ at every request, so they are remembered under other credentials. */
  async admit(
    credentials: Credentials,
    judge: () => Promise<CredentialVerdict<Caller>>,
    rememberedAs: Credentials = credentials,
  ): Promise<Admission<Caller>> {
    const { failures, policy } = this.#needs;
    const { name, countedAs = name, address } = credentials;
    const attempt = failures.describeAttempt(policy, countedAs, address);
    const { locked, delayMs } = await failures.findAttemptState(attempt);
    if (locked.some(({ limit }) => !limit.isSilent)) return this.#lockedBy(locked);
    try {
      const judgeHeld = () => this.#hold(attempt, delayMs).then(judge);
      const judgment = await this.#judgeOnce(this.#memory.credentialKey(credentials), judgeHeld);
      if (locked.length > 0) return await this.#refuseLocked(attempt, locked);
      return await this.#decide(this.#memory.credentialKey(rememberedAs), attempt, judgment);
    } catch (error) {
      if (error instanceof TooManyWaiting) return { kind: "busy" };
      throw error;
    }
  }

  /** Attempts under a name that fails from many addresses wait before they are judged. */
  async #hold({ name }: LoginAttempt, delayMs: number): Promise<void> {
    if (delayMs === 0 || name === undefined || this.#familiar.get(name.slowed.place)) return;
    await this.#needs.waiting.hold(name.slowed, delayMs);
  }

  /** Equal credentials at the same time are judged once, but each attempt is counted. */
  #judgeOnce(
    key: string,
    judge: () => Promise<CredentialVerdict<Caller>>,
  ): Promise<Judgment<Caller>> {
    const running = this.#judging.get(key);
    if (running !== undefined) return running;
    const { generation } = this.#memory;
    const judging = judge()
      .then((verdict) => ({ verdict, generation }))
      .finally(() => this.#judging.delete(key));
    this.#judging.set(key, judging);
    return judging;
  }

  /** Counts a failure even if the credentials are correct: otherwise the time would differ. */
  async #refuseLocked(
    attempt: LoginAttempt,
    locked: readonly LockedCount[],
  ): Promise<Admission<Caller>> {
    await this.#needs.failures.countFailure(attempt);
    return this.#lockedBy(locked);
  }

  #lockedBy(locked: readonly LockedCount[]): Admission<Caller> {
    return {
      kind: "locked",
      forMs: Math.max(0, ...locked.map(({ until }) => this.#leftMs(until))),
    };
  }

  /** For a lock that started while the credentials were judged. */
  async #lockedMeanwhile(attempt: LoginAttempt): Promise<Admission<Caller>> {
    const { locked } = await this.#needs.failures.findAttemptState(attempt);
    return this.#lockedBy(locked);
  }

  /**
   * Counting decides. However many attempts were judged at once, those that are counted after a lock
   * started are locked out, even with correct credentials.
   */
  async #decide(
    key: string,
    attempt: LoginAttempt,
    { verdict, generation }: Judgment<Caller>,
  ): Promise<Admission<Caller>> {
    const { failures } = this.#needs;
    if (verdict.kind === "wrong") {
      const isFree = !verdict.isCounted || (await failures.countFailure(attempt));
      return isFree ? { kind: "refused", reason: verdict.reason } : this.#lockedMeanwhile(attempt);
    }
    if (!(await failures.settleSuccess(attempt))) return this.#lockedMeanwhile(attempt);
    if (attempt.name) this.#familiar.set(attempt.name.slowed.place, true);
    this.#remember(key, attempt, { verdict, generation });
    return { kind: "admitted", caller: verdict.caller };
  }

  #remember(key: string, { counts }: LoginAttempt, judgment: Judgment<Caller>): void {
    const { verdict, generation } = judgment;
    if (verdict.kind !== "right" || verdict.dependsOn === undefined) return;
    const { caller, goodUntil } = verdict;
    this.#memory.remember(key, {
      caller,
      // A lock that starts later ends the memory.
      dependsOn: [...verdict.dependsOn, ...counts.map(({ subject }) => subject)],
      ...(goodUntil === undefined ? {} : { goodForMs: this.#leftMs(goodUntil) }),
      generation,
    });
  }

  #leftMs(until: Temporal.Instant): number {
    return until.since(this.#needs.clock.wall()).total("milliseconds");
  }
}
