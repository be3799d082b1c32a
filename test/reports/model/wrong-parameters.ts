/** Invalid parameters with codes 621, 622 or 623, in equally likely groups. */
import type { Parameters } from "./oracle-request.ts";

const AMOUNTS: readonly Parameters[] = [
  { amount: "-1" },
  { amount: "1.234" },
  { amount: "1e3" },
  { amount: "1,000" },
  { amount: "1000000" },
  { amount: "." },
  { amount: "?" },
  { amount_min: "x", amount_max: "1" },
];

const RANGES: readonly Parameters[] = [
  { amount_min: "5" },
  { amount_max: "5" },
  { amount_min: "5", amount_max: "4.99" },
  { amount_min: "10", amount_max: "9" },
  { amount: "5", amount_min: "4", amount_max: "6" },
  { amount: "5", amount_max: "6" },
];

const ENUMERATIONS: readonly Parameters[] = [
  { tender_type: "CASH" },
  { tender_type: "ach" },
  { status: "approved" },
  { status: "*" },
  { date: "TRANSACTION" },
  { batch_detail: "yes" },
  { utc_time: "2" },
  { purchase_detail: "all" },
  { reportable_fields: "on" },
  { include_ach_settle_date: "11" },
];

const IDS: readonly Parameters[] = [
  { transaction_id: "abc" },
  { transaction_id: "32300000000*" },
  { transaction_id: "1234567890123" },
  { sub_account_ids: "all" },
  { sub_account_ids: "ALL" },
  { sub_account_ids: "120000000001" },
  { sub_account_ids: "120000000009" },
  { sub_account_ids: "120000000001,120000000077" },
  { sub_account_ids: "120000000001,,120000000002" },
];

const TEXTS: readonly Parameters[] = [
  { cashier: "x".repeat(101) },
  { custom_id: "😀".repeat(51) },
  { group: "x".repeat(26) },
  { name: "x".repeat(101) },
  { name: "a\u0000b" },
  { cashier: "\u007f" },
  // Values of the maximum length.
  { cashier: "😀".repeat(100), custom_id: "x".repeat(50), group: "*".repeat(25) },
];

const CONFLICTS: readonly Parameters[] = [
  { action_date: "2026-11-01", tender_type: "CARD" },
  { date: "ACTION", tender_type: "GIFT" },
  { ach_settle_date: "2026-11-01" },
  { ach_settle_date: "2026-11-01", tender_type: "EBT" },
  { ach_settle_date: "2026-11-0?", tender_type: "ACH" },
  { start_date: "2026-11-??" },
  { end_date: "*" },
  { start_date: "2026-11-14", end_date: "2026-11-13" },
];

export const WRONG: readonly (readonly Parameters[])[] = [
  AMOUNTS,
  RANGES,
  ENUMERATIONS,
  IDS,
  TEXTS,
  CONFLICTS,
];
