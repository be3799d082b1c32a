/** What operators reversed was turned around once, entry by entry, and nothing else was. */
import { isBy } from "./bank-calendar.ts";
import type { ReversalEntry } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { assertNone, assertSumsAgree, Sums } from "./sums.ts";

/** A reversal that was approved in the evening is in a file on the next morning. */
export function assertReversalsAsAsked({ book, reversals, today }: DayState): void {
  const [expected, found] = [new Sums(), new Sums()];
  const due = reversals.filter(({ day }) => isBy(day.add({ days: 1 }), today));
  for (const one of due.flatMap(({ entries }) => entries))
    expected.count(describeEntry(one, one.direction === "debit" ? "credit" : "debit"), one.cents);
  for (const one of book.reversals) found.count(describeEntry(one, one.direction), one.cents);
  assertSumsAgree("reversals that were asked for and sent", expected, found);
}

/** The customer has the money back, so it is neither taken nor paid back again. */
export function assertReversedAreLeftAlone({ book, reversals }: DayState): void {
  const wrong = reversals.flatMap(({ entries }) =>
    entries.flatMap(({ id }) => {
      const isCredited = [...book.accepted.values()].some(
        (one) => one.sale === id && book.listPresentments(one.id).length > 0,
      );
      const isAgain = book.listPresentments(id).length > 1;
      return isCredited || isAgain ? [id] : [];
    }),
  );
  assertNone("reversed sales that were sent again or credited", wrong);
}

function describeEntry({ id, account, secCode, to }: ReversalEntry, direction: string): string {
  return [account, id, secCode, direction, to.routing, to.number, to.isSavings].join(" ");
}
