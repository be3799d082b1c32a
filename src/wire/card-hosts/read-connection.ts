/** Reads the settings of a card host, as the command line and the console send them. */
import {
  type CardHostConnection,
  type CardHostKind,
  ISO_DIALECTS,
  ISO_HEADERS,
  type IsoHostSettings,
  type JsonHostSettings,
} from "../../ports/card-host-settings.ts";
import { must } from "../reader/check.ts";
import { takeText } from "../reader/json-rules.ts";
import { INVALID, type Problem } from "../reader/problem.ts";
import { type Rule, textRule } from "../reader/rule.ts";
import { type Rules, ruleSet } from "../reader/rule-set.ts";
import { AllErrors } from "../reader/sink.ts";

export type ConnectionValue = keyof IsoHostSettings | keyof JsonHostSettings | "name";

/** Every value as text, because people write them. Undefined: not given. */
export type ConnectionTexts = Readonly<Partial<Record<ConnectionValue, string>>>;

export type ConnectionReading =
  | { readonly kind: "good"; readonly connection: CardHostConnection }
  | { readonly kind: "bad_value"; readonly value: ConnectionValue };

const HOST_NAME = /^[0-9A-Za-z._:-]{1,253}$/;
const PATH_LENGTH_MAX = 1_000;
const CONNECTIONS_MAX = 32;
const ECHO_SECONDS_MAX = 3_600;

/** A required text. Its sentence is in CONNECTION_TEXTS, whatever is wrong. */
function fitting(isFit: (text: string) => boolean): Rule<string> {
  return textRule(takeText, [must(isFit, INVALID)]);
}

function wholeWithin(min: number, max: number): Rule<number> {
  const isFit = (text: string) =>
    /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return fitting(isFit).as(Number, INVALID);
}

function oneOf<Choice extends string>(choices: readonly Choice[]): Rule<Choice> {
  return fitting(() => true).as((text) => choices.find((known) => known === text), INVALID);
}

const PATH = fitting(
  (text) => /^\/[^\0]*$/.test(text) && text.length <= PATH_LENGTH_MAX,
).optional();
const YES_OR_NO = fitting(() => true).as((text) => ({ yes: true, no: false })[text], INVALID);
/** Refused, because someone expects it to have an effect. */
const OTHER_KIND = fitting(() => false).optional();

const TLS_FILES = { certFile: PATH, certKeyFile: PATH };

/** In the order in which errors are reported; a missing value comes first. */
const CONNECTION_RULES: Readonly<Record<CardHostKind, Rules<never>>> = {
  json: {
    url: fitting(isServiceAddress),
    keyFile: PATH,
    host: OTHER_KIND,
    port: OTHER_KIND,
    tls: OTHER_KIND,
    caFile: OTHER_KIND,
    dialect: OTHER_KIND,
    header: OTHER_KIND,
    connections: OTHER_KIND,
    acquirerId: OTHER_KIND,
    echoSeconds: OTHER_KIND,
    ...TLS_FILES,
  },
  iso8583: {
    tls: YES_OR_NO.or(true),
    dialect: oneOf(ISO_DIALECTS).or("1987"),
    header: oneOf(ISO_HEADERS).or("2 binary"),
    connections: wholeWithin(1, CONNECTIONS_MAX).or(2),
    echoSeconds: wholeWithin(1, ECHO_SECONDS_MAX).or(60),
    url: OTHER_KIND,
    keyFile: OTHER_KIND,
    host: fitting((text) => HOST_NAME.test(text)),
    port: wholeWithin(1, 65_535),
    caFile: PATH,
    acquirerId: fitting((text) => /^\d{1,11}$/.test(text)),
    ...TLS_FILES,
  },
};

export function readConnection(texts: ConnectionTexts): ConnectionReading {
  const { kind = "" } = texts;
  if (!isKnownKind(kind)) return { kind: "bad_value", value: "kind" };
  const sink = new AllErrors<never, FieldProblem>((field, problem) => ({ field, problem }));
  const values = ruleSet(CONNECTION_RULES[kind]).read(
    (name) => texts[name as ConnectionValue],
    sink,
  );
  const bad = firstError(sink.errors) ?? findHalfPair(values);
  if (bad !== undefined) return { kind: "bad_value", value: bad };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return { kind: "good", connection: { kind, ...Object.fromEntries(given) } as CardHostConnection };
}

function isKnownKind(kind: string): kind is CardHostKind {
  return Object.hasOwn(CONNECTION_RULES, kind);
}

interface FieldProblem {
  readonly field: string;
  readonly problem: Problem;
}

function firstError(errors: readonly FieldProblem[]): ConnectionValue | undefined {
  const first = errors.find(({ problem }) => problem.kind === "missing") ?? errors[0];
  return first?.field as ConnectionValue | undefined;
}

/** A certificate needs its key, and a key its certificate. */
function findHalfPair({ certFile, certKeyFile }: Readonly<Record<string, unknown>>) {
  if ((certFile === undefined) === (certKeyFile === undefined)) return undefined;
  return certFile === undefined ? "certFile" : "certKeyFile";
}

/** Credentials do not belong in an address, which is shown and logged. */
function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text) || text.length > PATH_LENGTH_MAX) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  const isPlain = username === "" && password === "" && search === "" && hash === "";
  return isPlain && ["http:", "https:"].includes(protocol);
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
