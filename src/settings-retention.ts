/** The settings of retention: how long records are kept. They are listed after SETTINGS. */
import { type Setting, wholeNumber } from "./setting.ts";
import { RETENTION_VARIABLES, type RetentionSettings } from "./values/retention-settings.ts";

export const RETENTION_SETTINGS = {
  transactionsMonths: {
    variable: RETENTION_VARIABLES.transactionsMonths,
    fallback: "18",
    read: wholeNumber(1, 120),
    about: "How long transactions are kept, in whole months.",
  },
  tokensMonths: {
    variable: RETENTION_VARIABLES.tokensMonths,
    fallback: "36",
    read: wholeNumber(1, 240),
    about: "How long a card token is kept after its last use, in whole months.",
  },
  unspentIdsDays: {
    variable: RETENTION_VARIABLES.unspentIdsDays,
    fallback: "30",
    read: wholeNumber(1, 365),
    about: "How long a transaction id that was fetched in advance can be used, in days.",
  },
  parserJournalMonths: {
    variable: RETENTION_VARIABLES.parserJournalMonths,
    fallback: "13",
    read: wholeNumber(1, 120),
    about: "How long the journal of parser calls is kept, in whole months.",
  },
  requestLogDays: {
    variable: RETENTION_VARIABLES.requestLogDays,
    fallback: "7",
    read: wholeNumber(0, 365),
    about: "How long certification keeps its request log, in days; `0` keeps none.",
  },
  mailboxDays: {
    variable: RETENTION_VARIABLES.mailboxDays,
    fallback: "7",
    read: wholeNumber(1, 365),
    about: "How long certification keeps emails in its mailbox, in days.",
  },
  webhookAttemptsDays: {
    variable: RETENTION_VARIABLES.webhookAttemptsDays,
    fallback: "30",
    read: wholeNumber(4, 365),
    about: "How long delivered webhooks and delivery attempts are kept, in days.",
  },
  auditMonths: {
    variable: RETENTION_VARIABLES.auditMonths,
    fallback: "12",
    read: wholeNumber(12, 240),
    about: "How long the audit log and approvals are kept, in whole months.",
  },
} as const satisfies Record<keyof RetentionSettings, Setting<number>>;
