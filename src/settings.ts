/** Every setting: its name, its default, how it is read, and its text in docs/operations.md. */
import path from "node:path";
import {
  addresses,
  databaseUrl,
  headerKey,
  httpUrl,
  masterKey,
  oneOf,
  optional,
  type Setting,
  serviceUrl,
  smtpUrl,
  text,
  transportPolicy,
  wholeNumber,
} from "./setting.ts";
import { RETENTION_SETTINGS } from "./settings-retention.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const SETTINGS = {
  ENVIRONMENT: {
    fallback: "certification",
    read: oneOf(["certification", "production"]),
    about: "`certification` starts with seeded data and simulators, `production` starts empty.",
  },
  HOST: { fallback: "127.0.0.1", read: text, about: "The address to listen on." },
  PORT: {
    fallback: "8080",
    read: wholeNumber(0, 65_535),
    about: "The port to listen on; `0` takes a free one.",
  },
  PUBLIC_URL: {
    fallback: "",
    read: optional(httpUrl),
    about:
      "The address of this installation as seen from outside, used in links in emails and receipts; `https` in production. Not set: from `HOST` and `PORT`.",
  },
  DATA_DIR: {
    fallback: ".data",
    read: (value: string) => path.resolve(value),
    about: "The folder of the embedded PostgreSQL and of certification's master key.",
  },
  DATABASE_URL: {
    fallback: "",
    read: optional(databaseUrl),
    about: "A PostgreSQL server, 15 or later. Not set: an embedded one under `DATA_DIR`.",
  },
  DATABASE_OWNER_URL: {
    fallback: "",
    read: optional(databaseUrl),
    about: "The login that owns and migrates the tables, if it is a different one.",
  },
  DATABASE_POOL: {
    fallback: "16",
    read: wholeNumber(2, 200),
    about: "Maximum number of connections per process and role.",
  },
  DATABASE_QUEUE: {
    fallback: "1000",
    read: wholeNumber(1, 100_000),
    about:
      "Maximum number of statements that wait for a connection; one more is answered “try again”.",
  },
  DATABASE_TIMEOUT_MS: {
    fallback: "10000",
    read: wholeNumber(100, 600_000),
    about: "How long one statement of a request may run.",
  },
  CLOCK_SKEW_MAX_SECONDS: {
    fallback: "30",
    read: wholeNumber(1, 3_600),
    about:
      "How far this machine's clock may differ from the database's. Beyond that, production does not start, `/health/ready` is 503, no scheduled work runs and nothing is purged.",
  },
  CONSOLE_IDLE_MINUTES: {
    fallback: "30",
    read: wholeNumber(1, 720),
    about: "After how many minutes without use the console asks for the password again.",
  },
  REPORT_DATABASE_URL: {
    fallback: "",
    read: optional(databaseUrl),
    about: "A read replica for reports. If it lags or is unavailable, reports use the primary.",
  },
  REPORT_LAG_MS: {
    fallback: "10000",
    read: wholeNumber(0, 3_600_000),
    about: "How far the replica may be behind.",
  },
  REPORTS_AT_ONCE: {
    fallback: "8",
    read: wholeNumber(1, 100),
    about: "Reports that run at the same time in each process; further ones wait for their turn.",
  },
  REPORTS_PER_ACCOUNT: {
    fallback: "4",
    read: wholeNumber(1, 100),
    about: "The same for one account.",
  },
  REPORT_WAIT_MS: {
    fallback: "5000",
    read: wholeNumber(0, 60_000),
    about: "How long a report waits for its turn before it is answered 611.",
  },
  REPORT_SPOOL_MB: {
    fallback: "4096",
    read: wholeNumber(0, 1_000_000),
    about:
      "Disk space per process, in the system's temporary folder, for reports with slow readers. When it is used up, the reader sets the pace of the query.",
  },
  PROCESSOR_TIMEOUT_MS: {
    fallback: "10000",
    read: wholeNumber(100, 120_000),
    about: "How long the card host may take. After twice that, it is asked for the outcome.",
  },
  CARD_HOST_URL: {
    fallback: "",
    read: optional(serviceUrl),
    about:
      "The card host that decides card payments; `https` in production. See [card-host.md](card-host.md). Not set: the simulator in certification, none in production.",
  },
  CARD_HOST_KEY: {
    fallback: "",
    read: optional(headerKey),
    about: "The key for the card host, sent as `Authorization: Bearer`.",
  },
  CARD_HOST_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "A file with that key; in production only its owner may read it.",
  },
  CARD_HOST_CERT_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "The client certificate for a card host that asks for one (PEM, with its chain).",
  },
  CARD_HOST_CERT_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "Its private key; in production only its owner may read it.",
  },
  ACH_FOLDER: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "The folder of the bank connections. Not set: `ach` under `DATA_DIR`.",
  },
  ACH_POLL_SECONDS: {
    fallback: "60",
    read: wholeNumber(1, 3_600),
    about:
      "How often the banks' inboxes are checked, and files that could not be sent are tried again.",
  },
  VERIFIER_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about:
      "The file that describes the provider that verifies bank accounts; see [verification-provider.md](verification-provider.md). Not set: the simulator in certification, none in production.",
  },
  VERIFIER_KEY: {
    fallback: "",
    read: optional(headerKey),
    about: "The provider's key, sent in the header that the file names.",
  },
  VERIFIER_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "A file with that key; in production only its owner may read it.",
  },
  WORKERS: {
    fallback: "0",
    read: wholeNumber(0, 64),
    about: "Number of web processes; `0` runs web and jobs in one process.",
  },
  MASTER_KEY: {
    fallback: "",
    read: optional(masterKey),
    about: "The master key, 64 hex digits. Sixdoors never stores it.",
  },
  MASTER_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "A file with the master key; certification creates one under `DATA_DIR`.",
  },
  MASTER_KEY_OLD: {
    fallback: "",
    read: optional(masterKey),
    about: "The previous key while `MASTER_KEY` replaces it; see `keys rotate`.",
  },
  TLS_CERT_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "The certificate chain (PEM) for serving TLS.",
  },
  TLS_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "Its private key (PEM).",
  },
  TRUSTED_PROXIES: {
    fallback: "",
    read: addresses,
    about: "Addresses and ranges, comma-separated, whose `X-Forwarded-*` headers are trusted.",
  },
  STRICT_TRANSPORT_SECURITY: {
    fallback: "max-age=31536000",
    read: transportPolicy,
    about:
      "The header of this name on every response over TLS, our own or a trusted proxy's. `off` sends none; `max-age=0` makes browsers forget it.",
  },
  REQUEST_TIMEOUT_MS: {
    fallback: "30000",
    read: wholeNumber(1_000, 600_000),
    about: "How long a request may take to arrive.",
  },
  SHUTDOWN_TIMEOUT_MS: {
    fallback: "25000",
    read: wholeNumber(0, 28_000),
    about: "How long running requests may take to finish after SIGTERM.",
  },
  LOG_LEVEL: {
    fallback: "info",
    read: oneOf(LOG_LEVELS),
    about: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.",
  },
  SMTP_URL: {
    fallback: "",
    read: optional(smtpUrl),
    about: "The mail server for production; certification keeps emails in its own mailbox.",
  },
  MAIL_FROM: {
    fallback: "",
    read: optional(text),
    about: "The sender of emails, such as `Sixdoors <post@example.com>`.",
  },
  RATE_PER_CALLER: {
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about: "Requests per second of one account or partner in each process; `0` means no limit.",
  },
  RATE_PER_ADDRESS: {
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about: "The same for one network address.",
  },
  CARD_TESTING_DECLINES: {
    fallback: "",
    read: optional(wholeNumber(0, 1_000)),
    about:
      "How many declined small payments within ten minutes slow down a network address; `0` slows none. Not set: 20 in production, `0` in certification.",
  },
  METRICS_FROM: {
    fallback: "127.0.0.0/8,::1/128",
    read: addresses,
    about: "Addresses and ranges that may read `/metrics`.",
  },
  ...RETENTION_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>;

/** What the settings say, once they are read. */
export type SettingValues = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]>;
};
