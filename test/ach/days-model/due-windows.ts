/** Every accepted entry is in the file of its window, unless a rule says that it must not be sent. */
import { addOpenDays, inNewYork, isBy, isOpenDay, newYorkDay } from "./bank-calendar.ts";
import type { Accepted, Presentment } from "./book.ts";
import type { DayState } from "./day-state.ts";
import { MERCHANTS } from "./merchants.ts";
import { assertNone } from "./sums.ts";

interface Window {
  readonly at: Temporal.Instant;
  readonly day: Temporal.PlainDate;
}

/** The last step of a day, when all windows are closed. */
const EVENING = "18:00";
/** Files of banks are read at this time. */
const ANSWERS_AT = "08:00";
const PRENOTE_DAYS = 3;

/** First entries: none is missing, and none is late. */
export function assertDueEntriesLeft(state: DayState): void {
  const now = Temporal.Instant.from(inNewYork(state.today, EVENING));
  const wrong = [...state.book.accepted.values()].flatMap((entry) => {
    const due = findDueWindow(state, entry);
    if (due === undefined || isLater(due.at, now)) return [];
    const [first] = state.book.listPresentments(entry.id);
    if (first !== undefined && !isLater(first.sentAt, due.at)) return judgeDates(entry, first);
    return [`${entry.type} ${entry.id} was due at ${due.at}, sent ${first?.sentAt ?? "never"}`];
  });
  assertNone("accepted entries that are not in their file", wrong);
}

/** What was promised for today settles today. */
function judgeDates({ id, isSameDay }: Accepted, { effective, day }: Presentment): string[] {
  if (!isSameDay || effective.equals(day)) return [];
  return [`${id} was promised the same day, sent on ${day} with the date ${effective}`];
}

/** Undefined: it need not be sent. */
function findDueWindow(state: DayState, entry: Accepted): Window | undefined {
  const { account, type, acceptedAt, isSameDay } = entry;
  if (entry.isVoided || (type === "STORE" && !entry.isPrenoted)) return undefined;
  const start = findStart(state, entry);
  if (start === undefined) return undefined;
  const times = findTimes(account);
  const isToday = isSameDay && start.equals(acceptedAt);
  const due = nextWindow(isToday ? times.sameDay : times.regular, start);
  return mustStay(state, entry, due.day) ? undefined : due;
}

/** Undefined: it waits for an entry that was not sent, or that failed. */
function findStart(state: DayState, entry: Accepted): Temporal.Instant | undefined {
  const starts = [afterPrenote(state, entry), afterSale(state, entry)];
  return starts.reduce(
    (latest, one) => latest && one && (isLater(one, latest) ? one : latest),
    entry.acceptedAt,
  );
}

/** Entries by the token of a stored bank account wait for its prenote. */
function afterPrenote({ book }: DayState, { store, acceptedAt }: Accepted) {
  const prenote = store === undefined ? undefined : book.accepted.get(store);
  if (prenote === undefined) return acceptedAt;
  const [sent] = book.listPresentments(prenote.id);
  if (sent === undefined) return prenote.isPrenoted ? undefined : acceptedAt;
  if (sent.answer !== undefined) return undefined;
  return Temporal.Instant.from(inNewYork(addOpenDays(sent.effective, PRENOTE_DAYS), "00:00"));
}

/** A credit leaves in a later file than its sale. */
function afterSale({ book }: DayState, { sale, acceptedAt }: Accepted) {
  if (sale === undefined) return acceptedAt;
  const [sent] = book.listPresentments(sale);
  return sent?.sentAt.add({ seconds: 1 });
}

/** Debits of a blocked bank account, and credits of a sale that was returned. */
function mustStay({ book }: DayState, entry: Accepted, day: Temporal.PlainDate): boolean {
  if (entry.type !== "CREDIT") return book.isBlocked(entry, day);
  const sent = entry.sale === undefined ? [] : book.listPresentments(entry.sale);
  const last = sent.findLast((one) => isBy(one.day, day));
  return last?.answer !== undefined && isBy(last.answer.day, day);
}

/** Debits that were returned for lack of funds are sent again when the account's setting says. */
export function assertDueRetriesLeft(state: DayState): void {
  const now = Temporal.Instant.from(inNewYork(state.today, EVENING));
  const wrong = [...state.book.presentments.values()].flatMap((sent) =>
    sent.slice(0, 2).flatMap((one, n) => {
      const due = findRetryWindow(state, one, now);
      const again = sent[n + 1];
      if (due === undefined || again?.sentAt.equals(due.at)) return [];
      return [`${one.id} was due again at ${due.at}, sent ${again?.sentAt ?? "never"}`];
    }),
  );
  assertNone("returned debits that were not sent again in their file", wrong);
}

function findRetryWindow(state: DayState, one: Presentment, now: Temporal.Instant) {
  const { book, settings } = state;
  const { answer, account, secCode, direction, isPrenote } = one;
  const isRetried = direction === "debit" && secCode !== "RCK" && !isPrenote;
  if (!isRetried || answer === undefined || !/^R0[19]$/.test(answer.code)) return undefined;
  const { retryDays } = settings.find(account, answer.day);
  if (retryDays === 0) return undefined;
  const read = Temporal.Instant.from(inNewYork(answer.day, ANSWERS_AT));
  const { regular } = findTimes(account);
  for (let after = read.add({ hours: 24 * retryDays }); ; ) {
    const due = nextWindow(regular, after);
    if (isLater(due.at, now)) return undefined;
    const entry = book.accepted.get(one.id);
    if (entry !== undefined && book.isBlocked(entry, due.day)) return undefined;
    const current = settings.find(account, due.day);
    // A stopped account sends no debits, and which day it ends is not known here.
    if (current.stop) return undefined;
    if (current.retryDays > 0) return due;
    after = due.at.add({ seconds: 1 });
  }
}

function findTimes(account: string) {
  const merchant = MERCHANTS.find(({ login }) => login.account_id === account);
  return merchant?.windows ?? { regular: [], sameDay: [] };
}

function nextWindow(times: readonly string[], after: Temporal.Instant): Window {
  for (let day = newYorkDay(after); ; day = day.add({ days: 1 })) {
    if (!isOpenDay(day)) continue;
    const moments = times.map((time) => Temporal.Instant.from(inNewYork(day, time)));
    const at = moments.find((moment) => !isLater(after, moment));
    if (at !== undefined) return { at, day };
  }
}

function isLater(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0;
}
