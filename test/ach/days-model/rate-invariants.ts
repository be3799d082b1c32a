/** Accounts with the setting take no debits while their return rates are above the limits. */
import { isBy, isOpenDay, newYorkDay } from "./bank-calendar.ts";
import { type Book, isAnswered, type Presentment, UNAUTHORIZED } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { assertNone } from "./sums.ts";

const ADMINISTRATIVE: ReadonlySet<string> = new Set(["R02", "R03", "R04"]);
const RATE_DAYS = 60;
const RETURNS_MIN = 2;
/** A little above the limits, because the watch runs only in the morning. */
const LIMITS = { unauthorized: 0.006, administrative: 0.035, overall: 0.17 };

/** After the watch of a morning, no sale is accepted that day. */
export function assertStoppedTakeNoDebits(state: DayState): void {
  const isStopped = rememberStops(state);
  const sales = [...state.book.accepted.values()].filter(({ type }) => type === "SALE");
  const wrong = sales.filter(({ account, acceptedAt }) =>
    isStopped(account, newYorkDay(acceptedAt)),
  );
  assertNone(
    "sales that were accepted although debits are stopped",
    wrong.map(({ id, acceptedAt }) => `${id} at ${acceptedAt}`),
  );
}

/** Debits that were returned are not sent again, either. */
export function assertStoppedSendNoRetries(state: DayState): void {
  const isStopped = rememberStops(state);
  const wrong = state.book
    .allPresentments()
    .filter(({ isRetry, account, day }) => isRetry && isStopped(account, day));
  assertNone(
    "debits that were sent again although debits are stopped",
    wrong.map(({ id, day }) => `${id} on ${day}`),
  );
}

type IsStopped = (account: string, day: Temporal.PlainDate) => boolean;

function rememberStops({ book, settings }: DayState): IsStopped {
  const known = new Map<string, boolean>();
  return (account, day) => {
    const key = `${account} ${day}`;
    // The settings of a week are in force on the closed days before it.
    const isOn = isOpenDay(day) && settings.findCertainOn(account, day)?.stop === true;
    const isStopped = known.get(key) ?? (isOn && isOverLimit(book, account, day));
    known.set(key, isStopped);
    return isStopped;
  };
}

function isOverLimit(book: Book, account: string, day: Temporal.PlainDate): boolean {
  const after = day.subtract({ days: RATE_DAYS });
  const debits = book
    .allPresentments()
    .filter((one) => one.account === account && counts(one) && !isBy(one.effective, after))
    .filter((one) => isBy(one.effective, day));
  const returned = debits.filter((one) => isAnswered(one, day));
  const isOver = (limit: number, codes?: ReadonlySet<string>) => {
    const some = returned.filter(({ answer }) => codes?.has(answer?.code ?? "") ?? true).length;
    return some >= RETURNS_MIN && some / debits.length > limit;
  };
  return (
    isOver(LIMITS.unauthorized, UNAUTHORIZED) ||
    isOver(LIMITS.administrative, ADMINISTRATIVE) ||
    isOver(LIMITS.overall)
  );
}

function counts({ direction, secCode, isPrenote }: Presentment): boolean {
  return direction === "debit" && secCode !== "RCK" && !isPrenote;
}
