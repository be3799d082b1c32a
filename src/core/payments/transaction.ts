/** Types of a transaction that all areas share: its types, tenders, entry modes and status. */
import type { Cents } from "../../values/money.ts";

/** What a type of transaction does with money. SQL lists of types come from this (state-sql.ts). */
export type TypeKind =
  /** Takes money from the customer. */
  | "payment"
  | "authorization"
  /** Gives money back, or sends it. */
  | "refund"
  | "reversal"
  /** Moves no money. */
  | "record";

const TYPE_KINDS = {
  SALE: "payment",
  AUTHORIZATION: "authorization",
  CAPTURE: "payment",
  REFUND: "refund",
  CREDIT: "refund",
  STORE: "record",
  FORCE: "payment",
  REVERSAL: "reversal",
  "SETTLE-BATCH": "record",
} as const satisfies Readonly<Record<string, TypeKind>>;

export type TransactionType = keyof typeof TYPE_KINDS;
export const TRANSACTION_TYPES = Object.keys(TYPE_KINDS) as readonly TransactionType[];

export function typesOfKinds(...kinds: readonly TypeKind[]): readonly TransactionType[] {
  return TRANSACTION_TYPES.filter((type) => kinds.includes(TYPE_KINDS[type]));
}

export type TenderType = "CARD" | "ACH";

export const ENTRY_MODES = ["KEYED", "SWIPED", "EMV", "CONTACTLESS", "FALLBACK SWIPED"] as const;
export type EntryMode = (typeof ENTRY_MODES)[number];

/** The states are listed in moves.ts. */
export type { TransactionState } from "./moves.ts";

/** The answer to a status request. */
export interface TransactionStatus {
  readonly id: string;
  readonly isApproved: boolean;
  readonly authorizedAt: Temporal.Instant;
  readonly message: string;
  readonly amount: Cents;
  readonly cashier: string | undefined;
}

export const IN_PROGRESS = "IN PROGRESS";
export const NOT_SENT = "NOT SENT";

/** With tender ACH these become entries of a file, and their money moves days later. */
export const ACH_ENTRY_TYPES: readonly TransactionType[] = ["SALE", "CREDIT"];
