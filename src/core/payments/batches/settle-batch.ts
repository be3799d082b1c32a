/** Closes the account's open card batch on request. The card host is not asked. */
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentOutcome } from "../answer.ts";
import type { Attempt, Finish, NewAttempt } from "../attempts/attempt.ts";
import { requestFingerprint } from "../attempts/fingerprint.ts";
import { commonNote, newAttempt, oldestIssuedId, requestClaim } from "../attempts/new-attempt.ts";
import { answerRepetition } from "../attempts/repeat.ts";
import { attemptEvents } from "../conclude.ts";
import { attemptEnding } from "../outcome.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BatchClose } from "../payment-request.ts";
import { withoutParts } from "../purchase-data.ts";
import type { ClosedBatch } from "./batch-store.ts";

const NOTHING = 0 as Cents;

export async function settleBatch(
  needs: PaymentNeeds,
  account: Account,
  request: BatchClose,
): Promise<PaymentOutcome> {
  const begun = await prepareBatchClose(needs, account, request);
  const finish = await needs.batches.closeByRequest(
    begun,
    (batch) => batchFinish(needs, begun.attempt, batch),
    { oldestIssuedId: oldestIssuedId(needs), now: needs.clock.wall() },
  );
  if (finish === undefined) return answerRepetition(needs, begun);
  return { kind: "answered", answer: finish.answer, isReplay: false };
}

function batchFinish(
  needs: PaymentNeeds,
  attempt: Attempt,
  batch: ClosedBatch | undefined,
): Finish {
  const ending = attemptEnding(attempt, closed(attempt));
  const answer = { ...ending.answer, batchId: batch?.batchId };
  const events = attemptEvents(needs, attempt, answer, "request");
  return { attempt, ...ending, answer, events, finishedAt: attempt.startedAt };
}

async function prepareBatchClose(
  needs: PaymentNeeds,
  account: Account,
  request: BatchClose,
): Promise<NewAttempt> {
  const attempt = newAttempt(needs, account, request, {
    transactionId: await needs.ids.next(),
    originalId: undefined,
    amount: NOTHING,
    fingerprint: requestFingerprint(needs.vault, request, undefined),
    note: {
      ...commonNote(account, request),
      draft: { ...withoutParts(request.details), tenderType: "CARD", currency: account.currency },
    },
  });
  return { attempt, claim: requestClaim(request), source: undefined };
}

function closed({ amount }: Attempt) {
  return { kind: "approved", message: "APPROVED", authorizationCode: "", amount } as const;
}
