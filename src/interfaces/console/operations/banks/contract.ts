/** Types shared by the bank file screens and their API. Amounts are in US cents. */

import type {
  UnmatchedLine as CoreUnmatchedLine,
  FileLine,
  InboundLine,
} from "../../../../core/ach/bank-file-store.ts";
import type { BankConnection } from "../../../../core/ach/connections/bank-connection.ts";
import type { BankState as CoreBankState } from "../../../../core/ach/connections/bank-state-store.ts";
import type {
  BatchLine as CoreBatchLine,
  EntryLine as CoreEntryLine,
} from "../../../../core/ach/file-view-store.ts";
import type { ReturnRateKind, ReturnRates } from "../../../../core/ach/return-rates.ts";
import type { Reversal } from "../../../../core/ach/reversals/reversal.ts";
import type { AsJson } from "../../as-json.ts";

export type FileState = "building" | "fixed" | "prepared" | "handed_over";

/** `cutOff` is the name of the cutoff window, or "forced". `settlesOn` is the effective date. */
export interface BankFileLine
  extends Omit<AsJson<FileLine>, "state" | "debitCents" | "creditCents"> {
  readonly state: FileState;
  readonly debitCents: number;
  readonly creditCents: number;
}

export interface BatchLine extends Omit<CoreBatchLine, "amountCents"> {
  readonly amountCents: number;
}

export interface BankFile {
  readonly file: BankFileLine;
  readonly batches: readonly BatchLine[];
}

export interface FileEntryLine extends CoreEntryLine {
  /** The title of the return code. Null if there is none. */
  readonly returnMeaning: string | null;
}

export interface InboundFileLine extends Omit<AsJson<InboundLine>, "state"> {
  readonly state: "read" | "invalid" | "too_big";
}

export interface UnmatchedLine extends Omit<AsJson<CoreUnmatchedLine>, "amountCents" | "reason"> {
  /** The title of the code. Null if the code is unknown. */
  readonly meaning: string | null;
  readonly amountCents: number;
  readonly reason: "unknown_entry" | "amount_differs" | "already_returned";
}

export type ReversalLine = AsJson<Reversal>;

export interface BankWindow {
  readonly name: string;
  readonly nextAt: string;
  /** The effective date of the next file. */
  readonly settlesOn: string;
}

/** Our login is never sent: it can only be replaced. */
export interface BankServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Fingerprints of the pinned keys. */
  readonly hostKeys: readonly string[];
  readonly login: "key" | "password";
  readonly outbox: string;
  readonly drafts: string;
  readonly inbox: string;
  readonly archive: string;
}

export type BankState = AsJson<Omit<CoreBankState, "connection">>;

/** The result of trying a connection. Null: files can be exchanged. */
export interface BankCheck {
  readonly problem: string | null;
}

/** The offset account of the connection is never sent. */
export interface BankLine
  extends Pick<
    BankConnection,
    | "name"
    | "network"
    | "destination"
    | "destinationName"
    | "origin"
    | "originName"
    | "odfi"
    | "writesOffset"
  > {
  readonly windows: readonly BankWindow[];
  /** Null: the bank is not connected by SFTP. */
  readonly server: BankServer | null;
  /** Null: there was no exchange yet. */
  readonly state: BankState | null;
}

export interface Banks {
  readonly business: string;
  readonly banks: readonly BankLine[];
}

export type RateKind = ReturnRateKind;

/** Rates are fractions of 1. */
export type RateLine = ReturnRates;

export interface ReturnRatesView {
  readonly days: number;
  readonly countedAt: string;
  readonly limits: Readonly<Record<RateKind, number>>;
  readonly accounts: readonly RateLine[];
}
