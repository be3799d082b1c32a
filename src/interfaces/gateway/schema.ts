/** OpenAPI schemas that the gateway interfaces share. Requests are checked by readers, not by schemas. */
import Type, { type TProperties, type TSchema } from "typebox";
import { ERROR_DETAIL } from "../../wire/open-api/answers.ts";
import { namedObject, nameSchema } from "../../wire/open-api/named-schema.ts";
import { propertiesOf } from "../../wire/reader/rule-set.ts";
import { CREDENTIAL_RULES } from "./login.ts";
import { FORMAT_RULES } from "./record.ts";

export const FORM_ONLY = ["application/x-www-form-urlencoded"];

/** The account and its proof are fields of the form, which no security scheme can say. */
export const LOGIN_IN_FORM: [] = [];

export const LOGIN_TEXT =
  "The form has the login: `account_id` with `api_accesskey`, or with `timestamp` and `hash`.";

export const CREDENTIALS = namedObject(
  "AccountLogin",
  "The account and its proof: send `api_accesskey`, or `timestamp` and `hash`.",
  propertiesOf(CREDENTIAL_RULES),
);
const FORMAT = propertiesOf(FORMAT_RULES);

export const ERROR_FIELDS = {
  error: Type.Boolean({ description: "Whether the request failed or was declined." }),
  error_code: Type.Integer({ description: "0 if there is no error." }),
  error_message: Type.Union([Type.String(), Type.Null()], {
    description: "What was wrong. null if there is no error.",
  }),
  error_msg: Type.Union([Type.String(), Type.Null()], {
    description: "The same text as error_message.",
  }),
};

/** A request that is chosen by its `action`. */
interface ActionRequest {
  readonly name: string;
  readonly about: string;
  /** What the action does, as a command. */
  readonly action: string;
  readonly members: TProperties;
}

/** One of the requests at an address, by the value of `action`. */
export function chooseByAction(
  name: string,
  about: string,
  requests: Readonly<Record<string, ActionRequest>>,
): TSchema {
  const schemas = Object.entries(requests).map(([action, request]) => [
    action,
    { name: request.name, schema: actionRequest(action, request) },
  ]);
  return chooseSchema({ name, about, by: "action", schemas: Object.fromEntries(schemas) });
}

function actionRequest(value: string, { name, about, action, members }: ActionRequest): TSchema {
  const fields = { action: Type.Literal(value, { description: action }), ...members, ...FORMAT };
  return nameSchema(name, about, joinSchemas(CREDENTIALS, Type.Object(fields)));
}

/** A schema that is other schemas together. */
export function joinSchemas(...schemas: readonly TSchema[]): TSchema {
  return Type.Unsafe({ allOf: schemas });
}

interface Choices {
  readonly name: string;
  readonly about: string;
  /** The member that tells the schemas apart. */
  readonly by: string;
  /** By the values of that member. */
  readonly schemas: Readonly<Record<string, { readonly name: string; readonly schema: TSchema }>>;
}

/** One of several requests, told apart by one member. */
export function chooseSchema({ name, about, by, schemas }: Choices): TSchema {
  const mapping = Object.entries(schemas).map(([value, one]) => [
    value,
    `#/components/schemas/${one.name}`,
  ]);
  return nameSchema(
    name,
    about,
    Type.Unsafe({
      oneOf: Object.values(schemas).map(({ schema }) => schema),
      discriminator: { propertyName: by, mapping: Object.fromEntries(mapping) },
    }),
  );
}

const FORM_TEXT = "The same fields as a query string. Flags are 1 and 0; null is empty.";

interface Answered<Properties extends TProperties> {
  readonly name: string;
  readonly about: string;
  readonly properties: Properties;
}

/** The answers in every format. The other formats have the same fields as JSON, as text. */
export function recordAnswers<Properties extends TProperties>(answered: Answered<Properties>) {
  const { name, about, properties } = answered;
  const record = namedObject(name, about, { ...properties, ...ERROR_FIELDS });
  return {
    200: {
      description: "The result, in the requested format. The default is a query string.",
      headers: ERROR_DETAIL,
      content: {
        "application/json": { schema: record },
        "application/x-www-form-urlencoded": text(FORM_TEXT),
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
