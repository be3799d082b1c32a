/** Error messages for the values of a bank connection. */
import type { NewBank } from "../../../../core/ach/connections/connect-bank.ts";
import type { SftpValueName } from "../../../../core/ach/connections/sftp-values.ts";

export const BANK_TEXTS: Readonly<Record<Exclude<keyof NewBank, "sftp">, string>> = {
  name: "Use lowercase letters, digits and dashes, at most 40 characters.",
  network: "This kind of connection is unknown.",
  destination: "Enter a routing number, or the ten characters that the bank assigned.",
  destinationName: "Use at most 23 ASCII characters.",
  origin: "Enter the nine or ten characters that the bank assigned.",
  originName: "Use at most 23 ASCII characters.",
  odfi: "Enter the first eight digits of the bank's routing number.",
  windows:
    "Enter 1 to 20 times with a time zone, such as 17:00 America/New_York or 10:30 America/New_York same-day. At least one must not be same-day. Same-day windows must close by 16:45 US Eastern all year.",
  offset: "This bank account is invalid.",
};

export const SERVER_TEXTS: Readonly<Record<SftpValueName, string>> = {
  host: "Enter a host name or an IP address.",
  port: "Enter a number from 1 to 65535.",
  user: "Use 1 to 100 ASCII characters without spaces.",
  hostKeys: "Enter SHA-256 fingerprints, such as SHA256: and 43 characters. At most ten.",
  login: "Enter a private key or a password.",
  outbox: "Enter a path of at most 200 ASCII characters, without '..'.",
  inbox: "Enter a path without '..' that is not the outbox.",
  archive: "Enter a path without '..' that no other folder has.",
  drafts: "Enter a path without '..' that is not the inbox.",
};

export const LOGIN_AGAIN =
  "The stored password is not sent to another server. Enter the password or a private key again.";

export function describeTakenInbox(connection: string): string {
  return `Bank ${connection} already reads this inbox with the same user. Use an inbox of its own.`;
}
