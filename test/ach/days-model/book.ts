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
  /** The sale that this credit pays back. */
  readonly sale: string | undefined;
  isVoided: boolean;
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
  answer?: { readonly code: string; readonly day: Temporal.PlainDate };
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
const BLOCKS: ReadonlySet<string> = new Set(
  "R05 R07 R10 R11 R29 R51 R02 R03 R04 R12 R13 R16 R20".split(" "),
);
/** Banks have two banking days to return an entry. */
const RETURN_DAYS = 2;

export const fundingDay = (effective: Temporal.PlainDate) => addOpenDays(effective, RETURN_DAYS);

export class Book {
  readonly accepted = new Map<string, Accepted>();
  readonly presentments = new Map<string, Presentment[]>();
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
    this.presentments.set(one.id, [...this.listPresentments(one.id), one]);
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
    return isBy(last.fundedOn, today) ? "settled" : "sent";
  }

  /** The receiver's bank account was returned so that no further debit may be sent to it. */
  isBlocked({ account, receiver }: Accepted, today: Temporal.PlainDate): boolean {
    return this.#listBlocked(today).has(`${account} ${receiver}`);
  }

  #blocked: { readonly today: string; readonly receivers: ReadonlySet<string> } | undefined;

  #listBlocked(today: Temporal.PlainDate): ReadonlySet<string> {
    if (this.#blocked?.today === today.toString()) return this.#blocked.receivers;
    const blocking = this.allPresentments().filter(
      (one) => isAnswered(one, today) && (one.isPrenote || BLOCKS.has(one.answer?.code ?? "")),
    );
    const receivers = blocking.map(({ id }) => {
      const { account = "", receiver = "" } = this.accepted.get(id) ?? {};
      return `${account} ${receiver}`;
    });
    this.#blocked = { today: today.toString(), receivers: new Set(receivers) };
    return this.#blocked.receivers;
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
