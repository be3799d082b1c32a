/** OpenAPI schemas that the gateway interfaces share. Requests are checked by readers, not by schemas. */
import Type, { type TProperties } from "typebox";

export const FORM_ONLY = ["application/x-www-form-urlencoded"];

export const CREDENTIALS = {
  account_id: Type.String({ maxLength: 12, pattern: "^[0-9]+$", examples: ["120000000001"] }),
  api_accesskey: Type.Optional(
    Type.String({
      maxLength: 32,
      description: "The account's key. Send it, or `hash` with `timestamp`.",
    }),
  ),
  hash: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{64}$",
      description:
        "Instead of the key: the lowercase hex SHA-256 of `account_id,api_accesskey,timestamp`," +
        " with account_id as you send it. If you send both, the key decides.",
    }),
  ),
  timestamp: Type.Optional(
    Type.String({
      maxLength: 12,
      pattern: "^[0-9]+$",
      description: "The time of the hash: Unix seconds, at most 15 minutes off.",
      examples: ["1794744000"],
    }),
  ),
};

export const FORMAT = {
  response_format: Type.Optional(
    Type.Enum(["FORM", "JSON", "JSONP", "DEBUG"], {
      default: "FORM",
      description: "The format of the answer. FORM if it is not sent.",
    }),
  ),
  jsonp: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "The function that a JSONP answer calls. callback if it is not sent.",
    }),
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
      description: "The result, in the requested format. The default is a query string.",
      content: {
        "application/x-www-form-urlencoded": text(FORM_TEXT),
        "application/json": { schema: Type.Object({ ...properties, ...ERROR_FIELDS }) },
        "application/javascript": text("A call of the function in `jsonp` with the JSON object."),
        "text/plain": text("The same fields, one per line, for reading."),
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
