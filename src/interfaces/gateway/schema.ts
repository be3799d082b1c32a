/** OpenAPI schemas that the gateway interfaces share. Requests are checked by readers, not by schemas. */
import Type, { type TProperties } from "typebox";

export const FORM_ONLY = ["application/x-www-form-urlencoded"];

export const CREDENTIALS = {
  account_id: Type.String({ maxLength: 12, pattern: "^[0-9]+$", examples: ["120000000001"] }),
  api_accesskey: Type.Optional(
    Type.String({
      maxLength: 32,
      description: "The account's access key. Send this, or `hash` with `timestamp`.",
    }),
  ),
  hash: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{64}$",
      description:
        "Instead of the key: SHA-256 of `account_id,api_accesskey,timestamp` in lowercase hex," +
        " with account_id as you send it. If you send both, the key is used.",
    }),
  ),
  timestamp: Type.Optional(
    Type.String({
      maxLength: 12,
      pattern: "^[0-9]+$",
      description: "The time of the hash in Unix seconds, at most 15 minutes off.",
      examples: ["1794744000"],
    }),
  ),
};

export const FORMAT = {
  response_format: Type.Optional(
    Type.Enum(["FORM", "JSON", "JSONP", "DEBUG"], {
      default: "FORM",
      description: "Format of the answer.",
    }),
  ),
  jsonp: Type.Optional(
    Type.String({ maxLength: 100, description: "Name of the function that a JSONP answer calls." }),
  ),
};

export const ERROR_FIELDS = {
  error: Type.Boolean(),
  error_code: Type.Integer({ description: "0 if there is no error." }),
  error_message: Type.Union([Type.String(), Type.Null()]),
  error_msg: Type.Union([Type.String(), Type.Null()], {
    description: "The same text as error_message.",
  }),
};

const FORM_TEXT = "The same fields as a query string. Flags are 1 and 0; null is empty.";

/** The answers in every format. The other formats have the same fields as JSON, as text. */
export function recordAnswers<Properties extends TProperties>(properties: Properties) {
  return {
    200: {
      description: "In the requested format; a query string by default.",
      content: {
        "application/x-www-form-urlencoded": text(FORM_TEXT),
        "application/json": { schema: Type.Object({ ...properties, ...ERROR_FIELDS }) },
        "application/javascript": text(
          "The JSON object as the argument of the function in `jsonp`.",
        ),
        "text/plain": text("The same fields, one per line, for people."),
      },
    },
    413: formError("The body is larger than 1 MiB."),
    415: formError("The body is not a form."),
  };
}

/** The request was not read, so its response_format is not known. */
function formError(description: string) {
  const content = { "application/x-www-form-urlencoded": text("The four error fields.") };
  return { description, content };
}

function text(description: string) {
  return { schema: Type.String({ description }) };
}

export function optionalText(lengthMax: number, description?: string) {
  return Type.Optional(
    Type.String({ maxLength: lengthMax, ...(description === undefined ? {} : { description }) }),
  );
}
