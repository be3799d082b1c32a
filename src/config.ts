/**
 * The environment, read once into one frozen Config. Nothing else reads process.env. All faults
 * are named at once, so that an operator mends a deployment in one round.
 */
import path from "node:path";
import { Secret } from "./values/secret.ts";

export type Environment = "certification" | "production";

export interface Config {
  readonly environment: Environment;
  readonly host: string;
  readonly port: number;
  /** How the outside names us, in links and on the start page. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  /** DATA_DIR was not set, so another place may be chosen where the default one cannot work. */
  readonly dataDirIsDefault: boolean;
  /** Unset: the embedded PostgreSQL under dataDir. */
  readonly databaseUrl: Secret | undefined;
  /** Who owns the tables, where that is not the login of databaseUrl. */
  readonly databaseOwnerUrl: Secret | undefined;
  readonly databasePool: number;
  readonly databaseQueue: number;
  readonly databaseTimeoutMs: number;
  readonly workers: number;
  readonly masterKey: Secret | undefined;
  readonly masterKeyFile: string | undefined;
  readonly tlsCertFile: string | undefined;
  readonly tlsKeyFile: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  readonly logLevel: LogLevel;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One setting: its default as text, how it is read, and what docs/operations.md says of it. */
interface Setting<Value> {
  readonly fallback: string;
  readonly read: (text: string) => Value;
  readonly about: string;
}

/** What is wrong with a setting's text; the setting's name is put before it. */
class SettingFault extends Error {}

/** Every fault of an environment at once. */
export class ConfigFault extends Error {
  override readonly name = "ConfigFault";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

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
    about: "How the outside names this installation; `https` in production.",
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
  REQUEST_TIMEOUT_MS: {
    fallback: "30000",
    read: wholeNumber(1_000, 600_000),
    about: "How long a request may take to arrive.",
  },
  SHUTDOWN_TIMEOUT_MS: {
    fallback: "25000",
    read: wholeNumber(0, 30_000),
    about: "How long running requests may take to finish after SIGTERM.",
  },
  LOG_LEVEL: {
    fallback: "info",
    read: oneOf(LOG_LEVELS),
    about: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.",
  },
} as const satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof SETTINGS;
type Values = { -readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]["read"]> };

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const faults: string[] = [];
  const values = readValues(environment, faults);
  const config = toConfig(values, environment);
  if (faults.length === 0) faults.push(...combinationFaults(config));
  if (faults.length > 0) throw new ConfigFault(faults);
  return Object.freeze(config);
}

function readValues(environment: NodeJS.ProcessEnv, faults: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    try {
      values[name] = setting.read(environment[name] || setting.fallback);
    } catch (error) {
      if (!(error instanceof SettingFault)) throw error;
      faults.push(`${name} ${error.message}`);
    }
  }
  return values as Values;
}

function toConfig(values: Values, environment: NodeJS.ProcessEnv): Config {
  return {
    environment: values.ENVIRONMENT,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    dataDir: values.DATA_DIR,
    dataDirIsDefault: !environment["DATA_DIR"],
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databasePool: values.DATABASE_POOL,
    databaseQueue: values.DATABASE_QUEUE,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    workers: values.WORKERS,
    masterKey: values.MASTER_KEY,
    masterKeyFile: values.MASTER_KEY_FILE,
    tlsCertFile: values.TLS_CERT_FILE,
    tlsKeyFile: values.TLS_KEY_FILE,
    trustedProxies: values.TRUSTED_PROXIES,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    logLevel: values.LOG_LEVEL,
  };
}

/** What each setting alone cannot see. */
function combinationFaults(config: Config): string[] {
  const faults: string[] = [];
  if ((config.tlsCertFile === undefined) !== (config.tlsKeyFile === undefined)) {
    faults.push("TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither.");
  }
  if (config.masterKey !== undefined && config.masterKeyFile !== undefined) {
    faults.push("MASTER_KEY and MASTER_KEY_FILE name two master keys: set one.");
  }
  if (config.databaseOwnerUrl !== undefined && config.databaseUrl === undefined) {
    faults.push("DATABASE_OWNER_URL belongs to DATABASE_URL, which is not set.");
  }
  if (config.environment === "production") faults.push(...productionFaults(config));
  return faults;
}

function productionFaults(config: Config): string[] {
  const faults: string[] = [];
  if (config.tlsCertFile === undefined && config.trustedProxies.length === 0) {
    faults.push(
      "Production needs TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES that end TLS before it.",
    );
  }
  if (config.masterKey === undefined && config.masterKeyFile === undefined) {
    faults.push("Production needs MASTER_KEY or MASTER_KEY_FILE: it makes no key of its own.");
  }
  if (config.publicUrl?.startsWith("http:")) {
    faults.push("PUBLIC_URL must be https in production.");
  }
  return faults;
}

function text(value: string): string {
  return value;
}

function oneOf<const T extends string>(allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new SettingFault(`must be one of ${allowed.join(", ")}.`);
    return found;
  };
}

function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new SettingFault(`must be a whole number from ${min} to ${max}.`);
  };
}

function optional<Value>(read: (value: string) => Value): (value: string) => Value | undefined {
  return (value) => (value === "" ? undefined : read(value));
}

function httpUrl(value: string): string {
  if (URL.canParse(value) && /^https?:\/\//.test(value)) return value.replace(/\/+$/, "");
  throw new SettingFault("must be an http or https address.");
}

// The text may hold a password, so a fault never repeats it.
function databaseUrl(value: string): Secret {
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return new Secret(value);
  throw new SettingFault("must look like postgres://user@host:5432/database.");
}

function masterKey(value: string): Secret {
  if (/^[0-9a-f]{64}$/i.test(value)) return new Secret(value.toLowerCase());
  throw new SettingFault("must be 64 hex digits (32 bytes).");
}

const ADDRESS = /^[0-9a-fA-F:.]+(\/\d{1,3})?$/;

function addresses(value: string): readonly string[] {
  const list = value.split(",").map((entry) => entry.trim());
  const entries = list.filter((entry) => entry !== "");
  const wrong = entries.find((entry) => !ADDRESS.test(entry));
  if (wrong !== undefined) throw new SettingFault(`has ${wrong}, which is no address or range.`);
  return entries;
}
