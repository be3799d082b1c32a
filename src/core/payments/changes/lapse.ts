/**
 * Reverses authorizations that were not captured in time. Several are reversed at once, and a run has
 * a time budget, so that a card host that does not answer cannot block it.
 */
import { inParallel } from "../../../values/in-parallel.ts";
import type { Attempt } from "../attempts/attempt.ts";
import { newAttemptId } from "../attempts/attempt-ids.ts";
import { oldestIssuedId } from "../attempts/new-attempt.ts";
import { mayMove } from "../moves.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { submitOrder } from "../submit.ts";
import { changeOrder, referToOriginal } from "./change-payment.ts";
import type { ChangeStart } from "./change-store.ts";
import {
  type LapsedAuthorization,
  type LapsePosition,
  readLapsePosition,
  writeLapsePosition,
} from "./lapse-store.ts";
import type { Original } from "./original.ts";

const LEASE_LIMITS = 2;
const NO_CLAIM = { isIssuedId: false, keyDigest: undefined } as const;

const PAGE = 100;
const AT_ONCE = 10;
/** After this time a run starts no further reversal; the next run continues soon. */
const BUDGET = Temporal.Duration.from({ seconds: 60 });

/** A run that used up its time, and where the next one continues. */
export interface UnfinishedLapse {
  readonly summary: string;
  readonly resumeAfter: string;
}

/** True: the host released the authorization. False: it did not. An error: we failed. */
type Tried = boolean | { readonly error: unknown };

/** Tries each authorization once per due time. One that was not released is tried again next time. */
export async function lapseAuthorizations(
  needs: PaymentNeeds,
  at: Temporal.Instant,
  resumeAfter?: string,
): Promise<string | UnfinishedLapse> {
  const endsAt = needs.clock.wall().add(BUDGET);
  const isOver = () => Temporal.Instant.compare(needs.clock.wall(), endsAt) > 0;
  const tried: Tried[] = [];
  let place = readLapsePosition(resumeAfter);
  for (;;) {
    const page = await needs.lapses.findLapsedAuthorizations(at, PAGE, place);
    if (page.length === 0) return finishedSummary(tried);
    const done = await lapsePage(needs, page, { at, isOver });
    tried.push(...done.tried);
    place = done.last ?? place;
    if (done.last !== page.at(-1)) return unfinishedLapse(tried, place);
  }
}

interface PageTurn {
  readonly at: Temporal.Instant;
  readonly isOver: () => boolean;
}

/** Starts them in order, so everything up to the last one started has been tried. */
async function lapsePage(
  needs: PaymentNeeds,
  page: readonly LapsedAuthorization[],
  { at, isOver }: PageTurn,
) {
  const begun: LapsedAuthorization[] = [];
  const results = await inParallel(page, AT_ONCE, async (one) => {
    if (isOver()) return undefined;
    begun.push(one);
    // A failure must not stop the others.
    return lapseAuthorization(needs, one, at).catch((error: unknown): Tried => ({ error }));
  });
  return {
    tried: results.filter((result): result is Tried => result !== undefined),
    last: begun.at(-1),
  };
}

function unfinishedLapse(
  tried: readonly Tried[],
  place: LapsePosition | undefined,
): UnfinishedLapse {
  const failed = firstFailure(tried);
  const why = failed === undefined ? "" : `: ${failed.error}`;
  const summary = `${summarizeLapses(tried)}; the time budget is used up, the rest follows${why}`;
  return { summary, resumeAfter: place === undefined ? "" : writeLapsePosition(place) };
}

/** Throws the first failure after all others have been tried. */
function finishedSummary(tried: readonly Tried[]): string {
  const failed = firstFailure(tried);
  if (failed === undefined) return summarizeLapses(tried);
  throw new Error(`${summarizeLapses(tried)}: ${failed.error}`, { cause: failed.error });
}

function firstFailure(tried: readonly Tried[]) {
  return tried.find((one) => typeof one === "object");
}

function summarizeLapses(tried: readonly Tried[]): string {
  if (tried.length === 0) return "no expired authorizations";
  const reversed = tried.filter((one) => one === true).length;
  const left = tried.length - reversed;
  return `authorizations reversed: ${reversed}${left === 0 ? "" : `, not reversed yet: ${left}`}`;
}

/**
 * Reverses one authorization, as if it had expired. Returns false if the host did not release it, or
 * it has been changed meanwhile.
 */
export async function lapseAuthorization(
  needs: PaymentNeeds,
  lapsed: LapsedAuthorization,
  at: Temporal.Instant,
): Promise<boolean> {
  const attempt = lapseAttempt(needs, lapsed, { at, traceNumber: await needs.traces.next() });
  const begun = await needs.changes.start(lapseStart(attempt, lapsed), oldestIssuedId(needs));
  if (begun.kind !== "begun") return false;
  const order = await changeOrder(needs, begun.attempt);
  const outcome = await submitOrder(needs, begun.attempt, order, "lapse");
  return outcome.kind === "answered" && outcome.answer.outcome === "approved";
}

function lapseStart(attempt: Attempt, { accountId, id }: LapsedAuthorization): ChangeStart {
  return {
    accountId,
    originalId: id,
    claimed: { attempt, claim: NO_CLAIM },
    judge: (original) =>
      original.state === "authorized" && mayMove(original.state, original.isBatched, "reverse")
        ? { kind: "allowed", reservation: { ...original, state: "reversing" } }
        : { kind: "refused", why: "token_not_fit" },
    complete: (original) => ({
      attempt: withOriginal(attempt, original),
      claim: NO_CLAIM,
      source: undefined,
    }),
  };
}

function lapseAttempt(
  needs: PaymentNeeds,
  lapsed: LapsedAuthorization,
  { at: startedAt, traceNumber }: { readonly at: Temporal.Instant; readonly traceNumber: number },
): Attempt {
  const { clock, processorLimitMs } = needs;
  return {
    accountId: lapsed.accountId,
    attemptId: newAttemptId(traceNumber),
    transactionId: lapsed.id,
    originalId: lapsed.id,
    transactionType: "REVERSAL",
    amount: lapsed.amount,
    fingerprint: new Uint8Array(),
    note: {
      draft: { tenderType: "CARD", currency: lapsed.currency },
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
    draft: original.draft,
    priorState: original.state,
    ...referToOriginal(original),
  };
  return { ...attempt, note };
}
