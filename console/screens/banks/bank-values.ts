/** The values of the forms for bank connections, and the request bodies made of them. */
import type { BankServer } from "../../../src/interfaces/console/operations/contract.ts";

export interface ServerValues {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** One fingerprint in each line. */
  readonly hostKeys: string;
  readonly login: "key" | "password";
  readonly privateKey: string;
  readonly passphrase: string;
  readonly password: string;
  readonly outbox: string;
  readonly drafts: string;
  readonly inbox: string;
  readonly archive: string;
  readonly skipsCheck: boolean;
}

export interface BankIdValues {
  readonly name: string;
  readonly destination: string;
  readonly destinationName: string;
  readonly origin: string;
  readonly originName: string;
  readonly odfi: string;
  /** One cutoff in each line. */
  readonly windows: string;
}

export type BankValues = BankIdValues & ServerValues;

export const NEW_BANK: BankValues = {
  name: "",
  destination: "",
  destinationName: "",
  origin: "",
  originName: "",
  odfi: "",
  windows: "17:00 America/New_York",
  host: "",
  port: 22,
  user: "",
  hostKeys: "",
  login: "key",
  privateKey: "",
  passphrase: "",
  password: "",
  outbox: "",
  drafts: "",
  inbox: "",
  archive: "",
  skipsCheck: false,
};

/** The login is not known to the page. It stays if its fields are blank. */
export function serverValues(server: BankServer): ServerValues {
  const { hostKeys, drafts, ...rest } = server;
  const blank = { privateKey: "", passphrase: "", password: "", skipsCheck: false };
  const own = drafts === server.outbox ? "" : drafts;
  return { ...rest, ...blank, drafts: own, hostKeys: hostKeys.join("\n") };
}

export function serverBody({ hostKeys, ...values }: ServerValues) {
  const { privateKey, passphrase, password, login, ...rest } = values;
  const secrets = login === "key" ? { privateKey, passphrase } : { password };
  const entered = Object.entries(secrets).filter(([, secret]) => secret !== "");
  return { ...rest, login, ...Object.fromEntries(entered), hostKeys: splitLines(hostKeys) };
}

export function bankBody(values: BankValues) {
  const { name, destination, destinationName, origin, originName, odfi, windows } = values;
  const ids = { name, destination, destinationName, origin, originName, odfi };
  return { ...serverBody(values), ...ids, windows: splitLines(windows) };
}

function splitLines(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
