/**
 * Every setting: its name in the code, environment variable, default, reader and description.
 * Config, docs/operations.md and the console's system page are made from or checked against this
 * table. docs/extending.md says how to add a setting.
 */

import {
  addresses,
  anyDatabaseUrl,
  databaseUrl,
  emailAddress,
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
import { BACKUP_SETTINGS } from "./settings-backup.ts";
import { HSM_SETTINGS } from "./settings-hsm.ts";
import { SECRET_FILE_SETTINGS } from "./settings-secret-files.ts";
import { SERVICE_SETTINGS } from "./settings-services.ts";
import { SIGN_ON_SETTINGS } from "./settings-sign-on.ts";
import { TELEMETRY_SETTINGS } from "./settings-telemetry.ts";
import { WORKER_SETTINGS } from "./settings-worker.ts";

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
    about: "The port to listen on; `0` uses any free port.",
  },
  ...WORKER_SETTINGS,
  publicUrl: {
    variable: "PUBLIC_URL",
    fallback: "",
    read: optional(httpUrl),
    about:
      "The URL at which callers reach this installation, used in links in emails and receipts; `https` in production. Not set: made from `HOST` and `PORT`.",
  },
  dataDir: {
    variable: "DATA_DIR",
    fallback: ".data",
    read: filePath,
    about: "The folder for the embedded PostgreSQL and for certification's master key.",
  },
  ...BACKUP_SETTINGS,
  databaseUrl: {
    variable: "DATABASE_URL",
    fallback: "",
    read: optional(databaseUrl),
    about:
      "A PostgreSQL server, 15 or later, or a list of a primary and its standbys. Not set: an embedded one under `DATA_DIR`.",
  },
  databaseOwnerUrl: {
    variable: "DATABASE_OWNER_URL",
    fallback: "",
    read: optional(databaseUrl),
    about:
      "The login that owns and migrates the tables, if `DATABASE_URL` has a login that does not own them.",
  },
  databaseUrlFile: SECRET_FILE_SETTINGS.databaseUrlFile,
  databaseOwnerUrlFile: SECRET_FILE_SETTINGS.databaseOwnerUrlFile,
  databaseSharded: {
    variable: "DATABASE_SHARDED",
    fallback: "",
    read: optional(oneOf(["citus"])),
    about:
      "`citus`: the tables must be distributed over the Citus cluster of `DATABASE_URL`; an empty database is distributed at the first start. Not set: used as it is found.",
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
      "Maximum number of statements that wait for a connection. Further requests are answered “try again”.",
  },
  databaseTimeoutMs: {
    variable: "DATABASE_TIMEOUT_MS",
    fallback: "10000",
    read: wholeNumber(100, 600_000),
    about: "How long one statement of a request may run, in milliseconds.",
  },
  databaseConnectTimeoutMs: {
    variable: "DATABASE_CONNECT_TIMEOUT_MS",
    fallback: "2000",
    read: wholeNumber(100, 60_000),
    about:
      "How long a request may wait for a database connection, in milliseconds. Then it is answered “try again”.",
  },
  clockSkewMaxMs: {
    variable: "CLOCK_SKEW_MAX_SECONDS",
    fallback: "30",
    read: wholeSeconds(1, 3_600),
    about:
      "How far this machine's clock may differ from the database's. Beyond that, production does not start, `/health/ready` is 503, no scheduled work runs and nothing is purged.",
  },
  ...SIGN_ON_SETTINGS,
  operatorName: {
    variable: "OPERATOR_NAME",
    fallback: "",
    read: text,
    about:
      "The person who runs commands, for the audit log. It is added to the user who logged in, which the log always names, also behind `sudo` and `su`.",
  },
  reportDatabaseUrl: {
    variable: "REPORT_DATABASE_URL",
    fallback: "",
    read: optional(anyDatabaseUrl),
    about: "A read replica for reports. If it lags or is unavailable, reports use the primary.",
  },
  reportDatabaseUrlFile: SECRET_FILE_SETTINGS.reportDatabaseUrlFile,
  reportLagMs: {
    variable: "REPORT_LAG_MS",
    fallback: "10000",
    read: wholeNumber(0, 3_600_000),
    about: "How far the replica may be behind the primary, in milliseconds.",
  },
  reportsAtOnce: {
    variable: "REPORTS_AT_ONCE",
    fallback: "8",
    read: wholeNumber(1, 100),
    about: "Maximum number of reports that run at the same time in each process; others wait.",
  },
  reportsPerAccount: {
    variable: "REPORTS_PER_ACCOUNT",
    fallback: "4",
    read: wholeNumber(1, 100),
    about: "Maximum number of reports of one account that run at the same time in each process.",
  },
  reportWaitMs: {
    variable: "REPORT_WAIT_MS",
    fallback: "5000",
    read: wholeNumber(0, 60_000),
    about: "How long a report waits for its turn, in milliseconds, before it is answered 611.",
  },
  reportSpoolMb: {
    variable: "REPORT_SPOOL_MB",
    fallback: "4096",
    read: wholeNumber(0, 1_000_000),
    about:
      "Disk space per process for reports with slow readers, in MB, in the system's temporary folder. When it is used up, the query runs at the reader's speed.",
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
  ...HSM_SETTINGS,
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
    about: "The private key of `TLS_CERT_FILE` (PEM).",
  },
  trustedProxies: {
    variable: "TRUSTED_PROXIES",
    fallback: "",
    read: addresses,
    about:
      "IP addresses and ranges of proxies whose `X-Forwarded-*` headers are trusted, separated by commas. Addresses in `X-Forwarded-For` may have a port.",
  },
  strictTransportSecurity: {
    variable: "STRICT_TRANSPORT_SECURITY",
    fallback: "max-age=31536000",
    read: transportPolicy,
    about:
      "The value of the `Strict-Transport-Security` header, sent with every response over TLS, whether Sixdoors or a trusted proxy terminates TLS. `off` sends none; `max-age=0` makes browsers forget it.",
  },
  requestTimeoutMs: {
    variable: "REQUEST_TIMEOUT_MS",
    fallback: "30000",
    read: wholeNumber(1_000, 600_000),
    about: "How long a request may take to arrive, in milliseconds.",
  },
  shutdownTimeoutMs: {
    variable: "SHUTDOWN_TIMEOUT_MS",
    fallback: "25000",
    read: wholeNumber(0, 28_000),
    about: "How long running requests may take to finish after SIGTERM, in milliseconds.",
  },
  logLevel: {
    variable: "LOG_LEVEL",
    fallback: "info",
    read: oneOf(LOG_LEVELS),
    about:
      "Minimum log level: `fatal`, `error`, `warn`, `info`, `debug` or `trace`; `silent` logs nothing.",
  },
  smtpUrl: {
    variable: "SMTP_URL",
    fallback: "",
    read: optional(smtpUrl),
    about:
      "The mail server, such as `smtps://user:password@host:465`. Not set: production keeps emails until it is set, certification puts them into the console's mailbox.",
  },
  smtpUrlFile: SECRET_FILE_SETTINGS.smtpUrlFile,
  mailFrom: {
    variable: "MAIL_FROM",
    fallback: "",
    read: optional(text),
    about: "The sender of emails, such as `Sixdoors <mail@example.com>`.",
  },
  operatorEmail: {
    variable: "OPERATOR_EMAIL",
    fallback: "",
    read: optional(emailAddress),
    about: "The address that gets alerts for operators, such as a return rate near its limit.",
  },
  ratePerCaller: {
    variable: "RATE_PER_CALLER",
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about:
      "Maximum requests per second of one account or partner in each process; `0` means no limit.",
  },
  ratePerAddress: {
    variable: "RATE_PER_ADDRESS",
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about:
      "Maximum requests per second of one network address in each process; `0` means no limit.",
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
    about: "IP addresses and ranges that may read `/metrics`, separated by commas.",
  },
  ...TELEMETRY_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>;

/** The values of the settings, by their names in the code. */
export type SettingValues = {
  readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]["read"]>;
};
