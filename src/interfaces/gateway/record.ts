/** How the payment and status doors answer: one flat record, in the format that was asked for. */
import type { FastifyReply } from "fastify";
import { type Cents, centsToNumber, formatCents } from "../../values/money.ts";
import { RequestFault } from "../../wire/fault.ts";
import type { Fields } from "../../wire/fields.ts";

/** A number in JSON, two decimals in text. */
export class Amount {
  readonly cents: Cents;

  constructor(cents: Cents) {
    this.cents = cents;
  }

  toJSON(): number {
    return centsToNumber(this.cents);
  }

  toString(): string {
    return formatCents(this.cents);
  }
}

/** Key order is the order on the wire. An undefined value is not on the wire. */
export type GatewayRecord = Readonly<
  Record<string, string | number | boolean | null | Amount | undefined>
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

const FORMATS = ["FORM", "JSON", "JSONP", "DEBUG"] as const;

/** How to answer. JSONP names the function that the answer is wrapped in. */
export interface ResponseFormat {
  readonly kind: (typeof FORMATS)[number];
  readonly callback: string;
}

const PLAIN: ResponseFormat = { kind: "FORM", callback: "" };
const CALLBACK_MAX = 100;
const CALLBACK = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

export function readFormat(fields: Fields): ResponseFormat {
  const kind = fields.oneOf("response_format", FORMATS) ?? "FORM";
  const callback = fields.optional("jsonp", CALLBACK_MAX) ?? "callback";
  if (!CALLBACK.test(callback)) throw new RequestFault("invalid", "jsonp");
  return { kind, callback };
}

/** A fault in any field, this one too, must still be told in a format that can be told. */
export function formatForErrors(fields: Fields | undefined): ResponseFormat {
  if (fields === undefined) return PLAIN;
  try {
    return readFormat(fields);
  } catch {
    const kind = FORMATS.find((name) => name === fields.lenient("response_format", 5));
    return kind === undefined || kind === "JSONP" ? PLAIN : { ...PLAIN, kind };
  }
}

const CONTENT_TYPES: Record<ResponseFormat["kind"], string> = {
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
  return reply.type(CONTENT_TYPES[format.kind]).send(writeRecord(format, record));
}

export function writeRecord({ kind, callback }: ResponseFormat, record: GatewayRecord): string {
  if (kind === "JSON") return JSON.stringify(record);
  // The comment in front keeps the answer from being taken for another kind of file.
  if (kind === "JSONP") return `/**/${callback}(${safeScript(JSON.stringify(record))});`;
  const pairs = Object.entries(record).filter(([, value]) => value !== undefined);
  const texts = pairs.map(([name, value]): [string, string] => [name, plainText(value)]);
  if (kind === "FORM") return new URLSearchParams(texts).toString();
  const lines = texts.map(([name, text]) => `    [${name}] => ${text}\n`);
  return `Array\n(\n${lines.join("")})\n`;
}

function plainText(value: GatewayRecord[string]): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}

/** Characters that JSON allows and a script element or an old script engine does not. */
function safeScript(json: string): string {
  return json.replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
