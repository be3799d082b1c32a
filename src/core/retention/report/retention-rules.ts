/**
 * How long the rows of each table are kept, for the report to auditors. Pure. Tables that are not
 * listed have settings, people or keys, which stay until somebody changes them.
 */
import { RETENTION_VARIABLES, type RetentionSettings } from "../../../values/retention-settings.ts";

export type Span = { readonly months: number } | { readonly days: number };

export interface RetentionRule {
  readonly table: string;
  readonly what: string;
  /** Undefined: until a person removes them. */
  readonly span: Span | undefined;
  /** The setting, or why the time is fixed. */
  readonly because: string;
  /** Which clock dates the rows. */
  readonly clock: "business" | "wall";
}

const FIXED_PASSES_DAYS = 360;
const FIXED_RUNS_MONTHS = 13;

export function listRetentionRules(settings: RetentionSettings): readonly RetentionRule[] {
  return [...businessRules(settings), ...wallRules(settings), ...bankRules(settings)];
}

/** Rules whose rows age by one of the clocks. */
function ruleBy(clock: RetentionRule["clock"]) {
  return (table: string, what: string, span: Span, because: string): RetentionRule => ({
    table,
    what,
    span,
    because,
    clock,
  });
}

function businessRules(settings: RetentionSettings): RetentionRule[] {
  const names = RETENTION_VARIABLES;
  const months = { months: settings.transactionsMonths };
  const ids = { days: settings.unspentIdsDays };
  const rule = ruleBy("business");
  return [
    rule("transactions", "payments, by whole months", months, names.transactionsMonths),
    rule("pos_sales", "sales at the point of sale", months, names.transactionsMonths),
    rule(
      "vault",
      "stored cards and bank accounts, encrypted, since their last use",
      { months: settings.tokensMonths },
      names.tokensMonths,
    ),
    rule("issued_ids", "ids that were never used", ids, names.unspentIdsDays),
    rule("idempotency_keys", "digests of idempotency keys", ids, names.unspentIdsDays),
    rule("form_claims", "payments of payment forms", ids, names.unspentIdsDays),
    rule(
      "verification_passes",
      "fingerprints of verified bank accounts",
      { days: FIXED_PASSES_DAYS },
      "fixed: the longest time that an account can trust a verification",
    ),
    rule("audit_entries", "the audit log", { months: settings.auditMonths }, names.auditMonths),
  ];
}

function wallRules(settings: RetentionSettings): RetentionRule[] {
  const names = RETENTION_VARIABLES;
  const events = { days: settings.webhookAttemptsDays };
  const rule = ruleBy("wall");
  return [
    rule("outbox", "webhooks and emails that are done", events, names.webhookAttemptsDays),
    rule("delivery_attempts", "attempts to deliver them", events, names.webhookAttemptsDays),
    rule(
      "parser_journal",
      "parser calls, without card data",
      { months: settings.parserJournalMonths },
      names.parserJournalMonths,
    ),
    rule(
      "approvals",
      "requests for approval, since they expired",
      { months: settings.auditMonths },
      names.auditMonths,
    ),
    rule("business_runs", "runs of jobs", { months: FIXED_RUNS_MONTHS }, "fixed"),
    rule(
      "request_log",
      "requests (certification)",
      { days: settings.requestLogDays },
      names.requestLogDays,
    ),
    rule("mailbox", "emails (certification)", { days: settings.mailboxDays }, names.mailboxDays),
  ];
}

function bankRules(settings: RetentionSettings): RetentionRule[] {
  const names = RETENTION_VARIABLES;
  const months = { months: settings.transactionsMonths };
  return [
    {
      table: "ach_files",
      what: "files that were sent to banks and have settled",
      span: months,
      because: names.transactionsMonths,
      clock: "business",
    },
    {
      table: "ach_inbound_files",
      what: "files that banks sent",
      span: months,
      because: names.transactionsMonths,
      clock: "business",
    },
    {
      table: "bank_corrections",
      what: "corrected bank accounts, encrypted, since their last use",
      span: { months: settings.tokensMonths },
      because: names.tokensMonths,
      clock: "business",
    },
    {
      table: "bank_blocks",
      what: "fingerprints of bank accounts that must not be debited",
      span: undefined,
      because: "until a person clears the block",
      clock: "business",
    },
  ];
}
