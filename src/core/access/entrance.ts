/**
 * The way in for one kind of caller: recalls those who were right a moment ago, judges the others,
 * counts who is wrong. What makes credentials right is for the judge to know.
 */
import type { Clock } from "../../ports/clock.ts";
import type { ChangeSubject } from "./change-subject.ts";
import type { ChangeWatch } from "./change-watch.ts";
import { CredentialMemory, type Credentials, type Pass } from "./credential-memory.ts";
import type { Count, LockedCount, LoginFailures } from "./login-failures.ts";
import type { LoginPolicy } from "./login-policy.ts";
import { Crowded } from "./turnstile.ts";

export type Verdict<Caller> =
  | {
      readonly kind: "right";
      readonly caller: Caller;
      /** Absent: the caller is not remembered. */
      readonly dependsOn?: readonly ChangeSubject[];
      /** When the credentials expire by themselves. */
      readonly goodUntil?: Temporal.Instant | undefined;
    }
  /** Some are wrong without being a guess: a repeated nonce, a stale timestamp. */
  | { readonly kind: "wrong"; readonly isCounted: boolean };

/** Wrong, and it counts. */
export const WRONG = { kind: "wrong", isCounted: true } as const;

export type Admission<Caller> =
  | { readonly kind: "admitted"; readonly caller: Caller }
  | { readonly kind: "refused" }
  | { readonly kind: "locked"; readonly forMs: number }
  /** Too many are being judged. */
  | { readonly kind: "busy" };

export interface EntranceNeeds {
  readonly policy: LoginPolicy;
  readonly failures: LoginFailures;
  readonly watch: ChangeWatch;
  readonly clock: Clock;
  readonly memory: {
    readonly entriesMax: number;
    readonly goodForMs: number;
    readonly nowMs: () => number;
  };
}

interface Judgement<Caller> {
  readonly verdict: Verdict<Caller>;
  readonly generation: number;
}

export class Entrance<Caller> {
  readonly #needs: EntranceNeeds;
  readonly #memory: CredentialMemory<Caller>;
  readonly #judging = new Map<string, Promise<Judgement<Caller>>>();

  constructor(needs: EntranceNeeds) {
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
    return this.#memory.find(this.#memory.keyOf(credentials));
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
    const counts = failures.countsOf(policy, countedAs, address);
    const locked = await failures.findLocked(counts);
    if (locked.some(({ limit }) => !limit.isSilent)) return this.#lockedBy(locked);
    try {
      const judgement = await this.#judgeOnce(this.#memory.keyOf(credentials), judge);
      if (locked.length > 0) return await this.#refuseLocked(counts, locked);
      return await this.#decide(this.#memory.keyOf(rememberedAs), counts, judgement);
    } catch (error) {
      if (error instanceof Crowded) return { kind: "busy" };
      throw error;
    }
  }

  /** The same credentials at the same time are judged once; each of them is counted by itself. */
  #judgeOnce(key: string, judge: () => Promise<Verdict<Caller>>): Promise<Judgement<Caller>> {
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
    counts: readonly Count[],
    locked: readonly LockedCount[],
  ): Promise<Admission<Caller>> {
    await this.#needs.failures.count(counts);
    return this.#lockedBy(locked);
  }

  #lockedBy(locked: readonly LockedCount[]): Admission<Caller> {
    return {
      kind: "locked",
      forMs: Math.max(0, ...locked.map(({ until }) => this.#leftMs(until))),
    };
  }

  /** For whoever came to a lock that was not there when the judging began. */
  async #lockedMeanwhile(counts: readonly Count[]): Promise<Admission<Caller>> {
    return this.#lockedBy(await this.#needs.failures.findLocked(counts));
  }

  /**
   * The count is the moment of decision. However many attempts were judged at once, those that come
   * to it after a lock are locked out, the right one among them too.
   */
  async #decide(
    key: string,
    counts: readonly Count[],
    { verdict, generation }: Judgement<Caller>,
  ): Promise<Admission<Caller>> {
    const { failures } = this.#needs;
    if (verdict.kind === "wrong") {
      const isFree = !verdict.isCounted || (await failures.count(counts));
      return isFree ? { kind: "refused" } : this.#lockedMeanwhile(counts);
    }
    if (!(await failures.settle(counts))) return this.#lockedMeanwhile(counts);
    this.#remember(key, counts, { verdict, generation });
    return { kind: "admitted", caller: verdict.caller };
  }

  #remember(key: string, counts: readonly Count[], judgement: Judgement<Caller>): void {
    const { verdict, generation } = judgement;
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
