/** Reads attestations: which devices of a client were inspected, and when. */
import Type from "typebox";
import {
  ATTESTED_DEVICES,
  type DeviceKey,
  type NewAttestation,
} from "../../core/management/attestations/attestation-values.ts";
import type { Submitted } from "../../core/management/scope/submitted.ts";
import { readMoment } from "../../values/read-moment.ts";
import { takeText } from "../reader/json-rules.ts";
import { MISSING, Problem } from "../reader/problem.ts";
import { type Prepare, Rule } from "../reader/rule.ts";
import { type MemberRule, multilineMember, requiredText } from "./field-rules.ts";
import type { Members } from "./members.ts";
import { DEVICE_RULES } from "./read-device.ts";

export const ATTESTATION_RULES = {
  name: requiredText(),
  notes: multilineMember(),
} as const;

const NOT_A_DATE = new Problem("not_a_date");

const takeDateText: Prepare = (sent) => {
  const text = takeText(sent);
  return text instanceof Problem ? NOT_A_DATE : text;
};

/** Undefined: it cannot be read. */
export const COMPLETE_DATE: MemberRule<Temporal.Instant | undefined> = new Rule({
  prepare: takeDateText,
  checks: [],
  parse: (text: string) => readMoment(text) ?? NOT_A_DATE,
  missing: MISSING,
  absent: undefined,
  schema: Type.String({
    description: "YYYY-MM-DD HH:MM:SS or ISO 8601, in UTC; at most 14 hours ahead.",
  }),
});

const SERIAL_RULES = { serialNumber: DEVICE_RULES.serialNumber };
const ID = /^[1-9]\d{0,17}$/;

export function readNewAttestation(members: Members): Submitted<NewAttestation> {
  const values = {
    ...members.readValues(ATTESTATION_RULES),
    completeDate: readCompleteDate(members),
    client: members.readRequiredReference("client"),
    devices: readDeviceKeys(members),
  };
  return { values, errors: members.errors };
}

/** A: `YYYY-MM-DD HH:MM:SS` or ISO 8601, read as UTC. */
function readCompleteDate(members: Members): Temporal.Instant | undefined {
  return members.read("completeDate", COMPLETE_DATE);
}

/** Reports a device that is sent twice, even if the client is unknown. */
function readDeviceKeys(members: Members): readonly (DeviceKey | undefined)[] {
  const seen = new Set<string>();
  return members.insideEach("devices", ATTESTED_DEVICES).map((device) => {
    const key = readDeviceKey(device);
    if (key === undefined) return undefined;
    const text = JSON.stringify(key);
    if (seen.has(text)) device.reject("serialNumber", "repeated_device");
    seen.add(text);
    return key;
  });
}

/** The console sends ids. Returns undefined if there is neither a serial number nor an id. */
function readDeviceKey(members: Members): DeviceKey | undefined {
  const id = members.get("id");
  if (members.get("serialNumber") === undefined && typeof id === "string" && ID.test(id)) {
    return { id };
  }
  const key = members.readValues(SERIAL_RULES);
  return members.errors.has(members.pathOf("serialNumber")) ? undefined : key;
}
