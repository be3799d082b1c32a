/**
 * What the lint of statements knows about distributed tables. A test compares both lists with the
 * catalog of a migrated database.
 */

export const VIEWS = ["own_tokens", "report_records", "report_refunds"];

/** Tables with row-level security. */
export const GUARDED = [
  "ach_retries",
  "ach_updates",
  "card_batches",
  "day_sums",
  "delivery_attempts",
  "outbox",
  "removed_tokens",
  "transactions",
];
