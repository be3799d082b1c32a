/** Attestations in the OpenAPI document. */
import Type from "typebox";
import { ATTESTED_DEVICES } from "../../../core/management/attestations/attestation-values.ts";
import {
  ATTESTATION_RULES,
  COMPLETE_DATE as COMPLETE_DATE_RULE,
} from "../../../wire/management/read-attestation.ts";
import { namedObject } from "../../../wire/open-api/named-schema.ts";
import { createCall, getCall, listCall } from "../call-schema.ts";
import { ATTESTATION_LIST } from "../list-rules.ts";
import {
  answeredMembers,
  DEVICE_KEY,
  ID,
  KEPT,
  listItem,
  namedRecord,
  newMembers,
  reference,
  whole,
} from "../schema.ts";

const DESCRIPTIONS = {
  name: "What the inspection is called, such as Annual inspection.",
  notes: "Notes of your own.",
};

const RESOURCE = { name: "Attestation", about: "The record that one device was inspected." };
const ATTESTATION = {
  ...ID,
  ...answeredMembers(ATTESTATION_RULES, DESCRIPTIONS),
  completeDate: Type.String({
    description: "When the inspection ended: YYYY-MM-DD HH:MM:SS, in UTC.",
  }),
  client: namedRecord("The client that the device belongs to."),
  devices: Type.Array(DEVICE_KEY, { description: "The inspected device: always exactly one." }),
  ...KEPT,
};

export const LIST_ATTESTATIONS = listCall(
  { id: "listAttestations", summary: "List attestations, one per device" },
  { name: "AttestationList", item: listItem(RESOURCE, ATTESTATION), query: ATTESTATION_LIST },
);

const ATTESTED_DEVICE = namedObject("AttestedDevice", "A device that was inspected.", {
  serialNumber: Type.String({ minLength: 1, description: "The serial number of the device." }),
});

const NEW_ATTESTATION = namedObject("NewAttestation", "An inspection of a client's devices.", {
  ...newMembers(ATTESTATION_RULES, DESCRIPTIONS),
  completeDate: COMPLETE_DATE_RULE.schema,
  client: reference("The client that the devices belong to."),
  devices: Type.Array(ATTESTED_DEVICE, {
    minItems: ATTESTED_DEVICES.min,
    maxItems: ATTESTED_DEVICES.max,
    description: "The inspected devices. All of them are recorded, or none.",
  }),
});

const RESULT = namedObject("AttestationResult", "The attestation of one device.", {
  id: Type.String({ description: "The id of the attestation." }),
  device: DEVICE_KEY,
});

export const CREATE_ATTESTATION = createCall(
  { id: "createAttestations", summary: "Attest an inspection of a client's devices" },
  NEW_ATTESTATION,
  Type.Array(RESULT, { description: "One element per device, in the order you sent them." }),
);

export const GET_ATTESTATION = getCall(
  { id: "getAttestation", summary: "Get an attestation" },
  whole(RESOURCE, ATTESTATION),
);
