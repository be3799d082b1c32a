/** Attestations in the OpenAPI document. */
import Type from "typebox";
import { ATTESTED_DEVICES } from "../../../core/management/attestations/attestation-values.ts";
import {
  ATTESTATION_RULES,
  COMPLETE_DATE as COMPLETE_DATE_RULE,
} from "../../../wire/management/read-attestation.ts";
import { namedObject } from "../../../wire/open-api/named-schema.ts";
import { createCall } from "../call-schema.ts";
import { ATTESTATION_LIST } from "../list-rules.ts";
import { describeResource } from "../resource-schema.ts";
import { answeredMembers, DEVICE_KEY, namedRecord, newMembers, reference } from "../schema.ts";

const DESCRIPTIONS = {
  name: "What the inspection is called, such as Annual inspection.",
  notes: "Notes of your own.",
};

const ATTESTATION = describeResource({
  name: "Attestation",
  about: "The record that one device was inspected.",
  members: {
    ...answeredMembers(ATTESTATION_RULES, DESCRIPTIONS),
    completeDate: Type.String({
      description: "When the inspection ended: YYYY-MM-DD HH:MM:SS, in UTC.",
    }),
    client: namedRecord("The client that the device belongs to."),
    devices: Type.Array(DEVICE_KEY, { description: "The inspected device: always exactly one." }),
  },
  query: ATTESTATION_LIST,
  listSummary: "List attestations, one per device",
});

export const LIST_ATTESTATIONS = ATTESTATION.list;

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

export const GET_ATTESTATION = ATTESTATION.get;
