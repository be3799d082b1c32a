/** For each retention setting: what it keeps, and what is removed next. For the console. Pure. */
import { RETENTION_VARIABLES, type RetentionSettings } from "../../values/retention-settings.ts";
import type { OldestKept, OldestOfTenants } from "./outlook-store.ts";

export interface Outlook {
  readonly setting: string;
  readonly what: string;
  /** For example "18 months". */
  readonly keeps: string;
  /** Older records are removed by the next run. */
  readonly removesBefore: Temporal.Instant;
  /** The job that removes it: daily by business time, or hourly by wall time. */
  readonly by: "purge" | "retention";
  /** Null: unknown, or there is nothing. */
  readonly oldestAt: Temporal.Instant | null;
  /** When the oldest record is removed. */
  readonly goesAt: Temporal.Instant | null;
}

export interface OutlookNeeds {
  readonly settings: RetentionSettings;
  readonly business: Temporal.Instant;
  readonly wall: Temporal.Instant;
  readonly oldest: OldestKept & OldestOfTenants;
  /** Months that have a partition, oldest first. */
  readonly months: readonly number[];
}

type Span = { readonly months: number } | { readonly days: number };

interface Line {
  readonly setting: string;
  readonly what: string;
  readonly span: Span;
  readonly by: Outlook["by"];
  readonly now: Temporal.Instant;
  readonly oldestAt?: Temporal.Instant | null;
}

export function retentionOutlook(needs: OutlookNeeds): readonly Outlook[] {
  const lines = [...businessLines(needs), ...wallLines(needs), auditLine(needs)];
  return [transactionsOutlook(needs), ...lines.map(toOutlook)];
}

function businessLines({ settings, business, oldest }: OutlookNeeds): Line[] {
  const daily = { by: "purge", now: business } as const;
  return [
    {
      setting: RETENTION_VARIABLES.tokensMonths,
      what: "Tokens (since their last use)",
      span: { months: settings.tokensMonths },
      ...daily,
    },
    {
      setting: RETENTION_VARIABLES.unspentIdsDays,
      what: "Transaction ids that were never used",
      span: { days: settings.unspentIdsDays },
      ...daily,
      oldestAt: oldest.unspentId,
    },
  ];
}

function wallLines({ settings, wall, oldest }: OutlookNeeds): Line[] {
  const hourly = { by: "retention", now: wall } as const;
  return [
    {
      setting: RETENTION_VARIABLES.parserJournalMonths,
      what: "Parser log",
      span: { months: settings.parserJournalMonths },
      ...hourly,
      oldestAt: oldest.messageId === null ? null : messageIdTime(oldest.messageId),
    },
    {
      setting: RETENTION_VARIABLES.webhookAttemptsDays,
      what: "Delivered and failed events, and delivery attempts",
      span: { days: settings.webhookAttemptsDays },
      ...hourly,
    },
    {
      setting: RETENTION_VARIABLES.requestLogDays,
      what: "Requests in the request log (certification)",
      span: { days: settings.requestLogDays },
      ...hourly,
    },
    {
      setting: RETENTION_VARIABLES.mailboxDays,
      what: "Emails in the mailbox (certification)",
      span: { days: settings.mailboxDays },
      ...hourly,
    },
  ];
}

/** Removed hourly, but dated by business time. */
function auditLine({ settings, business, oldest }: OutlookNeeds): Line {
  return {
    setting: RETENTION_VARIABLES.auditMonths,
    what: "Entries of the audit log, and approvals",
    span: { months: settings.auditMonths },
    by: "retention",
    now: business,
    oldestAt: oldest.act,
  };
}

function toOutlook({ setting, what, span, by, now, oldestAt = null }: Line): Outlook {
  return {
    setting,
    what,
    keeps: spanText(span),
    removesBefore: shift(now, span, -1),
    by,
    oldestAt,
    goesAt: oldestAt === null ? null : shift(oldestAt, span, 1),
  };
}

/** A month is removed as a whole, when its newest possible transaction is old enough. */
function transactionsOutlook({ settings, business, months }: OutlookNeeds): Outlook {
  const { transactionsMonths, unspentIdsDays } = settings;
  const span = { months: transactionsMonths };
  const [first] = months;
  const end = first === undefined ? null : firstDayOfMonth(first + 1);
  return {
    setting: RETENTION_VARIABLES.transactionsMonths,
    what: "Transactions (whole months)",
    keeps: spanText(span),
    removesBefore: shift(shift(business, span, -1), { days: unspentIdsDays }, -1),
    by: "purge",
    oldestAt: first === undefined ? null : firstDayOfMonth(first),
    goesAt: end === null ? null : shift(shift(end, { days: unspentIdsDays }, 1), span, 1),
  };
}

/** Months count from January 2000, which is 1. */
export function firstDayOfMonth(month: number): Temporal.Instant {
  const [year, place] = [2000 + Math.floor((month - 1) / 12), ((month - 1) % 12) + 1];
  return new Temporal.PlainDate(year, place, 1).toZonedDateTime("UTC").toInstant();
}

function messageIdTime(messageId: string): Temporal.Instant | null {
  const parts = /^1(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(messageId)?.slice(1);
  if (parts === undefined) return null;
  const [year, month, day, hour, minute, second] = parts;
  return Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function spanText(span: Span): string {
  return "months" in span ? `${span.months} months` : `${span.days} days`;
}

function shift(moment: Temporal.Instant, span: Span, sign: 1 | -1): Temporal.Instant {
  const there = moment.toZonedDateTimeISO("UTC");
  return (sign === 1 ? there.add(span) : there.subtract(span)).toInstant();
}
