/**
 * What merchants were told and what the simulated bank took and answered. The invariants compare the
 * product with this book, which shares no code with it.
 */
import { addOpenDays, isBy } from "./bank-calendar.ts";

export interface Accepted {
  readonly account: string;
  readonly id: string;
  readonly type: "SALE" | "CREDIT" | "STORE";
  readonly cents: number;
  /** The day in the account's time zone. */
  readonly day: string;
  /** Entries by a token have the receiver of that token. */
  readonly receiver: string;
  readonly checkNumber: string | undefined;
  readonly acceptedAt: Temporal.Instant;
  /** The answer promised the same day. */
  readonly isSameDay: boolean;
  /** The sale that this credit pays back. */
  readonly sale: string | undefined;
  /** The STORE whose token, or whose token's token, was used. */
  readonly store: string | undefined;
  /** A STORE that is surely checked by a prenote. */
  readonly isPrenoted: boolean;
  isVoided: boolean;
  /** Operators have asked for its reversal. */
  isReversed: boolean;
}

/** The receiver's bank account as an entry has it. */
export interface Numbers {
  readonly routing: string;
  readonly number: string;
  readonly isSavings: boolean;
}

/** One entry in a file that the bank took. */
export interface Presentment {
  readonly id: string;
  readonly account: string;
  readonly bank: string;
  readonly file: string;
  /** The header of its batch, and its own record. */
  readonly header: string;
  readonly record: string;
  readonly trace: string;
  readonly cents: number;
  readonly direction: "debit" | "credit";
  readonly secCode: string;
  readonly isRetry: boolean;
  readonly isPrenote: boolean;
  readonly fundedOn: Temporal.PlainDate;
  /** The day on which the bank took it, the time of its file, and its effective date. */
  readonly day: Temporal.PlainDate;
  readonly sentAt: Temporal.Instant;
  readonly effective: Temporal.PlainDate;
  readonly to: Numbers;
  answer?: { readonly code: string; readonly day: Temporal.PlainDate };
}

/** An entry in a batch with the description REVERSAL. */
export type ReversalEntry = Pick<
  Presentment,
  "id" | "account" | "file" | "secCode" | "direction" | "cents" | "fundedOn" | "day" | "to"
>;

/** A batch that two operators have reversed in the evening of a day. */
export interface AskedReversal {
  readonly day: Temporal.PlainDate;
  /** Without those that a bank has returned. */
  readonly entries: readonly Presentment[];
}

export type Standing =
  | "voided"
  | "stored"
  | "waiting"
  | "sent"
  | "settled"
  | "returned"
  | "rejected";

/** The ACH operator rejects with these codes (docs/ach.md). */
const REJECTS: ReadonlySet<string> = new Set(
  "R13 R18 R19 R25 R26 R27 R28 R30 R32 R34 R35 R36".split(" "),
);
/** After these returns a bank account may not be debited again (docs/ach.md). */
export const UNAUTHORIZED: ReadonlySet<string> = new Set("R05 R07 R10 R11 R29 R51".split(" "));
export const BLOCKS: ReadonlySet<string> = new Set([
  ...UNAUTHORIZED,
  ..."R02 R03 R04 R12 R13 R16 R20".split(" "),
]);
/** Banks have two banking days to return an entry. */
const RETURN_DAYS = 2;

export const fundingDay = (effective: Temporal.PlainDate) => addOpenDays(effective, RETURN_DAYS);

export class Book {
  readonly accepted = new Map<string, Accepted>();
  readonly presentments = new Map<string, Presentment[]>();
  readonly reversals: ReversalEntry[] = [];
  readonly #reversedOn = new Map<string, Temporal.PlainDate>();
  readonly #byCheck = new Map<string, string>();

  accept(entry: Accepted): void {
    this.accepted.set(entry.id, entry);
    if (entry.checkNumber !== undefined) this.#byCheck.set(entry.checkNumber, entry.id);
  }

  /** The transaction that positions 40 to 54 of an entry name: by its id, or by its check. */
  identify(secCode: string, middle: string): string | undefined {
    if (!["POP", "ARC", "RCK"].includes(secCode)) return middle.trim();
    return this.#byCheck.get(middle.slice(0, secCode === "POP" ? 9 : 15).trim());
  }

  recordPresentment(one: Presentment): void {
    this.#blocked = undefined;
    this.presentments.set(one.id, [...this.listPresentments(one.id), one]);
  }

  recordReversal(one: ReversalEntry): void {
    this.reversals.push(one);
    this.#reversedOn.set(one.id, one.day);
  }

  /** The bank had its reversal by this day. */
  isReversed(id: string, today: Temporal.PlainDate): boolean {
    const day = this.#reversedOn.get(id);
    return day !== undefined && isBy(day, today);
  }

  listPresentments(id: string): readonly Presentment[] {
    return this.presentments.get(id) ?? [];
  }

  allPresentments(): readonly Presentment[] {
    return [...this.presentments.values()].flat();
  }

  /** The state in the evening of a day. */
  standing({ id, type, isVoided }: Accepted, today: Temporal.PlainDate): Standing {
    const last = this.listPresentments(id).at(-1);
    if (last === undefined) return isVoided ? "voided" : type === "STORE" ? "stored" : "waiting";
    if (isAnswered(last, today)) return answeredStanding(last);
    if (last.isPrenote) return "stored";
    if (this.isReversed(id, today)) return "returned";
    return isBy(last.fundedOn, today) ? "settled" : "sent";
  }

  /** The receiver's bank account was returned by this day so that debits may be refused. */
  isBlocked({ account, receiver }: Accepted, day: Temporal.PlainDate): boolean {
    const since = this.#listBlocked().get(`${account} ${receiver}`);
    return since !== undefined && isBy(since, day);
  }

  #blocked: ReadonlyMap<string, Temporal.PlainDate> | undefined;

  /** The first day of each. Also of those that an operator has cleared since. */
  #listBlocked(): ReadonlyMap<string, Temporal.PlainDate> {
    if (this.#blocked !== undefined) return this.#blocked;
    const since = new Map<string, Temporal.PlainDate>();
    for (const { id, isPrenote, answer } of this.allPresentments()) {
      if (answer === undefined || !(isPrenote || BLOCKS.has(answer.code))) continue;
      const { account = "", receiver = "" } = this.accepted.get(id) ?? {};
      const known = since.get(`${account} ${receiver}`);
      if (known === undefined || isBy(answer.day, known)) {
        since.set(`${account} ${receiver}`, answer.day);
      }
    }
    this.#blocked = since;
    return since;
  }
}

export function isAnswered({ answer }: Presentment, today: Temporal.PlainDate): boolean {
  return answer !== undefined && isBy(answer.day, today);
}

/** The return comes after the entry counted as funded. A prenote is never funded. */
export function isAnsweredLate({ answer, fundedOn, isPrenote }: Presentment): boolean {
  return answer !== undefined && !isPrenote && !isBy(answer.day, fundedOn);
}

export function answeredStanding(one: Presentment): "returned" | "rejected" {
  return REJECTS.has(one.answer?.code ?? "") && !isAnsweredLate(one) ? "rejected" : "returned";
}
