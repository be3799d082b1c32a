/**
 * Settings with a password whose value may stand in a file: `DATABASE_URL_FILE` names a file with the
 * value of `DATABASE_URL`. Unlike the environment, a file is not shown to other processes or in dumps.
 */
import { readFileSync, statSync } from "node:fs";
import { filePath, optional, type Setting, SettingError } from "./setting.ts";
import { isOpenToOthers } from "./values/files/secret-file-access.ts";

/** The settings that can be in a file, and what they are. */
const IN_FILES = {
  databaseUrlFile: "DATABASE_URL",
  databaseOwnerUrlFile: "DATABASE_OWNER_URL",
  reportDatabaseUrlFile: "REPORT_DATABASE_URL",
  smtpUrlFile: "SMTP_URL",
  signOnClientSecretFile: "SIGN_ON_CLIENT_SECRET",
} as const;

const BYTES_MAX = 8 * 1024;

type FileSettings = Record<keyof typeof IN_FILES, Setting<string | undefined>>;

export const SECRET_FILE_SETTINGS = Object.fromEntries(
  Object.entries(IN_FILES).map(([name, variable]) => [name, fileSetting(variable)]),
) as FileSettings;

function fileSetting(variable: string): Setting<string | undefined> {
  return {
    variable: `${variable}_FILE`,
    fallback: "",
    read: optional(filePath),
    about: `A file with the value of \`${variable}\`, instead of it; in production no other user may read it.`,
  };
}

/** Returns the environment with the values from files, and adds an error for each that has none. */
export function addSecretFiles(
  environment: NodeJS.ProcessEnv,
  errors: string[],
): NodeJS.ProcessEnv {
  const values: NodeJS.ProcessEnv = {};
  for (const variable of Object.values(IN_FILES)) {
    const file = environment[`${variable}_FILE`];
    if (!file) continue;
    try {
      if (environment[variable]) throw new SettingError(`and ${variable} are both set. Set one.`);
      values[variable] = readSecretFile(filePath(file), environment["ENVIRONMENT"]);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      errors.push(`${variable}_FILE ${error.message}`);
    }
  }
  return { ...environment, ...values };
}

function readSecretFile(file: string, environment: string | undefined): string {
  try {
    const rights = statSync(file);
    if (rights.size > BYTES_MAX)
      throw new SettingError(`${file} has more than ${BYTES_MAX} bytes.`);
    if (environment === "production" && isOpenToOthers(rights)) {
      throw new SettingError(`${file} can be read by other users. Set its mode to 0600.`);
    }
    return requireText(file, readFileSync(file, "utf8").trim());
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const { code = "no reason given" } = error as NodeJS.ErrnoException;
    throw new SettingError(`${file} cannot be read (${code}).`);
  }
}

function requireText(file: string, value: string): string {
  if (value === "") throw new SettingError(`${file} is empty.`);
  return value;
}
