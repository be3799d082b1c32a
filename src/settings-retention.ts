/** The settings that say how long records are kept. They are part of SETTINGS in settings.ts. */
import { type Setting, wholeNumber } from "./setting.ts";

export const RETENTION_SETTINGS = {
  KEEP_TRANSACTIONS_MONTHS: {
    fallback: "18",
    read: wholeNumber(1, 120),
    about: "How long transactions are kept, in whole months.",
  },
  KEEP_TOKENS_MONTHS: {
    fallback: "36",
    read: wholeNumber(1, 240),
    about: "How long a token is kept after its last use.",
  },
  KEEP_UNSPENT_IDS_DAYS: {
    fallback: "30",
    read: wholeNumber(1, 365),
    about: "How long an id that was fetched in advance can be used.",
  },
  KEEP_PARSER_JOURNAL_MONTHS: {
    fallback: "13",
    read: wholeNumber(1, 120),
    about: "How long the journal of parser calls is kept.",
  },
  KEEP_REQUEST_LOG_DAYS: {
    fallback: "7",
    read: wholeNumber(0, 365),
    about: "How long certification keeps its request log; `0` keeps none.",
  },
  KEEP_MAILBOX_DAYS: {
    fallback: "7",
    read: wholeNumber(1, 365),
    about: "How long certification keeps emails in its mailbox.",
  },
  KEEP_WEBHOOK_ATTEMPTS_DAYS: {
    fallback: "30",
    read: wholeNumber(4, 365),
    about: "How long delivered webhooks and delivery attempts are kept.",
  },
  KEEP_AUDIT_MONTHS: {
    fallback: "12",
    read: wholeNumber(12, 240),
    about: "How long the audit log is kept.",
  },
} as const satisfies Record<string, Setting<unknown>>;
