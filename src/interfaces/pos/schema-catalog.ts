/** Users and catalog in the OpenAPI document, and the schemas that all collections share. */
import Type, { type TObject, type TSchema } from "typebox";
import { emptyAnswer, jsonAnswer, LOCATION_HEADER } from "../../wire/open-api/answers.ts";
import { namedObject, nameSchema } from "../../wire/open-api/named-schema.ts";
import type { CollectionSchemas } from "./collection.ts";
import { PAGE } from "./page.ts";
import {
  CATEGORY_CHANGES,
  ITEM_CHANGES,
  NEW_CATEGORY,
  NEW_ITEM,
  NEW_TAX_RATE,
  NEW_USER,
  TAX_RATE_CHANGES,
  USER_CHANGES,
} from "./read.ts";
import {
  FORBIDDEN,
  FORM_REFUSED,
  FORMS,
  moment,
  NOT_FOUND,
  TAGS,
  TOKEN,
  TOKEN_REFUSED,
  USER,
} from "./schema.ts";
import { PERCENT } from "./values.ts";

export const money = (description: string) =>
  Type.String({
    description: `${description} A decimal number with two decimals.`,
    examples: ["112.70"],
  });
const nameText = (description: string) => Type.String({ maxLength: 100, description });
export const idOrNull = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description });
export const textOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });
export const ids = (description: string) => Type.Array(Type.Integer(), { description });

const LOOKED = { ...TOKEN_REFUSED, ...FORBIDDEN, ...NOT_FOUND };

export const BY_ID = Type.Object({ id: Type.Integer({ description: "The id of the record." }) });

/** The page of a list, under its name in the document. */
export function pageSchema(name: string, record: TSchema): TObject {
  return namedObject(name, "A page of records.", {
    count: Type.Integer({ description: "The number of records on all pages." }),
    count_is_exact: Type.Optional(
      Type.Boolean({ description: "false if there are more records than count." }),
    ),
    next: textOrNull("The path of the next page, with its query string."),
    previous: textOrNull("The path of the previous page, with its query string."),
    results: Type.Array(record, { description: "The records of this page." }),
  });
}

interface Described {
  /** Such as "a category". */
  readonly singular: string;
  readonly plural: string;
  /** The name of the record's schema, and of the list's operation: "Category", "Categories". */
  readonly name: string;
  readonly names: string;
  readonly record: TSchema;
  /** The rules of a new record and of changes. */
  readonly created: { readonly schema: TObject };
  readonly changed: { readonly schema: TObject };
  readonly managers: string;
  readonly about?: string;
}

function schemasOf(described: Described): CollectionSchemas {
  return { ...readingSchemas(described), ...writingSchemas(described) };
}

const SHARED = { tags: TAGS, security: TOKEN };
const FORMED = { ...SHARED, consumes: FORMS };

function readingSchemas({ singular, plural, name, names, record }: Described) {
  return {
    list: {
      ...SHARED,
      operationId: `list${names}`,
      summary: `List ${plural}`,
      querystring: PAGE.schema,
      response: {
        200: jsonAnswer("A page of the list.", pageSchema(`${name}List`, record)),
        400: FORM_REFUSED[400],
        ...LOOKED,
      },
    },
    view: {
      ...SHARED,
      operationId: `get${name}`,
      summary: `View ${singular}`,
      params: BY_ID,
      response: { 200: jsonAnswer("The record.", record), ...LOOKED },
    },
  };
}

function writingSchemas(described: Described) {
  const { singular, name, record, managers, about = "" } = described;
  const change = {
    ...FORMED,
    summary: `Update ${singular}`,
    description: `${managers} only. Only the fields that you send are changed. ${about}`.trim(),
    params: BY_ID,
    body: nameSchema(`${name}Update`, "The fields that change.", described.changed.schema),
    response: { 200: jsonAnswer("The changed record.", record), ...FORM_REFUSED, ...LOOKED },
  };
  return {
    create: {
      ...FORMED,
      operationId: `create${name}`,
      summary: `Create ${singular}`,
      description: `${managers} only. ${about}`.trim(),
      body: nameSchema(`New${name}`, "The fields of a new record.", described.created.schema),
      response: {
        201: jsonAnswer("Created.", record, LOCATION_HEADER),
        ...FORM_REFUSED,
        ...LOOKED,
      },
    },
    change: { ...change, operationId: `update${name}` },
    changeByPost: {
      ...change,
      operationId: `update${name}ByPost`,
      summary: `Update ${singular} (POST)`,
      description: `The same as PUT. ${change.description}`,
    },
    remove: {
      ...SHARED,
      operationId: `delete${name}`,
      summary: `Delete ${singular}`,
      description: `${managers} only.`,
      params: BY_ID,
      response: { 204: emptyAnswer("Deleted."), 400: FORM_REFUSED[400], ...LOOKED },
    },
  };
}

const USER_FIELDS = ["email", "role", "first_name", "last_name", "password", "is_active"];

export const USER_SCHEMAS = schemasOf({
  singular: "a user",
  plural: "users",
  name: "PosUser",
  names: "PosUsers",
  record: USER,
  managers: "Admins",
  about:
    "Without a password, an invitation is emailed; a disabled user gets it when enabled. The last active admin must stay active.",
  created: { schema: Type.Object(NEW_USER.propertiesIn(USER_FIELDS)) },
  changed: { schema: Type.Object(USER_CHANGES.propertiesIn(USER_FIELDS)) },
});

export const CATEGORY_SCHEMAS = schemasOf({
  singular: "a category",
  plural: "categories",
  name: "Category",
  names: "Categories",
  record: namedObject("Category", "A category of the catalog.", {
    id: Type.Integer({ description: "The id of the category." }),
    name: nameText("The name of the category."),
    created_at: moment("When the category was created, UTC."),
    updated_at: moment("When the category was last changed, UTC."),
  }),
  managers: "Managers and admins",
  created: NEW_CATEGORY,
  changed: CATEGORY_CHANGES,
});

export const TAX_RATE_SCHEMAS = schemasOf({
  singular: "a tax rate",
  plural: "tax rates",
  name: "TaxRate",
  names: "TaxRates",
  record: namedObject("TaxRate", "A tax rate of the catalog.", {
    id: Type.Integer({ description: "The id of the tax rate." }),
    name: nameText("The name of the tax rate."),
    amount: PERCENT.schema,
  }),
  managers: "Managers and admins",
  created: NEW_TAX_RATE,
  changed: TAX_RATE_CHANGES,
});

export const ITEM_SCHEMAS = schemasOf({
  singular: "an item",
  plural: "items",
  name: "Item",
  names: "Items",
  record: namedObject("Item", "An item of the catalog, at one name and price.", {
    id: Type.Integer({ description: "The id of the item at this name and price." }),
    canonical_id: Type.Integer({ description: "The id of the item at every name and price." }),
    name: nameText("The name of the item."),
    price: money("The price of one."),
    category_id: idOrNull("The category of the item."),
    tax_rate_ids: ids("The tax rates of the item."),
    photo_url: textOrNull("The path of the photo."),
  }),
  managers: "Managers and admins",
  about: "A new name or price creates a new id with the same canonical_id.",
  created: NEW_ITEM,
  changed: ITEM_CHANGES,
});

const PICTURE = { schema: Type.String({ format: "binary" }) };

export const PHOTO_SCHEMA = {
  ...SHARED,
  operationId: "getPhoto",
  summary: "Get a photo",
  params: BY_ID,
  response: {
    200: {
      description: "The image.",
      content: { "image/jpeg": PICTURE, "image/png": PICTURE, "image/webp": PICTURE },
    },
    ...LOOKED,
  },
};
