/** Answers a request whose id or key was used before: with the first outcome if it is the same. */
import { setTimeout as pause } from "node:timers/promises";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { PaymentOutcome, Refusal } from "../answer.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { NewAttempt } from "./attempt.ts";
import type { EarlierKey } from "./earlier-store.ts";

const FIRST_PAUSE_MS = 20;
const PAUSE_MAX_MS = 250;

/** Waits while the first request runs, without holding a connection. */
export async function answerRepetition(
  needs: PaymentNeeds,
  claimed: Pick<NewAttempt, "attempt" | "claim">,
): Promise<PaymentOutcome> {
  const { fingerprint } = claimed.attempt;
  const key = await earlierKey(needs, claimed);
  if (key === undefined) return refused("id_never_issued");
  let pauseMs = FIRST_PAUSE_MS;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const earlier = await needs.earlier.findEarlierAttempt(key);
    if (earlier === undefined) return refused("id_never_issued");
    if (!sameBytes(earlier.fingerprint, fingerprint)) return refused("id_already_used");
    if (earlier.answer !== undefined) {
      return { kind: "answered", answer: earlier.answer, isReplay: true };
    }
    if (!earlier.isRunning || waitedMs >= needs.processorLimitMs) {
      return { kind: "unknown", transactionId: key.transactionId, isReplay: true };
    }
    pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
    await pause(pauseMs);
  }
}

async function earlierKey(
  { earlier }: PaymentNeeds,
  { attempt, claim }: Pick<NewAttempt, "attempt" | "claim">,
): Promise<EarlierKey | undefined> {
  const { accountId, transactionId } = attempt;
  const byKey = claim.keyDigest && (await earlier.findEarlierByKey(accountId, claim.keyDigest));
  if (byKey !== undefined) return byKey;
  return claim.isIssuedId ? { accountId, transactionId, attemptId: undefined } : undefined;
}

function refused(why: Refusal): PaymentOutcome {
  return { kind: "refused", why };
}
