/** Reads the options of `ach connect` and `ach server` that describe a bank's SFTP server. */
import { readFileSync, statSync } from "node:fs";
import { listOfferedKeys } from "../../app/areas/bank-server.ts";
import type { ServerChanges } from "../../core/ach/connections/change-server.ts";
import type { InboxTaken } from "../../core/ach/connections/inbox-taken.ts";
import {
  type NewSftpServer,
  readFingerprint,
  type SftpValueName,
} from "../../core/ach/connections/sftp-values.ts";
import { LOGIN_SECRET_MAX, type SftpFolders, type SftpLogin } from "../../ports/sftp-server.ts";
import { StartError } from "../../ports/start-error.ts";
import { Secret } from "../../values/secret.ts";

export interface ServerOptions {
  /** The host. */
  readonly sftp?: string;
  readonly port?: string;
  readonly user?: string;
  readonly hostKey?: readonly string[];
  readonly keyFile?: string;
  readonly passphraseFile?: string;
  readonly passwordFile?: string;
  readonly outbox?: string;
  readonly drafts?: string;
  readonly inbox?: string;
  readonly archive?: string;
  /** False: the server is not tried before it is stored. */
  readonly check?: boolean;
}

const DEFAULT_PORT = 22;

/** The server of a new bank. Undefined: the bank is connected by folders. */
export async function readNewServer(options: ServerOptions): Promise<NewSftpServer | undefined> {
  const changes = readServerOptions(options);
  const { sftp: host } = options;
  if (host === undefined) {
    if (Object.keys(changes).length === 0) return undefined;
    throw new StartError("Options of an SFTP server need --sftp with the host of the server.");
  }
  const { port = DEFAULT_PORT, user, login } = changes;
  const hostKeys = changes.hostKeys ?? (await refuseWithoutKey(host, port));
  if (user === undefined) throw new StartError("--user is missing: the user name at the server.");
  if (login === undefined) throw new StartError("--key-file or --password-file is missing.");
  return { host, port, user, hostKeys, login, folders: readFolders(changes.folders ?? {}) };
}

/** Only what the options name. */
export function readServerOptions(options: ServerOptions): ServerChanges {
  const { sftp: host, port, user, hostKey } = options;
  const login = readLogin(options);
  const folders = readFolderOptions(options);
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: Number(port) }),
    ...(user !== undefined && { user }),
    ...(hostKey !== undefined && { hostKeys: hostKey.map(readFingerprint) }),
    ...(login !== undefined && { login }),
    ...(Object.keys(folders).length > 0 && { folders }),
  };
}

/** Nobody can know from the network alone which key is the bank's. */
async function refuseWithoutKey(host: string, port: number): Promise<never> {
  const keys = await listOfferedKeys(host, port).catch((error: Error) => {
    throw new StartError(
      `--host-key is missing, and the server's keys are unknown: ${error.message}`,
    );
  });
  throw new StartError(
    `--host-key is missing. The server offers: ${keys.join(", ")}. Compare them with the fingerprint that the bank gave you, and pass that one.`,
  );
}

function readFolderOptions({ outbox, drafts, inbox, archive }: ServerOptions) {
  const given = Object.entries({ outbox, drafts, inbox, archive });
  const folders = given.filter(([, folder]) => folder !== undefined);
  return Object.fromEntries(folders) as Partial<SftpFolders>;
}

function readFolders({ outbox, inbox, archive, drafts = outbox }: Partial<SftpFolders>) {
  if (outbox === undefined || inbox === undefined || archive === undefined) {
    throw new StartError("--outbox, --inbox and --archive are needed: the folders on the server.");
  }
  return { outbox, inbox, archive, drafts: drafts ?? outbox };
}

function readLogin(options: ServerOptions): SftpLogin | undefined {
  const { keyFile, passphraseFile, passwordFile } = options;
  if (keyFile !== undefined && passwordFile !== undefined) {
    throw new StartError("Use --key-file or --password-file, not both.");
  }
  if (passwordFile !== undefined) {
    return { kind: "password", password: readSecretLine("--password-file", passwordFile) };
  }
  if (keyFile === undefined) {
    if (passphraseFile === undefined) return undefined;
    throw new StartError("--passphrase-file needs --key-file.");
  }
  const privateKey = new Secret(readFile("--key-file", keyFile));
  const passphrase = passphraseFile && readSecretLine("--passphrase-file", passphraseFile);
  return { kind: "key", privateKey, passphrase: passphrase || undefined };
}

/** Editors add the end of the line. */
function readSecretLine(option: string, file: string): Secret {
  return new Secret(readFile(option, file).replace(/\r?\n$/, ""));
}

function readFile(option: string, file: string): string {
  try {
    if (statSync(file).size <= LOGIN_SECRET_MAX) return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "no reason given" } = error as { readonly code?: string };
    throw new StartError(`${option} ${file} cannot be read (${code}).`);
  }
  throw new StartError(`${option} ${file} is longer than ${LOGIN_SECRET_MAX} bytes.`);
}

export function inboxTakenText({ connection }: InboxTaken): string {
  return `Bank ${connection} already reads this inbox with the same user. Two banks cannot share an inbox: ask the bank for one of its own.`;
}

export const SERVER_ERRORS: Readonly<Record<SftpValueName, string>> = {
  host: "--sftp must be a host name or an IP address.",
  port: "--port must be a number from 1 to 65535.",
  user: "--user must have 1 to 100 ASCII characters without spaces.",
  hostKeys:
    "--host-key must be a SHA-256 fingerprint as `ssh-keygen -l` prints it: SHA256: and 43 characters. At most ten.",
  login: "The private key, its passphrase or the password is empty or too long.",
  outbox: "--outbox must be a path of at most 200 ASCII characters, without '..'.",
  inbox:
    "--inbox must be a path of at most 200 ASCII characters, without '..', and not the outbox.",
  archive:
    "--archive must be a path of at most 200 ASCII characters, without '..', and a folder of its own.",
  drafts:
    "--drafts must be a path of at most 200 ASCII characters, without '..', and not the inbox.",
};
