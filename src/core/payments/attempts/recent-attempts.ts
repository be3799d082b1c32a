/**
 * Remembers the recent attempts of this process. A failover can lose the commits of a payment that was
 * already answered; then only this process knows that the card host was asked. The attempts are stored
 * in one buffer, which adds no work for the garbage collector. It doubles until it has its full size.
 */
import type { Attempt, DuplicateGuard, NewAttempt } from "./attempt.ts";

export interface RecentAttempt extends NewAttempt {
  /** Wall time, in milliseconds. */
  readonly begunAtMs: number;
}

export interface RecentSize {
  readonly bytes: number;
  readonly attempts: number;
}

/** About twenty seconds at full load, and hours at an ordinary one. */
const SIZE: RecentSize = { bytes: 16 * 1024 * 1024, attempts: 16_384 };
const FIRST_BYTES = 64 * 1024;

export class RecentAttempts {
  readonly #size: RecentSize;
  #buffer = Buffer.alloc(0);
  /** Where each attempt begins, counted from the first byte ever written, and its length. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #count = 0;
  #end = 0;
  /** Attempts whose order is at the card host: the request that asked will end them. */
  readonly #running = new Set<string>();
  /** Attempts whose order is or will be reversed: if lost again, they can only be reversed. */
  readonly #reversed = new Set<string>();

  constructor(size: RecentSize = SIZE) {
    this.#size = size;
  }

  rememberAttempt(begun: NewAttempt, begunAtMs: number): void {
    const text = JSON.stringify(toPlain(begun, begunAtMs));
    const length = Buffer.byteLength(text);
    if (length > this.#size.bytes) return;
    const start = this.#roomFor(length);
    this.#growBuffer(start + length);
    this.#buffer.write(text, start % this.#size.bytes);
    const place = this.#count++ % this.#size.attempts;
    this.#starts[place] = start;
    this.#lengths[place] = length;
    this.#end = start + length;
  }

  /** Oldest first, without attempts that are added during the iteration. */
  *listRecent(): Generator<RecentAttempt> {
    const count = this.#count;
    for (let at = Math.max(0, count - this.#size.attempts); at < count; at++) {
      const one = this.#read(at);
      if (one !== undefined) yield one;
    }
  }

  markRunning({ attemptId }: Attempt): void {
    this.#running.add(attemptId);
  }

  unmarkRunning({ attemptId }: Attempt): void {
    this.#running.delete(attemptId);
  }

  isRunning({ attemptId }: Attempt): boolean {
    return this.#running.has(attemptId);
  }

  markReversed({ attemptId }: Attempt): void {
    this.#reversed.add(attemptId);
    const [oldest] = this.#reversed;
    if (this.#reversed.size > this.#size.attempts && oldest) this.#reversed.delete(oldest);
  }

  isReversed({ attemptId }: Attempt): boolean {
    return this.#reversed.has(attemptId);
  }

  /** Undefined: it was overwritten. */
  #read(at: number): RecentAttempt | undefined {
    const place = at % this.#size.attempts;
    const [start, length] = [this.#starts[place] ?? 0, this.#lengths[place] ?? 0];
    const isKept = at >= this.#count - this.#size.attempts && start >= this.#end - this.#size.bytes;
    if (!isKept) return undefined;
    const from = start % this.#size.bytes;
    return fromPlain(JSON.parse(this.#buffer.toString("utf8", from, from + length)));
  }

  /** An attempt is stored in one piece: if it does not fit before the end, it starts at the front. */
  #roomFor(length: number): number {
    const left = this.#size.bytes - (this.#end % this.#size.bytes);
    return left >= length ? this.#end : this.#end + left;
  }

  /** Until the buffer has its full size, it holds every byte since the first one. */
  #growBuffer(end: number): void {
    const { length } = this.#buffer;
    if (end <= length || length === this.#size.bytes) return;
    const wanted = Math.max(FIRST_BYTES, 2 * length, end);
    const larger = Buffer.allocUnsafeSlow(Math.min(wanted, this.#size.bytes));
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }
}

function toPlain({ attempt, claim, source }: NewAttempt, begunAtMs: number) {
  return {
    ...attempt,
    fingerprint: toText(attempt.fingerprint),
    startedAt: attempt.startedAt.toString(),
    leaseUntil: attempt.leaseUntil.toString(),
    isIssuedId: claim.isIssuedId,
    keyDigest: claim.keyDigest && toText(claim.keyDigest),
    guard: claim.guard && plainGuard(claim.guard),
    sourceKind: source?.kind,
    sealed: source && toText(source.sealed),
    begunAtMs,
  };
}

type Plain = ReturnType<typeof toPlain>;

function fromPlain(plain: Plain): RecentAttempt {
  const { isIssuedId, keyDigest, guard, sourceKind, sealed, begunAtMs, ...attempt } = plain;
  return {
    attempt: {
      ...attempt,
      originalId: attempt.originalId,
      fingerprint: fromText(attempt.fingerprint),
      startedAt: Temporal.Instant.from(attempt.startedAt),
      leaseUntil: Temporal.Instant.from(attempt.leaseUntil),
    },
    claim: {
      isIssuedId,
      keyDigest: keyDigest === undefined ? undefined : fromText(keyDigest),
      ...(guard !== undefined && { guard: fromPlainGuard(guard) }),
    },
    source:
      sourceKind === undefined || sealed === undefined
        ? undefined
        : { kind: sourceKind, sealed: fromText(sealed) },
    begunAtMs,
  };
}

function plainGuard({ digest, until, isOverridden }: DuplicateGuard) {
  return { digest: toText(digest), until: until.toString(), isOverridden };
}

function fromPlainGuard(plain: ReturnType<typeof plainGuard>): DuplicateGuard {
  return {
    digest: fromText(plain.digest),
    until: Temporal.Instant.from(plain.until),
    isOverridden: plain.isOverridden,
  };
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

function fromText(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}
