/** Attestations in the OpenAPI document. */
import Type from "typebox";
import { ATTESTED_DEVICES } from "../../../core/management/attestations/attestation-values.ts";
import {
  ATTESTATION_RULES,
  COMPLETE_DATE as COMPLETE_DATE_RULE,
} from "../../../wire/management/read-attestation.ts";
import { createCall, getCall, listCall } from "../call-schema.ts";
import { ATTESTATION_LIST } from "../list-rules.ts";
import { answeredMembers, KEPT, NAMED, newMembers, reference, whole } from "../schema.ts";

const DEVICE = Type.Object({ id: Type.String(), serialNumber: Type.String() });
const COMPLETE_DATE = Type.String({ description: "YYYY-MM-DD HH:MM:SS, in UTC." });

const ATTESTATION = {
  id: Type.String(),
  ...answeredMembers(ATTESTATION_RULES),
  completeDate: COMPLETE_DATE,
  client: NAMED,
  devices: Type.Array(DEVICE, { description: "The inspected device: always exactly one." }),
  ...KEPT,
};

export const LIST_ATTESTATIONS = listCall(
  "List attestations, one per device",
  Type.Object(ATTESTATION),
  ATTESTATION_LIST,
);

const NEW_ATTESTATION = {
  ...newMembers(ATTESTATION_RULES),
  completeDate: COMPLETE_DATE_RULE.schema,
  client: reference("The client that the devices belong to."),
  devices: Type.Array(Type.Object({ serialNumber: Type.String({ minLength: 1 }) }), {
    minItems: ATTESTED_DEVICES.min,
    maxItems: ATTESTED_DEVICES.max,
  }),
};

const ATTESTED = Type.Array(Type.Object({ id: Type.String(), device: DEVICE }), {
  description: "One element per device, in the order you sent them.",
});

export const CREATE_ATTESTATION = createCall(
  "Attest an inspection of a client's devices",
  NEW_ATTESTATION,
  ATTESTED,
);

export const GET_ATTESTATION = getCall("Get an attestation", whole(ATTESTATION));
