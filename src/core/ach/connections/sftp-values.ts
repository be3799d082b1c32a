/** The values of a bank's SFTP server, and which of them are accepted. */
import { posix } from "node:path";
import type { SftpAddress, SftpFolders, SftpLogin } from "../../../ports/sftp-server.ts";
import { LOGIN_SECRET_MAX } from "../../../ports/sftp-server.ts";
import type { Secret } from "../../../values/secret.ts";

export interface NewSftpServer extends SftpAddress {
  readonly login: SftpLogin;
}

/** The names of values in errors. */
export type SftpValueName = Exclude<keyof NewSftpServer, "folders"> | keyof SftpFolders;

const HOST = /^[a-z\d](?:[a-z\d.:-]{0,251}[a-z\d])?$/i;
const USER = /^[\x21-\x7e]{1,100}$/;
const FINGERPRINT = /^SHA256:[\w+/]{43}$/;
const FOLDER = /^[\x20-\x7e]{1,200}$/;
const HOST_KEYS_MAX = 10;
const PORT_MAX = 65_535;

/** `ssh-keygen` prints no padding, but other programs do. */
export function readFingerprint(text: string): string {
  return text.trim().replace(/=+$/, "");
}

/** Returns the first value that is not accepted, or undefined. */
export function findBadSftpValue(server: NewSftpServer): SftpValueName | undefined {
  const { host, port, user, hostKeys, folders, login } = server;
  if (!HOST.test(host)) return "host";
  if (!Number.isInteger(port) || port < 1 || port > PORT_MAX) return "port";
  if (!USER.test(user)) return "user";
  if (!areHostKeys(hostKeys)) return "hostKeys";
  if (!isLogin(login)) return "login";
  return findBadFolder(folders);
}

function areHostKeys(keys: readonly string[]): boolean {
  return (
    keys.length > 0 && keys.length <= HOST_KEYS_MAX && keys.every((key) => FINGERPRINT.test(key))
  );
}

function isLogin(login: SftpLogin): boolean {
  const isSecret = (one: Secret) => one.length > 0 && one.length <= LOGIN_SECRET_MAX;
  if (login.kind === "password") return isSecret(login.password);
  return (
    isSecret(login.privateKey) && (login.passphrase === undefined || isSecret(login.passphrase))
  );
}

/** What the bank sends must not mix with what we send or have read. */
function findBadFolder(folders: SftpFolders): keyof SftpFolders | undefined {
  const { outbox, inbox, archive, drafts } = folders;
  const isPath = (text: string) => FOLDER.test(text) && !text.split("/").includes("..");
  if (!isPath(outbox)) return "outbox";
  if (!isPath(inbox) || isSameFolder(inbox, outbox)) return "inbox";
  if (!isPath(archive) || [inbox, outbox, drafts].some((one) => isSameFolder(one, archive))) {
    return "archive";
  }
  return !isPath(drafts) || isSameFolder(drafts, inbox) ? "drafts" : undefined;
}

/** /to-bank, /to-bank/ and /./to-bank are one folder. */
export function isSameFolder(one: string, other: string): boolean {
  return plainFolder(one) === plainFolder(other);
}

function plainFolder(folder: string): string {
  return posix.normalize(folder).replace(/(?<=.)\/$/, "");
}
