/** Gives up authorizations that nobody captured in time: the host is told, and they are reversed. */
import type { Attempt } from "../attempts/attempt.ts";
import { newAttemptId, oldestIssuedId } from "../attempts/new-attempt.ts";
import { mayMove } from "../moves.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { submit } from "../submit.ts";
import { orderOf } from "./change-payment.ts";
import type { ChangeStart } from "./change-store.ts";
import type { LapsedAuthorization } from "./lapse-store.ts";
import type { Original } from "./original.ts";

const LEASE_LIMITS = 2;
const NO_CLAIM = { isIssuedId: false, keyDigest: undefined } as const;

const AT_ONCE = 100;

export async function lapseAuthorizations(
  needs: PaymentNeeds,
  at: Temporal.Instant,
): Promise<string> {
  const tried: boolean[] = [];
  let last: LapsedAuthorization | undefined;
  do {
    const some = await needs.lapses.find(at, AT_ONCE, last);
    for (const one of some) tried.push(await lapse(needs, one, at));
    last = some.at(-1);
  } while (last !== undefined);
  return summaryOf(tried);
}

/** Each is tried once: what the host did not give up is tried again another day. */
function summaryOf(tried: readonly boolean[]): string {
  if (tried.length === 0) return "nothing has lapsed";
  const givenUp = tried.filter(Boolean).length;
  const left = tried.length - givenUp;
  return `${givenUp} given up${left === 0 ? "" : `, ${left} not yet`}`;
}

/** Gives whether it was given up; false: the host did not, or something else was done with it. */
async function lapse(
  needs: PaymentNeeds,
  lapsed: LapsedAuthorization,
  at: Temporal.Instant,
): Promise<boolean> {
  const begun = await needs.changes.start(lapseOf(needs, lapsed, at), oldestIssuedId(needs));
  if (begun.kind !== "begun") return false;
  const order = await orderOf(needs, begun.attempt);
  const outcome = await submit(needs, begun.attempt, order, "lapse");
  return outcome.kind === "answered" && outcome.answer.outcome === "approved";
}

function lapseOf(
  needs: PaymentNeeds,
  lapsed: LapsedAuthorization,
  at: Temporal.Instant,
): ChangeStart {
  const { accountId, id } = lapsed;
  const attempt = attemptOf(needs, lapsed, at);
  return {
    accountId,
    originalId: id,
    claimed: { attempt, claim: NO_CLAIM },
    judge: (original) =>
      original.state === "authorised" && mayMove(original.state, original.isBatched, "reverse")
        ? { kind: "allowed", reservation: { ...original, state: "reversing" } }
        : { kind: "refused", why: "token_not_fit" },
    complete: (original) => ({
      attempt: withOriginal(attempt, original),
      claim: NO_CLAIM,
      source: undefined,
    }),
  };
}

function attemptOf(
  needs: PaymentNeeds,
  lapsed: LapsedAuthorization,
  startedAt: Temporal.Instant,
): Attempt {
  const { clock, processorLimitMs } = needs;
  return {
    accountId: lapsed.accountId,
    attemptId: newAttemptId(),
    transactionId: lapsed.id,
    originalId: lapsed.id,
    transactionType: "REVERSAL",
    amount: lapsed.amount,
    fingerprint: new Uint8Array(),
    note: {
      columns: { tender_type: "CARD", currency: lapsed.currency },
      timeZone: lapsed.timeZone,
      hasWebhook: lapsed.hasWebhook,
    },
    startedAt,
    leaseUntil: clock.wall().add({ milliseconds: LEASE_LIMITS * processorLimitMs }),
  };
}

function withOriginal(attempt: Attempt, original: Original): Attempt {
  const note = {
    ...attempt.note,
    columns: original.columns,
    priorState: original.state,
    originalReference: original.reference,
  };
  return { ...attempt, note };
}
