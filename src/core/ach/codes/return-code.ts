/** Return codes: their titles, return windows, stages and return rate categories. */
import { UNAUTHORIZED_RETURNS } from "../../bank-accounts/blocking-returns.ts";
import { addBankingDays, nextBankingDay } from "../banking-days.ts";
import { DISHONORS_AND_CONTESTS } from "./dishonor-codes.ts";
import { RETURNS, type ReturnRow } from "./return-codes.ts";

/** The receiving bank returns, the originating bank dishonors, the receiving bank contests. */
export type ReturnStage = "return" | "dishonor" | "contest";

/**
 * How long after settlement an entry may be returned, a return may be dishonored, or a dishonored
 * return may be contested.
 */
export type ReturnWindow =
  | { readonly kind: "banking_days"; readonly days: number }
  /** Until the banking day after this number of calendar days. */
  | { readonly kind: "calendar_days"; readonly days: number }
  /** The ACH operator rejects the entry while it processes the file. */
  | { readonly kind: "next_file" }
  /** No fixed limit. */
  | { readonly kind: "open" };

/** Nacha limits the rates of unauthorized, of administrative and of all returns. */
export type ReturnCategory = "unauthorized" | "administrative" | "other";

export interface ReturnCode {
  readonly code: string;
  readonly title: string;
  readonly window: ReturnWindow;
  readonly stage: ReturnStage;
  readonly category: ReturnCategory;
}

const ADMINISTRATIVE = new Set(["R02", "R03", "R04"]);

const CODES: ReadonlyMap<string, ReturnCode> = new Map(
  [...RETURNS, ...DISHONORS_AND_CONTESTS].map((row) => [row[0], fromRow(row)]),
);

export function findReturnCode(code: string): ReturnCode | undefined {
  return CODES.get(code);
}

export function allReturnCodes(): readonly ReturnCode[] {
  return [...CODES.values()];
}

/** The last day on which a return with this code is in time. Undefined: there is no limit. */
export function returnDeadline(
  { window }: Pick<ReturnCode, "window">,
  settledOn: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  switch (window.kind) {
    case "banking_days":
      return addBankingDays(settledOn, window.days);
    case "calendar_days":
      return nextBankingDay(settledOn.add({ days: window.days }));
    case "next_file":
      return nextBankingDay(settledOn);
    case "open":
      return undefined;
  }
}

/** Nacha reserves a range of numbers for each stage, so this also works for new codes. */
export function returnStage(code: string): ReturnStage {
  if (/^R6[1-9]$|^R70$/.test(code)) return "dishonor";
  return /^R7[1-9]$/.test(code) ? "contest" : "return";
}

function fromRow([code, window, meaning]: ReturnRow): ReturnCode {
  return {
    code,
    title: meaning,
    window: returnWindow(window),
    stage: returnStage(code),
    category: returnCategory(code),
  };
}

function returnWindow(text: ReturnRow[1]): ReturnWindow {
  if (text === "next") return { kind: "next_file" };
  if (text === "open") return { kind: "open" };
  const days = Number.parseInt(text, 10);
  return { kind: text.endsWith("b") ? "banking_days" : "calendar_days", days };
}

function returnCategory(code: string): ReturnCategory {
  if (UNAUTHORIZED_RETURNS.has(code)) return "unauthorized";
  return ADMINISTRATIVE.has(code) ? "administrative" : "other";
}
