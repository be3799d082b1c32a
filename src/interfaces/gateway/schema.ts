/** OpenAPI schemas that the gateway interfaces share. Requests are checked by readers, not by schemas. */
import Type, { type TProperties } from "typebox";
import { propertiesOf } from "../../wire/reader/rule-set.ts";
import { CREDENTIAL_RULES } from "./login.ts";
import { FORMAT_RULES } from "./record.ts";

export const FORM_ONLY = ["application/x-www-form-urlencoded"];

export const CREDENTIALS = propertiesOf(CREDENTIAL_RULES);
export const FORMAT = propertiesOf(FORMAT_RULES);

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
