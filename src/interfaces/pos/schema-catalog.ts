/** Users and catalog in the OpenAPI document, and the schemas that all collections share. */
import Type, { type TObject, type TProperties, type TSchema } from "typebox";
import { POS_ROLES } from "../../core/pos/users/pos-user.ts";
import type { CollectionSchemas } from "./collection.ts";
import { DETAIL, FORM_REFUSED, FORMS, TAGS, TOKEN, TOKEN_REFUSED, USER } from "./schema.ts";

export const MONEY = Type.String({ examples: ["112.70"], description: "Two decimals." });
export const SENT_MONEY = Type.String({ examples: ["112.70"], description: "0 to 2 decimals." });
const MOMENT = Type.String({ format: "date-time" });
const NAME = Type.String({ maxLength: 100 });
export const ID_OR_NULL = Type.Union([Type.Integer(), Type.Null()]);
export const TEXT_OR_NULL = Type.Union([Type.String(), Type.Null()]);
const PERCENT = Type.String({
  examples: ["8.875"],
  description: "A percentage with up to 4 decimals.",
});
export const PHOTO = Type.String({
  format: "binary",
  description: "JPEG, PNG or WebP of at most 5 MiB, in a multipart form.",
});
export const RATE_IDS = Type.Array(Type.Integer(), {
  description:
    "A repeated field tax_rate_ids[], numbered fields tax_rate_ids[0], or a comma-separated list.",
});

export const NO_CONTENT = Type.Null();
const LOOKED = { ...TOKEN_REFUSED, 403: DETAIL, 404: DETAIL };
export const PAGE_QUERY = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
};

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
  readonly fields: TProperties;
  /** The fields that a new record must have. */
  readonly needed: readonly string[];
  readonly managers: string;
  readonly about?: string;
}

function schemasOf(described: Described): CollectionSchemas {
  const { singular, plural, record, fields, managers, about = "" } = described;
  const shared = { tags: TAGS, security: TOKEN };
  const formed = { ...shared, consumes: FORMS };
  const changed = { 200: record, ...FORM_REFUSED, ...LOOKED };
  return {
    list: {
      ...shared,
      summary: `List ${plural}`,
      querystring: Type.Object(PAGE_QUERY),
      response: { 200: pageOf(record), 400: FORM_REFUSED[400], ...LOOKED },
    },
    create: {
      ...formed,
      summary: `Create ${singular}`,
      description: `${managers} only. ${about}`.trim(),
      body: bodyOf(described),
      response: { 201: record, ...FORM_REFUSED, ...LOOKED },
    },
    view: { ...shared, summary: `View ${singular}`, response: { 200: record, ...LOOKED } },
    change: {
      ...formed,
      summary: `Update ${singular}`,
      description: `${managers} only. Only the fields that you send are changed, also with PUT. ${about}`,
      body: Type.Partial(Type.Object(fields)),
      response: changed,
    },
    remove: {
      ...shared,
      summary: `Delete ${singular}`,
      description: `${managers} only.`,
      response: { 204: NO_CONTENT, 400: FORM_REFUSED[400], ...LOOKED },
    },
  };
}

function bodyOf({ fields, needed }: Described): TObject {
  const entries = Object.entries(fields).map(([name, schema]) => [
    name,
    needed.includes(name) ? schema : Type.Optional(schema),
  ]);
  return Type.Object(Object.fromEntries(entries));
}

export const USER_SCHEMAS = schemasOf({
  singular: "a user",
  plural: "users",
  record: USER,
  managers: "Admins",
  about:
    "Without a password, an invitation is emailed; a disabled user gets it when enabled. The last active admin must stay active.",
  needed: ["email", "role"],
  fields: {
    email: Type.String(),
    role: Type.Enum([...POS_ROLES]),
    first_name: Type.String({ maxLength: 50 }),
    last_name: Type.String({ maxLength: 50 }),
    password: Type.String({ minLength: 12, maxLength: 256 }),
    is_active: Type.Boolean({ description: "false locks the user out." }),
  },
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
  needed: ["name"],
  fields: { name: NAME },
});

export const TAX_RATE_SCHEMAS = schemasOf({
  singular: "a tax rate",
  plural: "tax rates",
  record: Type.Object({ id: Type.Integer(), name: NAME, amount: PERCENT }),
  managers: "Managers and admins",
  needed: ["name", "amount"],
  fields: { name: NAME, amount: PERCENT },
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
  needed: ["name", "price"],
  fields: {
    name: NAME,
    price: SENT_MONEY,
    category_id: Type.Integer(),
    tax_rate_ids: RATE_IDS,
    photo: PHOTO,
  },
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
