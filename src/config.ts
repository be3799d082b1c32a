/**
 * The environment, read once into one frozen Config. Nothing else reads process.env. All errors
 * are named at once, so that an operator mends a deployment in one round.
 */
import { SettingError } from "./setting.ts";
import { combinationErrors } from "./setting-combinations.ts";
import { type LOG_LEVELS, SETTINGS, type SettingValues } from "./settings.ts";
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
  /** How far this machine's clock may be from the database's. */
  readonly clockSkewMaxMs: number;
  /** A read replica for reports. */
  readonly reportDatabaseUrl: Secret | undefined;
  readonly consoleIdleMinutes: number;
  readonly reportLagMs: number;
  readonly reportsAtOnce: number;
  readonly reportsPerAccount: number;
  readonly reportWaitMs: number;
  readonly reportSpoolMb: number;
  /** How long the card host may take to answer. */
  readonly processorTimeoutMs: number;
  readonly cardHostUrl: string | undefined;
  readonly cardHostKey: Secret | undefined;
  readonly cardHostKeyFile: string | undefined;
  readonly cardHostCertFile: string | undefined;
  readonly cardHostCertKeyFile: string | undefined;
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
  /** The header's value on every answer over TLS; undefined: it is not sent. */
  readonly strictTransportSecurity: string | undefined;
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

/** Every error of an environment at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join("\n"));
    this.errors = errors;
  }
}

export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const errors: string[] = [];
  const values = readValues(environment, errors);
  if (errors.length === 0) errors.push(...combinationErrors(values));
  if (errors.length > 0) throw new ConfigError(errors);
  return Object.freeze(toConfig(values, environment));
}

function readValues(environment: NodeJS.ProcessEnv, errors: string[]): SettingValues {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    try {
      values[name] = setting.read(environment[name] || setting.fallback);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      errors.push(`${name} ${error.message}`);
    }
  }
  return values as SettingValues;
}

function toConfig(values: SettingValues, environment: NodeJS.ProcessEnv): Config {
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
    clockSkewMaxMs: values.CLOCK_SKEW_MAX_SECONDS * 1_000,
    ...toReports(values),
    consoleIdleMinutes: values.CONSOLE_IDLE_MINUTES,
    processorTimeoutMs: values.PROCESSOR_TIMEOUT_MS,
    cardHostUrl: values.CARD_HOST_URL,
    cardHostKey: values.CARD_HOST_KEY,
    cardHostKeyFile: values.CARD_HOST_KEY_FILE,
    cardHostCertFile: values.CARD_HOST_CERT_FILE,
    cardHostCertKeyFile: values.CARD_HOST_CERT_KEY_FILE,
    achFolder: values.ACH_FOLDER,
    achPollMs: values.ACH_POLL_SECONDS * 1_000,
    verifierFile: values.VERIFIER_FILE,
    verifierKey: values.VERIFIER_KEY,
    verifierKeyFile: values.VERIFIER_KEY_FILE,
    workers: values.WORKERS,
    masterKey: values.MASTER_KEY,
    masterKeyFile: values.MASTER_KEY_FILE,
    masterKeyOld: values.MASTER_KEY_OLD,
    ...toTransport(values),
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

function toReports(values: SettingValues) {
  return {
    reportDatabaseUrl: values.REPORT_DATABASE_URL,
    reportLagMs: values.REPORT_LAG_MS,
    reportsAtOnce: values.REPORTS_AT_ONCE,
    reportsPerAccount: values.REPORTS_PER_ACCOUNT,
    reportWaitMs: values.REPORT_WAIT_MS,
    reportSpoolMb: values.REPORT_SPOOL_MB,
  };
}

function toTransport(values: SettingValues) {
  return {
    tlsCertFile: values.TLS_CERT_FILE,
    tlsKeyFile: values.TLS_KEY_FILE,
    trustedProxies: values.TRUSTED_PROXIES,
    strictTransportSecurity: values.STRICT_TRANSPORT_SECURITY,
  };
}

function toInForce(values: SettingValues, environment: NodeJS.ProcessEnv): SettingInForce[] {
  return Object.entries(SETTINGS).map(([name, { about }]) => {
    const value: unknown = values[name as keyof SettingValues];
    const text = value instanceof Secret ? "(secret)" : String(value ?? "");
    return { name, value: text, isDefault: !environment[name], about };
  });
}

function toRetention(values: SettingValues): RetentionSettings {
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
