/** What is asked of the parser. Form only: whether the device is anybody's comes later. */
import { type DeviceType, findDeviceType } from "../../core/estate/device-types.ts";
import type { TerminalMessage } from "../../core/parsing/parse-payload.ts";
import { Secret } from "../../values/secret.ts";
import { RequestFault } from "../../wire/fault.ts";

type Members = Readonly<Record<string, unknown>>;

const MEMBERS = [
  "partnerId",
  "partnerKey",
  "deviceType",
  "devicePayload",
  "deviceSerial",
  "ksn",
  "reference",
  "clientId",
] as const;
type Member = (typeof MEMBERS)[number];

const PAYLOAD_BYTES_MAX = 64 * 1_024;
const REFERENCE_LENGTH_MAX = 50;

export function readMessage(members: Members | undefined): TerminalMessage {
  if (members === undefined) throw new RequestFault("unreadable_body", "body");
  for (const member of MEMBERS) checkType(members, member);
  const deviceType = readDeviceType(members);
  const payload = readPayload(members);
  checkReference(members);
  return {
    deviceType,
    payload,
    serial: optional(members, "deviceSerial"),
    ksn: optional(members, "ksn"),
    client: optional(members, "clientId"),
  };
}

/** The reference to echo, when there is one that may be: for answers of every kind. */
export function echoOf(members: Members | undefined): string | undefined {
  const reference = members?.["reference"];
  if (typeof reference !== "string" || !isStorable(reference)) return undefined;
  return lengthOf(reference) <= REFERENCE_LENGTH_MAX ? reference : undefined;
}

/** Text that the database can be asked about: neither U+0000 nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Many clients write null for what they leave out. */
function checkType(members: Members, member: Member): void {
  const value = members[member];
  if (value === undefined || value === null) return;
  if (typeof value !== "string") throw new RequestFault("unreadable_body", member);
  // A payload may hold any byte that a terminal sends; its own rule comes later.
  if (member !== "devicePayload" && !isStorable(value)) {
    throw new RequestFault("unreadable_body", member);
  }
}

/** An empty member is an absent one. */
function optional(members: Members, member: Member): string | undefined {
  const value = members[member];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function required(members: Members, member: Member): string {
  const value = optional(members, member);
  if (value === undefined) throw new RequestFault("missing", member);
  return value;
}

function readDeviceType(members: Members): DeviceType {
  const deviceType = findDeviceType(required(members, "deviceType"));
  if (deviceType === undefined) throw new RequestFault("invalid", "deviceType");
  return deviceType;
}

/** Secret: some terminals send clear card data. */
function readPayload(members: Members): Secret {
  const payload = required(members, "devicePayload");
  if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX) {
    throw new RequestFault("too_long", "devicePayload", PAYLOAD_BYTES_MAX);
  }
  if (!payload.isWellFormed()) throw new RequestFault("invalid", "devicePayload");
  return new Secret(payload);
}

function checkReference(members: Members): void {
  const reference = optional(members, "reference");
  if (reference !== undefined && lengthOf(reference) > REFERENCE_LENGTH_MAX) {
    throw new RequestFault("too_long", "reference", REFERENCE_LENGTH_MAX);
  }
}

function lengthOf(text: string): number {
  return text.length > REFERENCE_LENGTH_MAX ? [...text].length : text.length;
}
