/** Says how the fields of a form that are lists are sent: separated by commas. */
import type { Operation } from "./document-types.ts";

interface FormSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
}

const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data"];

export function addListEncoding(operation: Operation): Operation {
  const { requestBody } = operation;
  if (requestBody === undefined) return operation;
  const content = Object.entries(requestBody.content ?? {}).map(([type, media]) => {
    const names = FORMS.includes(type) ? listNames(media["schema"] as FormSchema) : [];
    return [type, names.length === 0 ? media : { ...media, encoding: encodings(names) }];
  });
  return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } };
}

/** A name that ends with brackets is a repeated field, which is OpenAPI's default. */
function listNames({ properties = {} }: FormSchema): readonly string[] {
  const lists = Object.entries(properties).filter(([, { type }]) => type === "array");
  return lists.map(([name]) => name).filter((name) => !name.endsWith("[]"));
}

function encodings(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { style: "form", explode: false }]));
}
