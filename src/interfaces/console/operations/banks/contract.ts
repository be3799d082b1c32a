/** Types shared by the bank file screens and their API. Amounts are in US cents. */

export type FileState = "building" | "fixed" | "prepared" | "handed_over";

export interface BankFileLine {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  /** The name of the cutoff window, or "forced". */
  readonly cutOff: string;
  readonly cutOffAt: string;
  /** The effective date. */
  readonly settlesOn: string;
  readonly state: FileState;
  readonly entryCount: number;
  readonly debitCents: number;
  readonly creditCents: number;
  readonly handedOverAt: string | null;
  readonly settledAt: string | null;
}

export interface BatchLine {
  readonly number: number;
  readonly accountId: string;
  readonly accountName: string | null;
  readonly accountNumber: number;
  readonly secCode: string;
  readonly direction: "debit" | "credit";
  readonly entryCount: number;
  readonly amountCents: number;
}

export interface BankFile {
  readonly file: BankFileLine;
  readonly batches: readonly BatchLine[];
}

export interface FileEntryLine {
  readonly sequence: number;
  readonly traceNumber: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly last4: string | null;
  readonly accountType: string | null;
  readonly name: string | null;
  readonly state: string | null;
  readonly returnCode: string | null;
  readonly returnMeaning: string | null;
}

export interface InboundFileLine {
  readonly id: string;
  readonly name: string;
  readonly connection: string;
  readonly state: "read" | "invalid" | "too_big";
  readonly receivedAt: string;
  readonly itemCount: number;
  readonly unmatchedCount: number;
  readonly errors: string | null;
}

export interface UnmatchedLine {
  readonly id: string;
  readonly connection: string;
  readonly inboundFileId: string;
  readonly fileName: string;
  readonly line: number;
  readonly kind: string;
  readonly code: string;
  /** The title of the code. Null if the code is unknown. */
  readonly meaning: string | null;
  readonly traceNumber: string;
  readonly amountCents: number;
  readonly reason: "unknown_entry" | "amount_differs" | "already_returned";
  readonly receivedAt: string;
  readonly dealtAt: string | null;
  readonly dealtBy: string | null;
  readonly note: string | null;
}

export interface BankWindow {
  readonly name: string;
  readonly nextAt: string;
  /** The effective date of the next file. */
  readonly settlesOn: string;
}

export interface BankLine {
  readonly name: string;
  readonly network: "simulator" | "directory";
  readonly destination: string;
  readonly destinationName: string;
  readonly origin: string;
  readonly originName: string;
  readonly odfi: string;
  readonly writesOffset: boolean;
  readonly windows: readonly BankWindow[];
}

export interface Banks {
  readonly business: string;
  readonly banks: readonly BankLine[];
}

export type RateKind = "unauthorized" | "administrative" | "overall";

export interface RateLine {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly debits: number;
  readonly returned: Readonly<Record<RateKind, number>>;
  /** A fraction of 1. */
  readonly rates: Readonly<Record<RateKind, number>>;
  readonly over: readonly RateKind[];
}

export interface ReturnRatesView {
  readonly days: number;
  readonly countedAt: string;
  readonly limits: Readonly<Record<RateKind, number>>;
  readonly accounts: readonly RateLine[];
}
