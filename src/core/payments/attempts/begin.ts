/** Begins an attempt that makes a transaction of its own, by card or ACH. */
import type { PaymentOutcome } from "../answer.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { NewAttempt } from "./attempt.ts";
import { oldestIssuedId } from "./new-attempt.ts";
import { answerRepetition } from "./repeat.ts";

/**
 * Undefined: the attempt has begun. Otherwise its id or key was used before, or it is a duplicate, and
 * this is the outcome.
 */
export async function beginAttempt(
  needs: PaymentNeeds,
  begun: NewAttempt,
): Promise<PaymentOutcome | undefined> {
  const start = await startAttempt(needs, begun);
  if (start.kind === "refused") return start;
  if (start.kind === "not_first") return answerRepetition(needs, begun);
  rememberBegun(needs, begun);
  return undefined;
}

const BEGUN = { kind: "begun" } as const;
const NOT_FIRST = { kind: "not_first" } as const;

/**
 * Several claims are spent in one database transaction: all of them or none. A guard that another payment
 * has is looked at there, too.
 */
async function startAttempt(needs: PaymentNeeds, begun: NewAttempt) {
  const { isIssuedId, keyDigest, guard } = begun.claim;
  const [hasKey, hasGuard] = [keyDigest !== undefined, guard !== undefined];
  if (hasGuard ? !isIssuedId && !hasKey : !isIssuedId || !hasKey) {
    if (await needs.attempts.start(begun)) return BEGUN;
    if (!hasGuard) return NOT_FIRST;
  }
  return needs.changes.startNew(begun, oldestIssuedId(needs));
}

/** If a failover loses the attempt, this process is the only one that knows of it. */
export function rememberBegun({ recent, clock }: PaymentNeeds, begun: NewAttempt): void {
  recent.rememberAttempt(begun, clock.wall().epochMilliseconds);
}
