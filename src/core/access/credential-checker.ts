/**
 * The way in for one kind of caller: recalls those who were right a moment ago, judges the others,
 * counts who is wrong. What makes credentials right is for the judge to know.
 */
import type { Clock } from "../../ports/clock.ts";
import type { LoginReason } from "../../values/login-reason.ts";
import type { ChangeSubject } from "./change-subject.ts";
import type { ChangeWatch } from "./change-watch.ts";
import { TooManyWaiting } from "./concurrency-limit.ts";
import { CredentialMemory, type Credentials, type Pass } from "./credential-memory.ts";
import type { LockedCount, LoginAttempt, LoginFailures } from "./login-failures.ts";
import type { LoginPolicy } from "./login-policy.ts";
import type { WaitingLogins } from "./login-slowdown.ts";
import { RecentMap } from "./recent-map.ts";

export type Verdict<Caller> =
  | {
      readonly kind: "right";
      readonly caller: Caller;
      /** Absent: the caller is not remembered. */
      readonly dependsOn?: readonly ChangeSubject[];
      /** When the credentials expire by themselves. */
      readonly goodUntil?: Temporal.Instant | undefined;
    }
  /** A repeated nonce and an old timestamp are wrong, but they are not guesses: they do not count. */
  | { readonly kind: "wrong"; readonly isCounted: boolean; readonly reason: LoginReason };

/** Wrong, and it counts. */
export const WRONG = { kind: "wrong", isCounted: true, reason: "wrong_secret" } as const;

export type Admission<Caller> =
  | { readonly kind: "admitted"; readonly caller: Caller }
  | { readonly kind: "refused"; readonly reason: LoginReason }
  | { readonly kind: "locked"; readonly forMs: number }
  /** Too many are being judged. */
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
  readonly verdict: Verdict<Caller>;
  readonly generation: number;
}

const FAMILIAR_MAX = 10_000;

export class CredentialChecker<Caller> {
  readonly #needs: CredentialCheckerNeeds;
  readonly #memory: CredentialMemory<Caller>;
  readonly #judging = new Map<string, Promise<Judgment<Caller>>>();
  /** Names at addresses where they got in: a program at work is not slowed by others' guesses. */
  readonly #familiar = new RecentMap<true>(FAMILIAR_MAX);

  constructor(needs: CredentialCheckerNeeds) {
    this.#needs = needs;
    this.#memory = new CredentialMemory(needs.memory);
    needs.watch.onChange((subjects) => this.#memory.forget(subjects));
  }

  /** Whoever was right a moment ago, unless anything about them has changed. Asks nobody. */
  recall(credentials: Credentials): Caller | undefined {
    return this.passFor(credentials)?.caller;
  }

  /** The same, for whoever can tell when the very same credentials come again. */
  passFor(credentials: Credentials): Pass<Caller> | undefined {
    if (!this.#needs.watch.isFresh()) return undefined;
    return this.#memory.find(this.#memory.credentialKey(credentials));
  }

  /** Whether the credentials it was given for would be recalled now. */
  admits(pass: Pass<Caller>): boolean {
    return this.#needs.watch.isFresh() && this.#memory.holds(pass);
  }

  /** Whoever proves a key anew each time is judged by the proof, and remembered as something else. */
  async admit(
    credentials: Credentials,
    judge: () => Promise<Verdict<Caller>>,
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

  /** Attempts at a name that fails from many addresses wait before they are judged. */
  async #hold({ name }: LoginAttempt, delayMs: number): Promise<void> {
    if (delayMs === 0 || name === undefined || this.#familiar.get(name.slowed.place)) return;
    await this.#needs.waiting.hold(name.slowed, delayMs);
  }

  /** The same credentials at the same time are judged once; each of them is counted by itself. */
  #judgeOnce(key: string, judge: () => Promise<Verdict<Caller>>): Promise<Judgment<Caller>> {
    const running = this.#judging.get(key);
    if (running !== undefined) return running;
    const { generation } = this.#memory;
    const judging = judge()
      .then((verdict) => ({ verdict, generation }))
      .finally(() => this.#judging.delete(key));
    this.#judging.set(key, judging);
    return judging;
  }

  /** Right or wrong, it counts as wrong: otherwise the time it takes would tell. */
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

  /** For whoever came to a lock that was not there when the judging began. */
  async #lockedMeanwhile(attempt: LoginAttempt): Promise<Admission<Caller>> {
    const { locked } = await this.#needs.failures.findAttemptState(attempt);
    return this.#lockedBy(locked);
  }

  /**
   * The count is the moment of decision. However many attempts were judged at once, those that come
   * to it after a lock are locked out, the right one among them too.
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
      // A lock that begins later ends what is remembered.
      dependsOn: [...verdict.dependsOn, ...counts.map(({ subject }) => subject)],
      ...(goodUntil === undefined ? {} : { goodForMs: this.#leftMs(goodUntil) }),
      generation,
    });
  }

  #leftMs(until: Temporal.Instant): number {
    return until.since(this.#needs.clock.wall()).total("milliseconds");
  }
}
