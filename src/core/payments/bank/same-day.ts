/**
 * Decides whether an ACH entry goes out on the same day (Same Day ACH). What cannot goes out at the next
 * window, and the answer says why.
 *
 * Nacha's rules: an entry of at most one million dollars, of any class that we send. IAT and ENR entries
 * cannot go on the same day, but we do not send them.
 */
import type { SameDayResult } from "../attempts/attempt.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { findTiedSale, type TiedPayment } from "./tied-credit.ts";

/** The network's limit per entry: 1,000,000 dollars since March 2022. */
export const SAME_DAY_CENTS_MAX = 100_000_000;
/** The entry must be stored before the window closes, and its verification takes up to 30 seconds. */
const AHEAD_SECONDS = 60;

export interface SameDayPlan {
  readonly result: SameDayResult;
  /** The same-day window that the entry waits for. */
  readonly at: Temporal.Instant | undefined;
}

/** Undefined: neither the request nor the account wants it. */
export async function planSameDay(
  { sameDay, clock }: Pick<PaymentNeeds, "sameDay" | "clock">,
  entry: TiedPayment,
): Promise<SameDayPlan | undefined> {
  const { account, payment, source } = entry;
  const isWanted = payment.bank.sameDay ?? account.achSameDay ?? false;
  if (!isWanted || payment.type === "STORE") return undefined;
  if (payment.amount > SAME_DAY_CENTS_MAX) return notToday("Above the same-day limit");
  const next = await sameDay.findNext(account.id, clock.business().add({ seconds: AHEAD_SECONDS }));
  if (next === undefined) return notToday("The bank has no same-day window");
  const [prenoteId, saleId] = [source.original?.prenoteId, findTiedSale(entry)];
  const leader = (transactionId: string) => ({ accountId: account.id, transactionId });
  if (prenoteId && (await sameDay.isPrenoteAwaited(leader(prenoteId), next.at)))
    return notToday("The bank account is still being checked");
  if (saleId && (await sameDay.isSaleAwaited(leader(saleId), next.at)))
    return notToday("The sale has not been sent yet");
  if (next.isToday) return { result: { isSameDay: true, message: "Same day" }, at: next.at };
  // The first window of the next banking day may be a same-day window.
  return notToday("No same-day window is left today", next.isFirst ? next.at : undefined);
}

function notToday(message: string, at?: Temporal.Instant): SameDayPlan {
  return { result: { isSameDay: false, message }, at };
}
