/**
 * How long records are kept: each setting with its environment variable. settings-retention.ts has
 * their defaults; core/retention removes what is older.
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
