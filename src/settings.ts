/** Every setting: its name, its default, how it is read, and what docs/operations.md says of it. */
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
      "How the outside names this installation, in links of letters and receipts too; `https` in production. Unset: by `HOST` and `PORT`.",
  },
  DATA_DIR: {
    fallback: ".data",
    read: (value: string) => path.resolve(value),
    about: "Where the embedded PostgreSQL and the master key of certification live.",
  },
  DATABASE_URL: {
    fallback: "",
    read: optional(databaseUrl),
    about: "A PostgreSQL server, 15 or later. Unset: an embedded one under `DATA_DIR`.",
  },
  DATABASE_OWNER_URL: {
    fallback: "",
    read: optional(databaseUrl),
    about: "The login that owns the tables and migrates them, where it is another one.",
  },
  DATABASE_POOL: {
    fallback: "16",
    read: wholeNumber(2, 200),
    about: "Connections of each process and role at most.",
  },
  DATABASE_QUEUE: {
    fallback: "1000",
    read: wholeNumber(1, 100_000),
    about: "Statements that may wait for a connection; one more is answered “try again”.",
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
      "How far this machine's clock may be from the database's. Beyond that, production does not start, `/health/ready` is 503, no due work runs and nothing is purged.",
  },
  CONSOLE_IDLE_MINUTES: {
    fallback: "30",
    read: wholeNumber(1, 720),
    about: "How long the console waits for its reader before it asks for the password again.",
  },
  REPORT_DATABASE_URL: {
    fallback: "",
    read: optional(databaseUrl),
    about: "A read replica for reports; where it lags or is away, they go to the primary.",
  },
  REPORT_LAG_MS: {
    fallback: "10000",
    read: wholeNumber(0, 3_600_000),
    about: "How far the replica may be behind.",
  },
  REPORTS_AT_ONCE: {
    fallback: "8",
    read: wholeNumber(1, 100),
    about: "Reports under way in each process; one more waits for its turn.",
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
      "Room of each process, in the system's temporary folder, for reports whose readers are slow; without any left, the reader sets the pace of the query.",
  },
  PROCESSOR_TIMEOUT_MS: {
    fallback: "10000",
    read: wholeNumber(100, 120_000),
    about: "How long the card host may take; after twice that it is asked what became of it.",
  },
  CARD_HOST_URL: {
    fallback: "",
    read: optional(serviceUrl),
    about:
      "Where card payments are decided; `https` in production. See [card-host.md](card-host.md). Unset: the simulator in certification, nobody in production.",
  },
  CARD_HOST_KEY: {
    fallback: "",
    read: optional(headerKey),
    about: "The key that the card host knows us by, sent as `Authorization: Bearer`.",
  },
  CARD_HOST_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "A file with that key; in production only its owner may read it.",
  },
  CARD_HOST_CERT_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "Our certificate for a card host that asks for one (PEM, with its chain).",
  },
  CARD_HOST_CERT_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "Its private key; in production only its owner may read it.",
  },
  ACH_FOLDER: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "Where the folders of bank connections are; unset: `ach` under `DATA_DIR`.",
  },
  ACH_POLL_SECONDS: {
    fallback: "60",
    read: wholeNumber(1, 3_600),
    about: "How often banks' inboxes are looked into, and files that could not leave tried again.",
  },
  VERIFIER_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about:
      "How the provider that verifies bank accounts is asked; see [verification-provider.md](verification-provider.md). Unset: the simulator in certification, nobody in production.",
  },
  VERIFIER_KEY: {
    fallback: "",
    read: optional(headerKey),
    about: "The provider's key, sent in the header that its file names.",
  },
  VERIFIER_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "A file with that key; in production only its owner may read it.",
  },
  WORKERS: {
    fallback: "0",
    read: wholeNumber(0, 64),
    about: "Web processes; `0` serves web and jobs in one process.",
  },
  MASTER_KEY: {
    fallback: "",
    read: optional(masterKey),
    about: "The master key, 64 hex digits. Never kept anywhere by Sixdoors.",
  },
  MASTER_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "A file with the master key; in certification one is made under `DATA_DIR`.",
  },
  MASTER_KEY_OLD: {
    fallback: "",
    read: optional(masterKey),
    about: "The other key while `MASTER_KEY` replaces one; see `keys rotate`.",
  },
  TLS_CERT_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "The certificate chain (PEM) to serve TLS with.",
  },
  TLS_KEY_FILE: {
    fallback: "",
    read: optional((value) => path.resolve(value)),
    about: "The private key (PEM) that belongs to it.",
  },
  TRUSTED_PROXIES: {
    fallback: "",
    read: addresses,
    about: "Addresses and ranges, comma-separated, whose `X-Forwarded-*` headers are believed.",
  },
  STRICT_TRANSPORT_SECURITY: {
    fallback: "max-age=31536000",
    read: transportPolicy,
    about:
      "The header of that name on every answer over TLS, ours or a trusted proxy's; `off` sends none. `max-age=0` makes browsers forget it.",
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
    about: "The mail server of production; certification keeps mail in a mailbox of its own.",
  },
  MAIL_FROM: {
    fallback: "",
    read: optional(text),
    about: "Whom mail comes from, such as `Sixdoors <post@example.com>`.",
  },
  RATE_PER_CALLER: {
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about: "Requests a second of one account or partner, in each process; `0` sets no limit.",
  },
  RATE_PER_ADDRESS: {
    fallback: "200",
    read: wholeNumber(0, 100_000),
    about: "The same for one address.",
  },
  CARD_TESTING_DECLINES: {
    fallback: "",
    read: optional(wholeNumber(0, 1_000)),
    about:
      "Small payments of one address declined within ten minutes that slow it down; `0` slows nobody. Unset: 20 in production, `0` in certification.",
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
