/** Conditions of the transactions, named `one`, that wait for a cutoff window. */
import { type Sql, sql } from "../../../db/sql.ts";
import { IN_ACH_ENTRY_TYPES } from "../../payments/state-sql.ts";
import { parseCutOffWindow } from "../cut-offs.ts";
import { FORCED } from "./outbound-file.ts";

export const entryDirection = sql`(case one.transaction_type when 'CREDIT' then 'credit' else 'debit' end)`;
/** A credit is sent as PPD, or as CCD if that is its code (F). */
export const entrySecCode = sql`(case when one.transaction_type = 'CREDIT' and one.sec_code <> 'CCD'
  then 'PPD' else one.sec_code end)`;
export const isWaitingEntry = sql`one.batched_at is null and one.tender_type = 'ACH' and one.state = 'pending'
  and one.transaction_type ${IN_ACH_ENTRY_TYPES}`;
export const isWaitingPrenote = sql`one.batched_at is null and one.state = 'stored'
  and one.prenote_id = one.id`;

export type WindowKind = "forced" | "sameDay" | "other";

export function windowKind(cutOff: string): WindowKind {
  if (cutOff === FORCED) return "forced";
  return parseCutOffWindow(cutOff)?.isSameDay ? "sameDay" : "other";
}

/**
 * A same-day window sends the entries that wait for it or missed an earlier one. Other windows send the
 * rest, and entries whose same-day window no longer exists. A forced cutoff sends all.
 */
export function dueInWindow(kind: WindowKind, at: Sql): Sql {
  if (kind === "forced") return sql`true`;
  return kind === "sameDay"
    ? sql`one.same_day_at <= ${at}`
    : sql`(one.same_day_at is null or one.same_day_at < ${at})`;
}
