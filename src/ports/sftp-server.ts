/** A bank's SFTP server: its address, its pinned keys, our login and its folders. */
import type { Secret } from "../values/secret.ts";

/** Paths on the server. A path without a leading slash starts in the folder of the login. */
export interface SftpFolders {
  /** The bank takes finished files from here. */
  readonly outbox: string;
  /** Drafts are written here, on the same disk as the outbox. It may be the outbox itself. */
  readonly drafts: string;
  /** The bank puts its files here. */
  readonly inbox: string;
  /** Files that were read are moved here, on the same disk as the inbox. */
  readonly archive: string;
}

export interface SftpAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Fingerprints such as SHA256:jx3…, without padding. The server must have one of these keys. */
  readonly hostKeys: readonly string[];
  readonly folders: SftpFolders;
}

export type SftpLogin =
  | {
      readonly kind: "key";
      readonly privateKey: Secret;
      /** Undefined: the private key is not encrypted. */
      readonly passphrase: Secret | undefined;
    }
  | { readonly kind: "password"; readonly password: Secret };

/** The longest private key, passphrase or password. A private key of 16,384 bits has 13 KB. */
export const LOGIN_SECRET_MAX = 20_000;

export interface SftpServer extends SftpAddress {
  readonly login: SftpLogin;
}
