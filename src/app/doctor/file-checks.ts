/** Checks of file modes: files with secrets are private, and others cannot change configuration. */
import path from "node:path";
import { readFileAccess } from "../../adapters/probes/folder-probe.ts";
import type { Config } from "../../config.ts";
import type { CardHostRecord } from "../../core/card-hosts/card-host-record.ts";
import type { DoctorCheck } from "../../core/doctor/doctor-check.ts";
import {
  type CheckFinding,
  foundFailing,
  foundNothingToCheck,
  foundOk,
  foundWarning,
} from "../../ports/finding.ts";
import { isOpenToOthers } from "../../values/files/secret-file-access.ts";
import { listNamedHosts } from "./card-host-checks.ts";
import type { DoctorParts } from "./doctor-parts.ts";

/** No other user may have any access, or no other user may write. */
interface NamedFile {
  readonly setting: string;
  readonly file: string | undefined;
  readonly isSecret: boolean;
  /** The gateway creates it at its first start. */
  readonly isMadeLater?: boolean;
}

const OTHERS_WRITE = 0o022;

export async function listFileChecks(parts: DoctorParts): Promise<readonly DoctorCheck[]> {
  const { config, dataDir } = parts;
  const isProduction = config.environment === "production";
  // On Windows the mode does not show access rights.
  const isWindows = process.platform === "win32";
  const hostFiles = (await listNamedHosts(parts)).flatMap(listHostFiles);
  const files = isWindows ? [] : [...listFiles(config, dataDir), ...hostFiles];
  const named = files.filter(({ file }) => file !== undefined);
  if (named.length === 0) {
    const nothing = foundNothingToCheck("The settings name no file with a secret.");
    return [{ name: "modes", run: async () => nothing }];
  }
  return named.map((one) => ({ name: one.setting, run: () => checkMode(one, isProduction) }));
}

/** A new setting for a file goes here. */
function listFiles(config: Config, dataDir: string): readonly NamedFile[] {
  const isOwn =
    (config.masterKey ?? config.masterKeyFile) === undefined &&
    config.environment === "certification";
  const ownKey = isOwn ? path.join(dataDir, "master.key") : undefined;
  const secret = (setting: string, file: string | undefined) => ({ setting, file, isSecret: true });
  const plain = (setting: string, file: string | undefined) => ({ setting, file, isSecret: false });
  return [
    secret("MASTER_KEY_FILE", config.masterKeyFile),
    { ...secret("master.key", ownKey), isMadeLater: true },
    secret("DATABASE_URL_FILE", config.databaseUrlFile),
    secret("DATABASE_OWNER_URL_FILE", config.databaseOwnerUrlFile),
    secret("REPORT_DATABASE_URL_FILE", config.reportDatabaseUrlFile),
    secret("SMTP_URL_FILE", config.smtpUrlFile),
    secret("SIGN_ON_CLIENT_SECRET_FILE", config.signOnClientSecretFile),
    secret("HSM_PIN_FILE", config.hsmPinFile),
    secret("TLS_KEY_FILE", config.tlsKeyFile),
    secret("CARD_HOST_KEY_FILE", config.cardHostKeyFile),
    secret("CARD_HOST_CERT_KEY_FILE", config.cardHostCertKeyFile),
    secret("VERIFIER_KEY_FILE", config.verifierKeyFile),
    plain("TLS_CERT_FILE", config.tlsCertFile),
    plain("CARD_HOST_CERT_FILE", config.cardHostCertFile),
    plain("VERIFIER_FILE", config.verifierFile),
  ];
}

function listHostFiles({ name, connection }: CardHostRecord): readonly NamedFile[] {
  const keyFile = connection.kind === "json" ? connection.keyFile : undefined;
  const caFile = connection.kind === "iso8583" ? connection.caFile : undefined;
  const setting = `card host ${name}`;
  return [
    { setting, file: keyFile, isSecret: true },
    { setting, file: connection.certKeyFile, isSecret: true },
    { setting, file: connection.certFile, isSecret: false },
    { setting, file: caFile, isSecret: false },
  ];
}

async function checkMode(
  { setting, file = "", isSecret, isMadeLater }: NamedFile,
  isProduction: boolean,
): Promise<CheckFinding> {
  const access = await readFileAccess(file);
  if (access === undefined && isMadeLater) {
    return foundNothingToCheck(`${file} is created at the first start.`);
  }
  if (access === undefined) {
    return foundFailing(
      `${setting} ${file} does not exist.`,
      "Create the file, or correct the setting.",
    );
  }
  const mode = access.mode.toString(8).padStart(4, "0");
  const judge = isProduction ? foundFailing : foundWarning;
  if (isSecret && isOpenToOthers(access)) {
    return judge(
      `Other users can read or change ${file} (mode ${mode}).`,
      `Run: chmod 600 ${file}`,
    );
  }
  if ((access.mode & OTHERS_WRITE) !== 0) {
    return judge(`Other users can change ${file} (mode ${mode}).`, `Run: chmod go-w ${file}`);
  }
  return foundOk(`${file} has mode ${mode}.`);
}
