/**
 * Asks about a bank account once, however many want to know at the same time. In one process they
 * share a promise; between processes a lease says who asks, and the others look for the answer now
 * and then. Nobody holds a connection meanwhile.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { VERIFIER_LIMIT_MS, type VerifierAnswer } from "../../ports/verifier.ts";
import type { KnownBank, VerificationStore } from "./verification-store.ts";

export interface Inquiry extends KnownBank {
  /** When its asker came: only an answer since then is for it. */
  readonly since: Temporal.Instant;
  /** A pass that others got would not do: the asker wants the provider's word. */
  readonly isInsisting: boolean;
  /** Whether a pass has come meanwhile that will do. */
  isSettled(): Promise<boolean>;
  /** It never throws, and keeps to the provider's limit. */
  ask(): Promise<VerifierAnswer>;
  passedAt(): Temporal.Instant;
}

export interface SharedAnswer {
  readonly answer: VerifierAnswer;
  /** This inquiry itself asked the provider. */
  readonly isOwn: boolean;
}

export interface WaitLimits {
  /** After that a holder counts as dead. */
  readonly leaseMs: number;
  /** Nobody begins to ask later than that after coming. */
  readonly askWithinMs: number;
  readonly waitMs: number;
}

const LEASE_MS = VERIFIER_LIMIT_MS + 1_000;
const ASK_WITHIN_MS = LEASE_MS + 500;
/** Long enough to outlive one dead holder, and to hear whoever asks in its place. */
const DEFAULT_WAIT_LIMITS: WaitLimits = {
  leaseMs: LEASE_MS,
  askWithinMs: ASK_WITHIN_MS,
  waitMs: ASK_WITHIN_MS + LEASE_MS,
};
const FIRST_PAUSE_MS = 25;
const PAUSE_MAX_MS = 250;

export class SharedQuestions {
  readonly #store: VerificationStore;
  readonly #limits: WaitLimits;
  readonly #underWay = new Map<string, Promise<SharedAnswer>>();

  constructor(store: VerificationStore, limits: WaitLimits = DEFAULT_WAIT_LIMITS) {
    this.#store = store;
    this.#limits = limits;
  }

  async ask(inquiry: Inquiry): Promise<SharedAnswer> {
    const key = keyOf(inquiry);
    const others = this.#underWay.get(key);
    if (others !== undefined) return { ...(await others), isOwn: false };
    const mine = this.#askOrHear(inquiry);
    this.#underWay.set(key, mine);
    try {
      return await mine;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #askOrHear(inquiry: Inquiry): Promise<SharedAnswer> {
    const { since } = inquiry;
    const { leaseMs, askWithinMs, waitMs } = this.#limits;
    const holder = randomUUID();
    const startedMs = performance.now();
    const waitedMs = () => performance.now() - startedMs;
    let isFree = true;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MAX_MS)) {
      if (isFree && waitedMs() < askWithinMs) {
        if (await this.#store.take(inquiry, { holder, leaseMs, since })) {
          return this.#askAsHolder(inquiry, holder);
        }
      }
      const news = await this.#store.hear(inquiry, since);
      isFree = news.kind === "free";
      if (news.kind !== "free" && news.kind !== "being_asked")
        return { answer: news, isOwn: false };
      if (waitedMs() >= waitMs) return { answer: { kind: "unavailable" }, isOwn: false };
      await pause(pauseMs);
    }
  }

  /** The look comes after the taking: what the last holder committed shows only then. */
  async #askAsHolder(inquiry: Inquiry, holder: string): Promise<SharedAnswer> {
    if (!inquiry.isInsisting && (await inquiry.isSettled())) {
      await this.#store.giveBack(inquiry, holder);
      return { answer: { kind: "passed" }, isOwn: false };
    }
    const answer = await inquiry.ask();
    if (answer.kind === "passed") {
      await this.#store.recordPass(inquiry, holder, inquiry.passedAt());
    } else {
      await this.#store.recordAnswer(inquiry, holder, answer);
    }
    return { answer, isOwn: true };
  }
}

/** Those who insist keep to themselves: others may be content without a question. */
function keyOf({ accountId, fingerprint, isInsisting }: Inquiry): string {
  return `${accountId} ${Buffer.from(fingerprint).toString("base64")} ${isInsisting}`;
}
