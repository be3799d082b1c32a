/**
 * Asks the provider about a bank account once, even if several requests need it at the same time. In
 * one process they share a promise. Between processes a lease decides which one asks, and the others
 * poll for the answer. No database connection is held meanwhile.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { VERIFIER_LIMIT_MS, type VerifierAnswer } from "../../ports/verifier.ts";
import type { KnownBank, VerificationStore } from "./verification-store.ts";

export interface Inquiry extends KnownBank {
  /** When the request arrived. Older answers do not count. */
  readonly since: Temporal.Instant;
  /** An earlier pass is not enough: the provider must be asked. */
  readonly isInsisting: boolean;
  /** Whether the bank account has passed meanwhile, in a way that is enough. */
  isSettled(): Promise<boolean>;
  /** Never throws, and respects the provider's time limit. */
  ask(): Promise<VerifierAnswer>;
  passedAt(): Temporal.Instant;
}

export interface SharedAnswer {
  readonly answer: VerifierAnswer;
  /** Whether this inquiry asked the provider itself. */
  readonly isOwn: boolean;
}

export interface WaitLimits {
  /** After that the holder of the lease counts as crashed. */
  readonly leaseMs: number;
  /** An inquiry does not start to ask later than this after its arrival. */
  readonly askWithinMs: number;
  readonly waitMs: number;
}

const LEASE_MS = VERIFIER_LIMIT_MS + 1_000;
const ASK_WITHIN_MS = LEASE_MS + 500;
/** Long enough for one crashed holder and for the answer to the next one. */
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
  readonly #running = new Map<string, Promise<SharedAnswer>>();

  constructor(store: VerificationStore, limits: WaitLimits = DEFAULT_WAIT_LIMITS) {
    this.#store = store;
    this.#limits = limits;
  }

  async askOnce(inquiry: Inquiry): Promise<SharedAnswer> {
    const key = inquiryKey(inquiry);
    const running = this.#running.get(key);
    if (running !== undefined) return { ...(await running), isOwn: false };
    const own = this.#askOrWait(inquiry);
    this.#running.set(key, own);
    try {
      return await own;
    } finally {
      this.#running.delete(key);
    }
  }

  async #askOrWait(inquiry: Inquiry): Promise<SharedAnswer> {
    const { since } = inquiry;
    const { leaseMs, askWithinMs, waitMs } = this.#limits;
    const holder = randomUUID();
    const startedMs = performance.now();
    const waitedMs = () => performance.now() - startedMs;
    let isFree = true;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MAX_MS)) {
      if (isFree && waitedMs() < askWithinMs) {
        if (await this.#store.takeLease(inquiry, { holder, leaseMs, since })) {
          return this.#askAsHolder(inquiry, holder);
        }
      }
      const news = await this.#store.readLease(inquiry, since);
      isFree = news.kind === "free";
      if (news.kind !== "free" && news.kind !== "being_asked")
        return { answer: news, isOwn: false };
      if (waitedMs() >= waitMs) return { answer: { kind: "unavailable" }, isOwn: false };
      await pause(pauseMs);
    }
  }

  /** Checks for a pass after taking the lease: only then the result of the last holder is visible. */
  async #askAsHolder(inquiry: Inquiry, holder: string): Promise<SharedAnswer> {
    if (!inquiry.isInsisting && (await inquiry.isSettled())) {
      await this.#store.releaseLease(inquiry, holder);
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

/** Insisting inquiries are separate, because others may not need the provider at all. */
function inquiryKey({ accountId, fingerprint, isInsisting }: Inquiry): string {
  return `${accountId} ${Buffer.from(fingerprint).toString("base64")} ${isInsisting}`;
}
