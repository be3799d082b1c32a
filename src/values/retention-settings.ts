/**
 * The names and environment variables of the retention settings. settings-retention.ts has their
 * defaults, and core/retention removes older records.
 */
export const RETENTION_VARIABLES = {
  transactionsMonths: "KEEP_TRANSACTIONS_MONTHS",
  tokensMonths: "KEEP_TOKENS_MONTHS",
  unspentIdsDays: "KEEP_UNSPENT_IDS_DAYS",
  parserJournalMonths: "KEEP_PARSER_JOURNAL_MONTHS",
  requestLogDays: "KEEP_REQUEST_LOG_DAYS",
  mailboxDays: "KEEP_MAILBOX_DAYS",
  webhookAttemptsDays: "KEEP_WEBHOOK_ATTEMPTS_DAYS",
  auditMonths: "KEEP_AUDIT_MONTHS",
} as const;

export type RetentionSettings = Readonly<Record<keyof typeof RETENTION_VARIABLES, number>>;
