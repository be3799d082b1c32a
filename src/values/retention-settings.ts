/** How long things are kept. What removes them is in core/retention. */
export interface RetentionSettings {
  readonly transactionsMonths: number;
  readonly tokensMonths: number;
  readonly unspentIdsDays: number;
  readonly parserJournalMonths: number;
  readonly requestLogDays: number;
  readonly mailboxDays: number;
  readonly webhookAttemptsDays: number;
  readonly auditMonths: number;
}
