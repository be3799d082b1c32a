/** Credits pay back at most what their sale took. */
import { isBy } from "./bank-calendar.ts";
import type { Presentment } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { assertNone } from "./sums.ts";

const GONE: readonly string[] = ["voided", "returned", "rejected"];

/** The credits of a sale that count are never more than the sale. */
export function assertCreditsWithinSales({ book, today, stopped }: DayState): void {
  const paidBack = new Map<string, number>();
  for (const entry of book.accepted.values()) {
    const isGone = stopped.has(entry.id) || GONE.includes(book.standing(entry, today));
    if (entry.sale === undefined || isGone) continue;
    paidBack.set(entry.sale, (paidBack.get(entry.sale) ?? 0) + entry.cents);
  }
  const wrong = [...paidBack].flatMap(([id, cents]) => {
    const sale = book.accepted.get(id)?.cents ?? 0;
    return cents <= sale ? [] : [`${cents} cents paid back of sale ${id} of ${sale} cents`];
  });
  assertNone("sales of which too much was paid back", wrong);
}

/** A credit of a sale is sent only after its debit, and not after the debit was returned. */
export function assertCreditedSalesWereTaken({ book }: DayState): void {
  const credits = book.allPresentments().filter(({ direction }) => direction === "credit");
  const wrong = credits.flatMap((one) => {
    const sale = book.accepted.get(one.id)?.sale;
    const isTaken = sale === undefined || wasTaken(book.listPresentments(sale), one);
    return isTaken ? [] : [`credit ${one.id} on ${one.day} of sale ${sale}`];
  });
  assertNone("credits of sales that took nothing", wrong);
}

function wasTaken(sent: readonly Presentment[], credit: Presentment): boolean {
  const debit = sent.findLast((one) => Temporal.Instant.compare(one.sentAt, credit.sentAt) < 0);
  if (debit === undefined) return false;
  return debit.answer === undefined || !isBy(debit.answer.day, credit.day);
}
