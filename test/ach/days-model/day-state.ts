/** Everything that the invariants compare: the banks, the book, and the day. */
import { at } from "../../kit/plain-nacha.ts";
import type { AskedReversal, Book } from "./book.ts";
import type { SettingsBook } from "./settings.ts";
import type { SimulatedBank } from "./simulated-bank.ts";

export interface DayState {
  readonly book: Book;
  readonly banks: readonly SimulatedBank[];
  /** The names of the banks whose files are balanced. */
  readonly offsetBanks: ReadonlySet<string>;
  readonly today: Temporal.PlainDate;
  /** The first day that the last check did not cover. */
  readonly since: Temporal.PlainDate;
  /** Transactions that the product itself refused to send, found in reports so far. */
  readonly stopped: Set<string>;
  readonly settings: SettingsBook;
  readonly reversals: readonly AskedReversal[];
  /** The evenings on which an operator cleared the block of a bank account. */
  readonly cleared: ReadonlyMap<string, readonly Temporal.PlainDate[]>;
}

/** The company id in a batch header. */
export function companyOf(header: string): string {
  return at(header, 41, 50);
}
