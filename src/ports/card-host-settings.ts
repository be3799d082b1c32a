/**
 * How a named card host is reached. Files are named by their paths, so that no key is in the
 * database; every machine that pays needs them.
 */

interface TlsFiles {
  /** A client certificate (PEM, with its chain) and its private key, if the host asks for one. */
  readonly certFile?: string | undefined;
  readonly certKeyFile?: string | undefined;
}

/** JSON over HTTPS, as in docs/card-host.md. */
export interface JsonHostSettings extends TlsFiles {
  readonly kind: "json";
  readonly url: string;
  /** Its content is sent as `Authorization: Bearer`. */
  readonly keyFile?: string | undefined;
}

export const ISO_DIALECTS = ["1987", "1993"] as const;
/**
 * The bytes of the length before each message, and how they are written. Two ASCII digits would end at
 * 99 bytes, which is less than any order has.
 */
export const ISO_HEADERS = ["2 binary", "4 binary", "4 ascii"] as const;

export interface IsoHostSettings extends TlsFiles {
  readonly kind: "iso8583";
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Certificates of authorities (PEM) that replace those of the system. */
  readonly caFile?: string | undefined;
  readonly dialect: (typeof ISO_DIALECTS)[number];
  readonly header: (typeof ISO_HEADERS)[number];
  readonly connections: number;
  /** Our number at the network: up to 11 digits. */
  readonly acquirerId: string;
  readonly echoSeconds: number;
}

export type CardHostConnection = JsonHostSettings | IsoHostSettings;
export type CardHostKind = CardHostConnection["kind"];
