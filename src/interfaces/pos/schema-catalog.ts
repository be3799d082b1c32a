/** Users and catalog in the OpenAPI document, and the schemas that all collections share. */
import Type, { type TObject, type TSchema } from "typebox";
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
import { DETAIL, FORM_REFUSED, FORMS, TAGS, TOKEN, TOKEN_REFUSED, USER } from "./schema.ts";
import { PERCENT } from "./values.ts";

export const MONEY = Type.String({ examples: ["112.70"], description: "Two decimals." });
const MOMENT = Type.String({ format: "date-time" });
const NAME = Type.String({ maxLength: 100 });
export const ID_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);
export const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);

export const NO_CONTENT = Type.Null();
const LOOKED = { ...TOKEN_REFUSED, 403: DETAIL, 404: DETAIL };

export function pageOf(record: TSchema): TObject {
  return Type.Object({
    count: Type.Integer(),
    count_is_exact: Type.Optional(
      Type.Boolean({ description: "false if there are more than count." }),
    ),
    next: TEXT_OR_NULL,
    previous: TEXT_OR_NULL,
    results: Type.Array(record),
  });
}

interface Described {
  readonly singular: string;
  readonly plural: string;
  readonly record: TSchema;
  /** The rules of a new record and of changes. */
  readonly created: { readonly schema: TObject };
  readonly changed: { readonly schema: TObject };
  readonly managers: string;
  readonly about?: string;
}

function schemasOf(described: Described): CollectionSchemas {
  const { singular, plural, record, managers, about = "" } = described;
  const shared = { tags: TAGS, security: TOKEN };
  const formed = { ...shared, consumes: FORMS };
  return {
    list: {
      ...shared,
      summary: `List ${plural}`,
      querystring: PAGE.schema,
      response: { 200: pageOf(record), 400: FORM_REFUSED[400], ...LOOKED },
    },
    create: {
      ...formed,
      summary: `Create ${singular}`,
      description: `${managers} only. ${about}`.trim(),
      body: described.created.schema,
      response: { 201: record, ...FORM_REFUSED, ...LOOKED },
    },
    view: { ...shared, summary: `View ${singular}`, response: { 200: record, ...LOOKED } },
    change: {
      ...formed,
      summary: `Update ${singular}`,
      description: `${managers} only. Only the fields that you send are changed, also with PUT. ${about}`,
      body: described.changed.schema,
      response: { 200: record, ...FORM_REFUSED, ...LOOKED },
    },
    remove: {
      ...shared,
      summary: `Delete ${singular}`,
      description: `${managers} only.`,
      response: { 204: NO_CONTENT, 400: FORM_REFUSED[400], ...LOOKED },
    },
  };
}

const USER_FIELDS = ["email", "role", "first_name", "last_name", "password", "is_active"];

export const USER_SCHEMAS = schemasOf({
  singular: "a user",
  plural: "users",
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
  record: Type.Object({
    id: Type.Integer(),
    name: NAME,
    created_at: MOMENT,
    updated_at: MOMENT,
  }),
  managers: "Managers and admins",
  created: NEW_CATEGORY,
  changed: CATEGORY_CHANGES,
});

export const TAX_RATE_SCHEMAS = schemasOf({
  singular: "a tax rate",
  plural: "tax rates",
  record: Type.Object({ id: Type.Integer(), name: NAME, amount: PERCENT.schema }),
  managers: "Managers and admins",
  created: NEW_TAX_RATE,
  changed: TAX_RATE_CHANGES,
});

export const ITEM_SCHEMAS = schemasOf({
  singular: "an item",
  plural: "items",
  record: Type.Object({
    id: Type.Integer(),
    canonical_id: Type.Integer(),
    name: NAME,
    price: MONEY,
    category_id: ID_OR_NULL,
    tax_rate_ids: Type.Array(Type.Integer()),
    photo_url: TEXT_OR_NULL,
  }),
  managers: "Managers and admins",
  about: "A new name or price creates a new id with the same canonical_id.",
  created: NEW_ITEM,
  changed: ITEM_CHANGES,
});

const PICTURE = { schema: Type.String({ format: "binary" }) };

export const PHOTO_SCHEMA = {
  summary: "Get a photo",
  tags: TAGS,
  security: TOKEN,
  response: {
    200: {
      description: "The image.",
      content: { "image/jpeg": PICTURE, "image/png": PICTURE, "image/webp": PICTURE },
    },
    ...LOOKED,
  },
};
