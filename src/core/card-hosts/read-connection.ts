/** Checks the settings of a card host, as the command line and the console send them. Pure. */
import {
  type CardHostConnection,
  ISO_DIALECTS,
  ISO_HEADERS,
  type IsoHostSettings,
  type JsonHostSettings,
} from "../../ports/card-host-settings.ts";

export type ConnectionValue = keyof IsoHostSettings | keyof JsonHostSettings | "name";

/** Every value as text, because people write them. Undefined: not given. */
export type ConnectionTexts = Readonly<Partial<Record<ConnectionValue, string>>>;

export type ConnectionReading =
  | { readonly kind: "good"; readonly connection: CardHostConnection }
  | { readonly kind: "bad_value"; readonly value: ConnectionValue };

type Rule = (text: string) => unknown;

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const HOST_NAME = /^[0-9A-Za-z._:-]{1,253}$/;
const PATH_LENGTH_MAX = 1_000;
const CONNECTIONS_MAX = 32;
const ECHO_SECONDS_MAX = 3_600;

const path: Rule = (text) =>
  /^\/[^\0]*$/.test(text) && text.length <= PATH_LENGTH_MAX ? text : undefined;
const oneOf =
  (choices: readonly string[]): Rule =>
  (text) =>
    choices.find((known) => known === text);
const within =
  (min: number, max: number): Rule =>
  (text) => {
    const number = Number(text);
    return /^\d{1,6}$/.test(text) && number >= min && number <= max ? number : undefined;
  };

const TLS_FILES = { certFile: path, certKeyFile: path };
const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  json: { url: serviceAddress, keyFile: path, ...TLS_FILES },
  iso8583: {
    host: (text) => (HOST_NAME.test(text) ? text : undefined),
    port: within(1, 65_535),
    tls: (text) => ({ yes: true, no: false })[text],
    caFile: path,
    dialect: oneOf(ISO_DIALECTS),
    header: oneOf(ISO_HEADERS),
    connections: within(1, CONNECTIONS_MAX),
    acquirerId: (text) => (/^\d{1,11}$/.test(text) ? text : undefined),
    echoSeconds: within(1, ECHO_SECONDS_MAX),
    ...TLS_FILES,
  },
};

const DEFAULTS: Readonly<Record<string, ConnectionTexts>> = {
  json: {},
  iso8583: { tls: "yes", dialect: "1987", header: "2 binary", connections: "2", echoSeconds: "60" },
};
const REQUIRED: Readonly<Record<string, readonly ConnectionValue[]>> = {
  json: ["url"],
  iso8583: ["host", "port", "acquirerId"],
};

export function isHostName(name: string): boolean {
  return NAME.test(name);
}

/** Values of the other kind are refused, because someone expects them to have an effect. */
export function readConnection(texts: ConnectionTexts): ConnectionReading {
  const { kind = "", ...given } = texts;
  const rules = RULES[kind];
  if (rules === undefined) return { kind: "bad_value", value: "kind" };
  const all = { ...DEFAULTS[kind], ...withoutEmpty(given) };
  const missing = REQUIRED[kind]?.find((name) => all[name] === undefined);
  if (missing !== undefined) return { kind: "bad_value", value: missing };
  const read: Record<string, unknown> = { kind };
  for (const [name, text] of Object.entries(all)) {
    read[name] = rules[name]?.(text);
    if (read[name] === undefined) return { kind: "bad_value", value: name as ConnectionValue };
  }
  const half = findHalfPair(read);
  if (half !== undefined) return { kind: "bad_value", value: half };
  return { kind: "good", connection: read as unknown as CardHostConnection };
}

/** A certificate needs its key, and a key its certificate. */
function findHalfPair({ certFile, certKeyFile }: Record<string, unknown>) {
  if ((certFile === undefined) === (certKeyFile === undefined)) return undefined;
  return certFile === undefined ? "certFile" : "certKeyFile";
}

function withoutEmpty(texts: ConnectionTexts): ConnectionTexts {
  return Object.fromEntries(
    Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""),
  );
}

/** Credentials do not belong in an address, which is shown and logged. */
function serviceAddress(text: string): string | undefined {
  if (!URL.canParse(text) || text.length > PATH_LENGTH_MAX) return undefined;
  const { protocol, username, password, search, hash } = new URL(text);
  const isPlain = username === "" && password === "" && search === "" && hash === "";
  return isPlain && ["http:", "https:"].includes(protocol) ? text : undefined;
}

/** As texts again, for forms. */
export function writeConnection(connection: CardHostConnection): ConnectionTexts {
  const texts = Object.entries(connection).map(([name, value]) => [
    name,
    typeof value === "boolean" ? (value ? "yes" : "no") : String(value),
  ]);
  return Object.fromEntries(texts);
}

/** The sentence for each value that says what is allowed. */
export const CONNECTION_TEXTS: Readonly<Record<ConnectionValue, string>> = {
  name: "The name must consist of lowercase letters, digits and dashes, at most 40 characters, and cannot be simulator or host.",
  kind: "The kind must be json or iso8583.",
  url: "The URL must begin with https:// (or http:// in certification) and have no user, password, query or fragment.",
  keyFile: "The key file must be an absolute path.",
  certFile: "The certificate file must be an absolute path, and needs a private key file.",
  certKeyFile: "The private key file must be an absolute path, and needs a certificate file.",
  caFile: "The file of certificate authorities must be an absolute path.",
  host: "The host must be a name or an address, such as switch.example.com.",
  port: "The port must be a number from 1 to 65535.",
  tls: "TLS must be yes or no.",
  dialect: `The dialect must be one of: ${ISO_DIALECTS.join(", ")}.`,
  header: `The length header must be one of: ${ISO_HEADERS.join(", ")}.`,
  connections: `The number of connections must be from 1 to ${CONNECTIONS_MAX}.`,
  acquirerId: "The acquirer number must have 1 to 11 digits.",
  echoSeconds: `The time between echoes must be from 1 to ${ECHO_SECONDS_MAX} seconds.`,
};
