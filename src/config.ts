/**
 * Reads the environment once into one frozen Config. Nothing else reads process.env. All errors are
 * reported together, so that an operator can correct them in one go.
 */

import { type Setting, SettingError } from "./setting.ts";
import { combinationErrors } from "./setting-combinations.ts";
import { type LOG_LEVELS, SETTINGS, type SettingValues } from "./settings.ts";
import { RETENTION_SETTINGS } from "./settings-retention.ts";
import { addSecretFiles } from "./settings-secret-files.ts";
import type { RetentionSettings } from "./values/retention-settings.ts";
import { Secret } from "./values/secret.ts";

export type Environment = "certification" | "production";

/** Every value of SETTINGS under its name there, and values that are derived from them. */
export interface Config extends Omit<SettingValues, "cardTestingDeclines"> {
  /** DATA_DIR was not set, so another folder may be used if the default one cannot be. */
  readonly dataDirIsDefault: boolean;
  /** How many declined small payments slow down a network address; 0 slows none. */
  readonly cardTestingDeclines: number;
  readonly retention: RetentionSettings;
  /** All settings as text, for the console's system page. */
  readonly inForce: readonly SettingInForce[];
}

/** In the order of docs/operations.md. */
export const ALL_SETTINGS = { ...SETTINGS, ...RETENTION_SETTINGS };

export interface SettingInForce {
  readonly name: string;
  /** Empty if not set. A secret is shown as "(secret)". */
  readonly value: string;
  readonly isDefault: boolean;
  readonly about: string;
}

export type LogLevel = (typeof LOG_LEVELS)[number];

/** All errors that were found in the environment. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join("\n"));
    this.errors = errors;
  }
}

export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  const errors: string[] = [];
  const environment = addSecretFiles(variables, errors);
  const values = readSettings(SETTINGS, environment, errors) as SettingValues;
  const retention = readSettings(RETENTION_SETTINGS, environment, errors) as RetentionSettings;
  if (errors.length === 0) errors.push(...combinationErrors(values));
  if (errors.length > 0) throw new ConfigError(errors);
  return Object.freeze({
    ...values,
    dataDirIsDefault: !environment[SETTINGS.dataDir.variable],
    cardTestingDeclines: values.cardTestingDeclines ?? cardTestingDefault(values.environment),
    retention,
    inForce: listInForce({ ...values, ...retention }, environment),
  });
}

/** Who runs a command, as far as the environment says. */
export function readPersonVariables(environment: NodeJS.ProcessEnv = process.env): {
  readonly named: string | undefined;
  readonly sudoUser: string | undefined;
} {
  const named = environment[SETTINGS.operatorName.variable]?.trim() || undefined;
  return { named, sudoUser: environment["SUDO_USER"] || environment["DOAS_USER"] || undefined };
}

function readSettings(
  settings: Readonly<Record<string, Setting<unknown>>>,
  environment: NodeJS.ProcessEnv,
  errors: string[],
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, { variable, fallback, read }] of Object.entries(settings)) {
    try {
      values[name] = read(environment[variable] || fallback);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      errors.push(`${variable} ${error.message}`);
    }
  }
  return values;
}

/** Shows a number as it was written, because the value may be in another unit. */
function listInForce(
  values: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): SettingInForce[] {
  return Object.entries(ALL_SETTINGS).map(([name, { variable, fallback, about }]) => {
    const written = environment[variable] || fallback;
    const value = values[name];
    const text = value instanceof Secret ? "(secret)" : String(value ?? "");
    return {
      name: variable,
      value: typeof value === "number" ? written : text,
      isDefault: !environment[variable],
      about,
    };
  });
}

/** Off in certification, because integrators test declines all day. */
function cardTestingDefault(environment: Environment): number {
  return environment === "production" ? 20 : 0;
}
