/**
 * Every setting: its name in the code, its environment variable, its default, how it is read, and
 * what docs/operations.md says of it. Config, the documentation and the console's system page follow
 * this table. docs/extending.md says how to add one.
 */
import {
  addresses,
  databaseUrl,
  filePath,
  httpUrl,
  masterKey,
  oneOf,
  optional,
  type Setting,
  smtpUrl,
  text,
  transportPolicy,
  wholeNumber,
  wholeSeconds,
} from "./setting.ts";
import { SERVICE_SETTINGS } from "./settings-services.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const SETTINGS = {
  environment: {
    variable: "ENVIRONMENT",
    fallback: "certification",
    read: oneOf(["certification", "production"]),
    about: "`certification` starts with seeded data and simulators, `production` starts empty.",
  },
  host: {
    variable: "HOST",
    fallback: "127.0.0.1",
    read: text,
    about: "The address to listen on.",
  },
  port: {
    variable: "PORT",
    fallback: "8080",
    read: wholeNumber(0, 65_535),
    about: "The port to listen on; `0` takes a free one.",
  },
  publicUrl: {
    variable: "PUBLIC_URL",
    fallback: "",
    read: optional(httpUrl),
    about:
      "The address of this installation as seen from outside, used in links in emails and receipts; `https` in production. Not set: from `HOST` and `PORT`.",
  },
  dataDir: {
    variable: "DATA_DIR",
    fallback: ".data",
    read: filePath,
    about: "The folder of the embedded PostgreSQL and of certification's master key.",
  },
  databaseUrl: {
    variable: "DATABASE_URL",
    fallback: "",
    read: optional(databaseUrl),
    about: "A PostgreSQL server, 15 or later. Not set: an embedded one under `DATA_DIR`.",
  },
  databaseOwnerUrl: {
    variable: "DATABASE_OWNER_URL",
    fallback: "",
    read: optional(databaseUrl),
    about: "The login that owns and migrates the tables, if it is a different one.",
  },
  databasePool: {
    variable: "DATABASE_POOL",
    fallback: "16",
    read: wholeNumber(2, 200),
    about: "Maximum number of connections per process and role.",
  },
  databaseQueue: {
    variable: "DATABASE_QUEUE",
    fallback: "1000",
    read: wholeNumber(1, 100_000),
    about:
      "Maximum number of statements that wait for a connection; one more is answered “try again”.",
  },
  databaseTimeoutMs: {
    variable: "DATABASE_TIMEOUT_MS",
    fallback: "10000",
    read: wholeNumber(100, 600_000),
    about: "How long one statement of a request may run.",
  },
  clockSkewMaxMs: {
    variable: "CLOCK_SKEW_MAX_SECONDS",
    fallback: "30",
    read: wholeSeconds(1, 3_600),
    about:
      "How far this machine's clock may differ from the database's. Beyond that, production does not start, `/health/ready` is 503, no scheduled work runs and nothing is purged.",
  },
  consoleIdleMinutes: {
    variable: "CONSOLE_IDLE_MINUTES",
    fallback: "30",
    read: wholeNumber(1, 720),
    about: "After how many minutes without use the console asks for the password again.",
  },
  reportDatabaseUrl: {
    variable: "REPORT_DATABASE_URL",
    fallback: "",
    read: optional(databaseUrl),
    about: "A read replica for reports. If it lags or is unavailable, reports use the primary.",
  },
  reportLagMs: {
    variable: "REPORT_LAG_MS",
    fallback: "10000",
    read: wholeNumber(0, 3_600_000),
    about: "How far the replica may be behind.",
  },
  reportsAtOnce: {
    variable: "REPORTS_AT_ONCE",
    fallback: "8",
    read: wholeNumber(1, 100),
    about: "Reports that run at the same time in each process; further ones wait for their turn.",
  },
  reportsPerAccount: {
    variable: "REPORTS_PER_ACCOUNT",
    fallback: "4",
    read: wholeNumber(1, 100),
    about: "The same for one account.",
  },
  reportWaitMs: {
    variable: "REPORT_WAIT_MS",
    fallback: "5000",
    read: wholeNumber(0, 60_000),
    about: "How long a report waits for its turn before it is answered 611.",
  },
  reportSpoolMb: {
    variable: "REPORT_SPOOL_MB",
    fallback: "4096",
    read: wholeNumber(0, 1_000_000),
    about:
      "Disk space per process, in the system's temporary folder, for reports with slow readers. When it is used up, the reader sets the pace of the query.",
  },
  ...SERVICE_SETTINGS,
  workers: {
    variable: "WORKERS",
    fallback: "0",
    read: wholeNumber(0, 64),
    about: "Number of web processes; `0` runs web and jobs in one process.",
  },
  masterKey: {
    variable: "MASTER_KEY",
    fallback: "",
    read: optional(masterKey),
    about: "The master key, 64 hex digits. Sixdoors never stores it.",
  },
  masterKeyFile: {
    variable: "MASTER_KEY_FILE",
    fallback: "",
    read: optional(filePath),
    about: "A file with the master key; certification creates one under `DATA_DIR`.",
  },
  masterKeyOld: {
    variable: "MASTER_KEY_OLD",
    fallback: "",
    read: optional(masterKey),
    about: "The previous key while `MASTER_KEY` replaces it; see `keys rotate`.",
  },
  tlsCertFile: {
    variable: "TLS_CERT_FILE",
    fallback: "",
    read: optional(filePath),
    about: "The certificate chain (PEM) for serving TLS.",
  },
  tlsKeyFile: {
    variable: "TLS_KEY_FILE",
    fallback: "",
    read: optional(filePath),
    about: "Its private key (PEM).",
  },
  trustedProxies: {
    variable: "TRUSTED_PROXIES",
    fallback: "",
    read: addresses,
    about: "Addresses and ranges, comma-separated, whose `X-Forwarded-*` headers are trusted.",
  },
  strictTransportSecurity: {
    variable: "STRICT_TRANSPORT_SECURITY",
    fallback: "max-age=31536000",
    read: transportPolicy,
    about:
      "The header of this name on every response over TLS, our own or a trusted proxy's. `off` sends none; `max-age=0` makes browsers forget it.",
  },
  requestTimeoutMs: {
    variable: "REQUEST_TIMEOUT_MS",
    fallback: "30000",
    read: wholeNumber(1_000, 600_000),
    about: "How long a request may take to arrive.",
  },
  shutdownTimeoutMs: {
    variable: "SHUTDOWN_TIMEOUT_MS",
    fallback: "25000",
    read: wholeNumber(0, 28_000),
    about: "How long running requests may take to finish after SIGTERM.",
  },
  logLevel: {
    variable: "LOG_LEVEL",
    fallback: "info",
    read: oneOf(LOG_LEVELS),
    about: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.",
  },
  smtpUrl: {
    variable: "SMTP_URL",
    fallback: "",
    read: optional(smtpUrl),
    about: "The mail server for production; certification keeps emails in its own mailbox.",
  },
  mailFrom: {
    variable: "MAIL_FROM",
    fallback: "",
    read: optional(text),
    about: "The sender of emails, such as `Sixdoors <post@example.com>`.",
  },
  ratePerCaller: {
    variable: "RATE_PER_CALLER",
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about: "Requests per second of one account or partner in each process; `0` means no limit.",
  },
  ratePerAddress: {
    variable: "RATE_PER_ADDRESS",
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about: "The same for one network address.",
  },
  cardTestingDeclines: {
    variable: "CARD_TESTING_DECLINES",
    fallback: "",
    read: optional(wholeNumber(0, 1_000)),
    about:
      "How many declined small payments within ten minutes slow down a network address; `0` slows none. Not set: 20 in production, `0` in certification.",
  },
  metricsFrom: {
    variable: "METRICS_FROM",
    fallback: "127.0.0.0/8,::1/128",
    read: addresses,
    about: "Addresses and ranges that may read `/metrics`.",
  },
} as const satisfies Record<string, Setting<unknown>>;

/** The values of the settings, by their names in the code. */
export type SettingValues = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]>;
};
