/**
 * Readers that turn the text of a setting into a value. settings.ts has the settings themselves.
 */
import { isIP } from "node:net";
import path from "node:path";
import { isEmailAddress } from "./values/email-address.ts";
import { Secret } from "./values/secret.ts";
import {
  firstServerUrl,
  readServerList,
  type ServerKind,
  type ServerList,
  ServerListError,
} from "./values/server-list.ts";
import { readNameValues } from "./values/telemetry/name-values.ts";

export interface Setting<Value> {
  /** The environment variable. */
  readonly variable: string;
  /** The text that is read if the variable is not set. */
  readonly fallback: string;
  readonly read: (text: string) => Value;
  /** For docs/operations.md and the console, in Markdown. */
  readonly about: string;
}

const SLOT_MAX = 2 ** 32 - 1;

/** What is wrong with the text of a setting. The message follows the setting's name. */
export class SettingError extends Error {}

export function text(value: string): string {
  return value;
}

export function oneOf<const T extends string>(allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new SettingError(`must be one of ${allowed.join(", ")}.`);
    return found;
  };
}

export function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new SettingError(`must be a whole number from ${min} to ${max}.`);
  };
}

/** Undefined for "off". */
export function portOrOff(value: string): number | undefined {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (value === "off") return undefined;
  if (number <= 65_535) return number;
  throw new SettingError("must be a port from 0 to 65535, or off.");
}

/** The number of a PKCS#11 slot. Some modules use random ones. */
export function slotNumber(value: string): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number <= SLOT_MAX) return number;
  throw new SettingError(`must be a whole number from 0 to ${SLOT_MAX}.`);
}

/** Written in seconds, used in milliseconds. */
export function wholeSeconds(min: number, max: number): (value: string) => number {
  const read = wholeNumber(min, max);
  return (value) => read(value) * 1_000;
}

export function filePath(value: string): string {
  return path.resolve(value);
}

export function optional<Value>(
  read: (value: string) => Value,
): (value: string) => Value | undefined {
  return (value) => (value === "" ? undefined : read(value));
}

export function emailAddress(value: string): string {
  if (isEmailAddress(value)) return value;
  throw new SettingError("must be one email address, such as operations@example.com.");
}

export function httpUrl(value: string): string {
  if (URL.canParse(value) && /^https?:\/\//.test(value)) return value.replace(/\/+$/, "");
  throw new SettingError("must be a URL that begins with http:// or https://.");
}

/** The URL of a service. It may not contain a password, because operators can see it. */
export function serviceUrl(value: string): string {
  const { username, password } = new URL(httpUrl(value));
  if (username === "" && password === "") return httpUrl(value);
  throw new SettingError("must not contain a user name or password.");
}

const WRITING: readonly ServerKind[] = ["read-write", "primary"];

/** A database that we write to. */
export function databaseUrl(value: string): Secret {
  const { kind = "read-write" } = readServers(value) ?? {};
  if (WRITING.includes(kind)) return anyDatabaseUrl(value);
  throw new SettingError(
    `must lead to a server that accepts writes: target_session_attrs must be ${WRITING.join(" or ")}.`,
  );
}

// The text may contain a password, so an error never repeats it.
export function anyDatabaseUrl(value: string): Secret {
  const first = readServers(value) === undefined ? value : firstServerUrl(value);
  if (/^postgres(ql)?:\/\//.test(first) && URL.canParse(first)) return new Secret(value);
  throw new SettingError("must look like postgres://user@host:5432/database.");
}

function readServers(value: string): ServerList | undefined {
  try {
    return readServerList(value);
  } catch (error) {
    if (error instanceof ServerListError) throw new SettingError(error.message);
    throw error;
  }
}

export function smtpUrl(value: string): Secret {
  if (/^smtps?:\/\//.test(value) && URL.canParse(value)) return new Secret(value);
  throw new SettingError("must look like smtps://user:password@host:465.");
}

export function masterKey(value: string): Secret {
  if (/^[0-9a-f]{64}$/i.test(value)) return new Secret(value.toLowerCase());
  throw new SettingError("must be 64 hex digits (32 bytes).");
}

/** A label of a token or a key in an HSM. PKCS#11 pads labels of tokens to 32 bytes. */
export function objectLabel(value: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]{0,30}[\x21-\x7e])?$/.test(value)) return value;
  throw new SettingError("must be 1 to 32 printable ASCII characters.");
}

/** Headers as "name=value,name=value". They may contain keys, so an error never repeats them. */
export function headerList(value: string): Secret {
  if (readNameValues(value) !== undefined) return new Secret(value);
  throw new SettingError(NOT_A_LIST);
}

export function nameValueList(value: string): string {
  if (readNameValues(value) !== undefined) return value;
  throw new SettingError(NOT_A_LIST);
}

const NOT_A_LIST = "must be a list such as name=value,other=value.";

export function ratio(value: string): number {
  const number = /^(?:0?\.\d{1,9}|0|1(?:\.0{1,9})?)$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 0) return number;
  throw new SettingError("must be a number from 0 to 1, such as 0.1.");
}

export function headerKey(value: string): Secret {
  if (/^[\x21-\x7e]{1,4096}$/.test(value)) return new Secret(value);
  throw new SettingError("must be printable ASCII text without spaces, at most 4096 characters.");
}

export function addresses(value: string): readonly string[] {
  const list = value.split(",").map((entry) => entry.trim());
  const entries = list.filter((entry) => entry !== "");
  const wrong = entries.find((entry) => !isRange(entry));
  if (wrong !== undefined) {
    throw new SettingError(
      `must be IP addresses or ranges such as 10.0.0.0/8, separated by commas; ${wrong} is neither.`,
    );
  }
  return entries;
}

/** An IP address, with or without a prefix length. */
function isRange(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (rest.length > 0 || longest < 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
}

const POLICY = /^max-age=\d{1,10}(?:; ?includeSubDomains)?(?:; ?preload)?$/;

/** Returns the value of Strict-Transport-Security, or undefined if the header is not sent. */
export function transportPolicy(value: string): string | undefined {
  if (value === "off") return undefined;
  if (POLICY.test(value)) return value;
  throw new SettingError(
    "must be off, or max-age=<seconds>, optionally followed by ; includeSubDomains and ; preload.",
  );
}
