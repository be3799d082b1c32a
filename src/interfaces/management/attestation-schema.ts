/** Attestations in the OpenAPI document. */
import Type from "typebox";
import { ATTESTATION_FIELDS } from "../../core/estate/estate-fields.ts";
import {
  answeredMembers,
  BY_ID,
  CLIENT_FILTER,
  KEPT,
  listQuery,
  NAMED,
  newMembers,
  page,
  REFUSALS,
  REFUSALS_OF_NEW,
  REFUSALS_OF_ONE,
  ROUTE,
  reference,
  whole,
} from "./schema.ts";

const DEVICE = Type.Object({ id: Type.String(), serialNumber: Type.String() });
const COMPLETE_DATE = Type.String({ description: "YYYY-MM-DD HH:MM:SS, in UTC." });

const ATTESTATION = {
  id: Type.String(),
  ...answeredMembers(ATTESTATION_FIELDS),
  completeDate: COMPLETE_DATE,
  client: NAMED,
  device: DEVICE,
  ...KEPT,
};

export const LIST_ATTESTATIONS = {
  ...ROUTE,
  summary: "List attestations, one a device",
  querystring: listQuery(CLIENT_FILTER),
  response: { 200: page(Type.Object(ATTESTATION)), ...REFUSALS },
};

export const CREATE_ATTESTATION = {
  ...ROUTE,
  summary: "Attest that devices of a client were inspected",
  body: Type.Object({
    ...newMembers(ATTESTATION_FIELDS),
    completeDate: Type.String({
      description: "YYYY-MM-DD HH:MM:SS or ISO 8601, in UTC; at most 14 hours ahead.",
    }),
    client: reference("Whose devices they are."),
    devices: Type.Array(Type.Object({ serialNumber: Type.String({ minLength: 1 }) }), {
      minItems: 1,
      maxItems: 500,
    }),
  }),
  response: {
    200: Type.Array(Type.Object({ id: Type.String(), device: DEVICE }), {
      description: "One element a device, in the order sent.",
    }),
    ...REFUSALS_OF_NEW,
  },
};

export const GET_ATTESTATION = {
  ...ROUTE,
  summary: "One attestation",
  params: BY_ID,
  response: { 200: whole(ATTESTATION), ...REFUSALS_OF_ONE },
};
