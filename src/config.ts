/**
 * The environment, read once into one frozen Config. Nothing else reads process.env. All faults
 * are named at once, so that an operator mends a deployment in one round.
 */
import { SettingFault } from "./setting.ts";
import { type LOG_LEVELS, SETTINGS } from "./settings.ts";
import type { RetentionSettings } from "./values/retention-settings.ts";
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
  /** A read replica for reports. */
  readonly reportDatabaseUrl: Secret | undefined;
  readonly consoleIdleMinutes: number;
  readonly reportLagMs: number;
  readonly reportsAtOnce: number;
  readonly reportsPerAccount: number;
  readonly reportSpoolMb: number;
  /** How long the card host may take to answer. */
  readonly processorTimeoutMs: number;
  /** Unset: "ach" under the data folder. */
  readonly achFolder: string | undefined;
  readonly achPollMs: number;
  /** How the provider of bank account verification is asked; its mapping file. */
  readonly verifierFile: string | undefined;
  readonly verifierKey: Secret | undefined;
  readonly verifierKeyFile: string | undefined;
  readonly workers: number;
  readonly masterKey: Secret | undefined;
  readonly masterKeyFile: string | undefined;
  /** The other one while a master key replaces another. */
  readonly masterKeyOld: Secret | undefined;
  readonly tlsCertFile: string | undefined;
  readonly tlsKeyFile: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  readonly logLevel: LogLevel;
  readonly smtpUrl: Secret | undefined;
  readonly mailFrom: string | undefined;
  readonly ratePerCaller: number;
  readonly ratePerAddress: number;
  /** Small declines that make an address suspect of trying out cards; 0: none do. */
  readonly cardTestingDeclines: number;
  readonly metricsFrom: readonly string[];
  readonly retention: RetentionSettings;
  /** All of the above as text, for those who look. */
  readonly inForce: readonly SettingInForce[];
}

export interface SettingInForce {
  readonly name: string;
  /** Empty: it is not set. Nothing of a secret but that it is set. */
  readonly value: string;
  readonly isDefault: boolean;
  readonly about: string;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every fault of an environment at once. */
export class ConfigFault extends Error {
  override readonly name = "ConfigFault";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

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
    reportDatabaseUrl: values.REPORT_DATABASE_URL,
    consoleIdleMinutes: values.CONSOLE_IDLE_MINUTES,
    reportLagMs: values.REPORT_LAG_MS,
    reportsAtOnce: values.REPORTS_AT_ONCE,
    reportsPerAccount: values.REPORTS_PER_ACCOUNT,
    reportSpoolMb: values.REPORT_SPOOL_MB,
    processorTimeoutMs: values.PROCESSOR_TIMEOUT_MS,
    achFolder: values.ACH_FOLDER,
    achPollMs: values.ACH_POLL_SECONDS * 1_000,
    verifierFile: values.VERIFIER_FILE,
    verifierKey: values.VERIFIER_KEY,
    verifierKeyFile: values.VERIFIER_KEY_FILE,
    workers: values.WORKERS,
    masterKey: values.MASTER_KEY,
    masterKeyFile: values.MASTER_KEY_FILE,
    masterKeyOld: values.MASTER_KEY_OLD,
    tlsCertFile: values.TLS_CERT_FILE,
    tlsKeyFile: values.TLS_KEY_FILE,
    trustedProxies: values.TRUSTED_PROXIES,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    ratePerCaller: values.RATE_PER_CALLER,
    ratePerAddress: values.RATE_PER_ADDRESS,
    cardTestingDeclines: values.CARD_TESTING_DECLINES ?? cardTestingDefault(values.ENVIRONMENT),
    metricsFrom: values.METRICS_FROM,
    retention: toRetention(values),
    inForce: toInForce(values, environment),
  };
}

function toInForce(values: Values, environment: NodeJS.ProcessEnv): SettingInForce[] {
  return Object.entries(SETTINGS).map(([name, { about }]) => {
    const value: unknown = values[name as SettingName];
    const text = value instanceof Secret ? "(secret)" : String(value ?? "");
    return { name, value: text, isDefault: !environment[name], about };
  });
}

function toRetention(values: Values): RetentionSettings {
  return {
    transactionsMonths: values.KEEP_TRANSACTIONS_MONTHS,
    tokensMonths: values.KEEP_TOKENS_MONTHS,
    unspentIdsDays: values.KEEP_UNSPENT_IDS_DAYS,
    parserJournalMonths: values.KEEP_PARSER_JOURNAL_MONTHS,
    requestLogDays: values.KEEP_REQUEST_LOG_DAYS,
    mailboxDays: values.KEEP_MAILBOX_DAYS,
    webhookAttemptsDays: values.KEEP_WEBHOOK_ATTEMPTS_DAYS,
    auditMonths: values.KEEP_AUDIT_MONTHS,
  };
}

/** Who integrates tries declines all day. */
function cardTestingDefault(environment: Environment): number {
  return environment === "production" ? 20 : 0;
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
  if ((config.smtpUrl === undefined) !== (config.mailFrom === undefined)) {
    faults.push("SMTP_URL and MAIL_FROM belong together: set both or neither.");
  }
  faults.push(...verifierFaults(config));
  if (config.environment === "production") faults.push(...productionFaults(config));
  return faults;
}

function verifierFaults({ verifierFile, verifierKey, verifierKeyFile }: Config): string[] {
  if (verifierKey !== undefined && verifierKeyFile !== undefined) {
    return ["VERIFIER_KEY and VERIFIER_KEY_FILE name two keys: set one."];
  }
  const hasKey = verifierKey !== undefined || verifierKeyFile !== undefined;
  return hasKey && verifierFile === undefined
    ? ["VERIFIER_KEY and VERIFIER_KEY_FILE belong to VERIFIER_FILE, which is not set."]
    : [];
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
