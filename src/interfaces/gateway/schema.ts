/** What the OpenAPI document says of all three gateway doors. Readers, not schemas, judge requests. */
import Type, { type TProperties } from "typebox";

export const FORM_ONLY = ["application/x-www-form-urlencoded"];

export const CREDENTIALS = {
  account_id: Type.String({ maxLength: 12, pattern: "^[0-9]+$", examples: ["120000000001"] }),
  api_accesskey: Type.Optional(
    Type.String({
      maxLength: 32,
      description: "The account's key. It, or `hash` with `timestamp`, is required.",
    }),
  ),
  hash: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{64}$",
      description:
        "In place of the key: SHA-256 of `account_id,api_accesskey,timestamp`, in lower-case hex," +
        " with account_id as it is sent. Where both are sent the key decides.",
    }),
  ),
  timestamp: Type.Optional(
    Type.String({
      maxLength: 12,
      pattern: "^[0-9]+$",
      description: "Of the hash: Unix seconds, at most 15 minutes off.",
      examples: ["1794744000"],
    }),
  ),
};

export const FORMAT = {
  response_format: Type.Optional(
    Type.Enum(["FORM", "JSON", "JSONP", "DEBUG"], {
      default: "FORM",
      description: "How the answer is written.",
    }),
  ),
  jsonp: Type.Optional(Type.String({ description: "The function that a JSONP answer calls." })),
};

/** What a record may be written as. */
export const RECORD_TYPES = [
  "application/x-www-form-urlencoded",
  "application/json",
  "application/javascript",
  "text/plain",
];

const ERROR = {
  error: Type.Boolean(),
  error_code: Type.Integer({ description: "0 when there is no error." }),
  error_message: Type.Union([Type.String(), Type.Null()]),
  error_msg: Type.Union([Type.String(), Type.Null()], { description: "The same text." }),
};

/** A record as JSON has it; the other formats carry the same fields in the same order. */
export function recordAnswers<Properties extends TProperties>(properties: Properties) {
  return {
    200: Type.Object({ ...properties, ...ERROR }),
    413: Type.Object(ERROR, { description: "The body is larger than 1 MiB." }),
    415: Type.Object(ERROR, { description: "The body is not a form." }),
  };
}

export function optionalText(lengthMax: number, description?: string) {
  return Type.Optional(
    Type.String({ maxLength: lengthMax, ...(description === undefined ? {} : { description }) }),
  );
}
