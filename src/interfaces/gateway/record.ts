/** The answers of the payment and status interfaces: one flat record, in the requested format. */
import type { FastifyReply } from "fastify";
import Type from "typebox";
import { sendText } from "../../wire/compress-answers.ts";
import type { Form } from "../../wire/form.ts";
import { must } from "../../wire/reader/check.ts";
import { formText, readField, readFieldLeniently } from "../../wire/reader/form-rules.ts";
import { INVALID } from "../../wire/reader/problem.ts";
import type { Rule } from "../../wire/reader/rule.ts";
import { noteRecord } from "./note.ts";

/**
 * The order of keys is the order in the answer. Undefined values are left out. Values are JSON values;
 * amounts are numbers that are only written and never used in calculations. A list is JSON text in the
 * formats that have only texts.
 */
export type GatewayRecord = Readonly<
  Record<string, string | number | boolean | null | undefined | readonly unknown[]>
>;

export const NO_ERROR = {
  error: false,
  error_code: 0,
  error_message: null,
  error_msg: null,
} as const;

export function errorFields(code: number, message: string): GatewayRecord {
  return { error: true, error_code: code, error_message: message, error_msg: message };
}

export const RECORD_FORMATS = ["FORM", "JSON", "JSONP", "DEBUG"] as const;
type Format = (typeof RECORD_FORMATS)[number];

/** The format of an answer. JSONP also has the name of the function to call. */
export interface ResponseFormat {
  readonly kind: Format;
  readonly callback: string;
}

const DEFAULT_CALLBACK = "callback";
/** Formats without a function name of their own. */
const PLAIN: Record<Format, ResponseFormat> = {
  FORM: { kind: "FORM", callback: DEFAULT_CALLBACK },
  JSON: { kind: "JSON", callback: DEFAULT_CALLBACK },
  JSONP: { kind: "JSONP", callback: DEFAULT_CALLBACK },
  DEBUG: { kind: "DEBUG", callback: DEFAULT_CALLBACK },
};

export const FORMAT_LENGTH_MAX = 5;
export const CALLBACK_LENGTH_MAX = 100;
const CALLBACK = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

export function isFormat(text: string): text is Format {
  return Object.hasOwn(PLAIN, text);
}

/** A plain dotted identifier. Anything else could inject a script. */
export function isCallback(text: string): boolean {
  return CALLBACK.test(text);
}

const FORMAT = formText(FORMAT_LENGTH_MAX, must(isFormat, INVALID)) as Rule<Format, string>;
const CALLBACK_NAME = formText(CALLBACK_LENGTH_MAX, must(isCallback, INVALID));

export const FORMAT_RULES = {
  response_format: FORMAT.optional().shownAs(
    Type.Enum([...RECORD_FORMATS], {
      default: "FORM",
      description: "The format of the answer. FORM if it is not sent.",
    }),
  ),
  jsonp: CALLBACK_NAME.optional().describe(
    "The function that a JSONP answer calls. callback if it is not sent.",
  ),
};

export function readFormat(form: Form): ResponseFormat {
  const kind = readField(form, "response_format", FORMAT_RULES.response_format) ?? "FORM";
  const callback = readField(form, "jsonp", FORMAT_RULES.jsonp);
  return callback === undefined ? PLAIN[kind] : { kind, callback };
}

/** An error must be answered in a readable format, even if the format fields themselves are wrong. */
export function formatForErrors(form: Form): ResponseFormat {
  try {
    return readFormat(form);
  } catch {
    const kind = readFieldLeniently(form, "response_format", FORMAT) ?? "FORM";
    return kind === "JSONP" ? PLAIN.FORM : PLAIN[kind];
  }
}

const CONTENT_TYPES: Record<Format, string> = {
  FORM: "application/x-www-form-urlencoded; charset=utf-8",
  JSON: "application/json; charset=utf-8",
  JSONP: "application/javascript; charset=utf-8",
  DEBUG: "text/plain; charset=utf-8",
};

export function sendRecord(
  reply: FastifyReply,
  format: ResponseFormat,
  record: GatewayRecord,
): FastifyReply {
  reply.header("content-type", CONTENT_TYPES[format.kind]);
  noteRecord(reply.request, record);
  // Answers repeat values of the caller, so a browser must not interpret them as a page.
  reply.header("x-content-type-options", "nosniff");
  return sendText(reply, writeRecord(format, record));
}

export function writeRecord({ kind, callback }: ResponseFormat, record: GatewayRecord): string {
  if (kind === "JSON") return JSON.stringify(record);
  // The comment prevents content sniffing as another file type.
  if (kind === "JSONP") return `/**/${callback}(${safeScript(JSON.stringify(record))});`;
  const texts = recordTexts(record);
  if (kind === "FORM") return new URLSearchParams(texts).toString();
  const lines = texts.map(([name, text]) => `    [${name}] => ${onOneLine(text)}\n`);
  return `Array\n(\n${lines.join("")})\n`;
}

function recordTexts(record: GatewayRecord): [name: string, text: string][] {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, plainText(name, value)]);
}

const AMOUNTS: ReadonlySet<string> = new Set(["request_amount", "transaction_amount", "balance"]);

function plainText(name: string, value: GatewayRecord[string]): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "object") return JSON.stringify(value);
  return typeof value === "number" && AMOUNTS.has(name) ? value.toFixed(2) : String(value);
}

/** A value with line breaks would look like further fields. */
function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** Escapes characters that JSON allows but scripts do not. */
function safeScript(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
