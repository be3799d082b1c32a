/** Area A in the OpenAPI document. Readers, not schemas, judge requests. */
import Type, { type TProperties, type TSchema } from "typebox";
import { SKIP, TAKE } from "./read.ts";

export const NAMED = Type.Object({ id: Type.String(), name: Type.String() });

const PARTNER = Type.Object({
  id: Type.String(),
  name: Type.String(),
  reference: Type.String(),
  billingId: Type.Optional(Type.String()),
  partnerId: Type.String({ description: "The partner's name at the parser." }),
  verificationPhrase: Type.Optional(Type.String()),
  clientCanOrderEquipment: Type.Boolean(),
  parent: Type.Optional(NAMED),
  version: Type.Integer(),
  location: Type.Optional(NAMED),
  contact: Type.Optional(Type.Object({ id: Type.String() })),
  isActive: Type.Boolean(),
});

const ERROR = {
  uuid: Type.String({ format: "uuid" }),
  errorCode: Type.Integer(),
  message: Type.String(),
};

const ATTRIBUTE_ERROR = Type.Object({
  attribute: Type.String(),
  message: Type.String(),
  errorCode: Type.Integer(),
});

const VALIDATION_ERROR = Type.Object(
  { ...ERROR, errors: Type.Array(Type.Record(Type.String(), ATTRIBUTE_ERROR)) },
  { description: "Data validation constraints. Every faulty attribute is named." },
);

/** What every call may answer. */
export const REFUSALS = {
  401: Type.Object(ERROR, { description: "Unauthenticated request." }),
  403: Type.Object(ERROR, { description: "Permission denied." }),
  409: VALIDATION_ERROR,
  500: Type.Object(ERROR, { description: "Unknown Error" }),
};

export const ROUTE = { tags: ["A. Management"], security: [{ basic: [] }] };

export const LIST_PARTNERS = {
  ...ROUTE,
  summary: "List the caller's partner and all partners below it",
  querystring: listQuery({
    partner: Type.Optional(
      Type.String({ description: "Only this partner and all partners below it, by id." }),
    ),
  }),
  response: { 200: page(PARTNER), ...REFUSALS },
};

export function listQuery<Filters extends TProperties>(filters: Filters) {
  return Type.Object({
    take: Type.Optional(
      Type.Integer({ minimum: TAKE.min, maximum: TAKE.max, default: TAKE.fallback }),
    ),
    skip: Type.Optional(Type.Integer({ minimum: SKIP.min, default: SKIP.fallback })),
    ...filters,
  });
}

export function page<Item extends TSchema>(item: Item) {
  return Type.Object({
    total: Type.Integer({ description: "How many there are on all pages." }),
    data: Type.Array(item),
  });
}
