/** What is asked of the parser. Form only: whether the device is anybody's comes later. */
import { type DeviceType, findDeviceType } from "../../core/management/devices/device-types.ts";
import type { TerminalMessage } from "../../core/parser/parse-payload.ts";
import { maskText } from "../../values/masking/mask.ts";
import { Secret } from "../../values/secret.ts";
import { RequestError } from "../../wire/request-error.ts";

type Members = Readonly<Record<string, unknown>>;

const PAYLOAD_BYTES_MAX = 64 * 1_024;
const REFERENCE_LENGTH_MAX = 50;
/** Enough to recognize a card number that begins within the first 50 characters. */
const MASKED_LENGTH = 4 * REFERENCE_LENGTH_MAX;
/** No id and no mid is longer. */
const CLIENT_LENGTH_MAX = 255;

/** The types of all members come first, in the order of the contract's table. */
export function readMessage(members: Members | undefined): TerminalMessage {
  if (members === undefined) throw new RequestError("unreadable_body", "body");
  storable(members["partnerId"], "partnerId");
  storable(members["partnerKey"], "partnerKey");
  const typeName = storable(members["deviceType"], "deviceType");
  // A payload may hold any byte that a terminal sends; its own rule comes later.
  const payload = textual(members["devicePayload"], "devicePayload");
  const serial = storable(members["deviceSerial"], "deviceSerial");
  const ksn = storable(members["ksn"], "ksn");
  const reference = storable(members["reference"], "reference");
  const client = storable(members["clientId"], "clientId");
  const deviceType = readDeviceType(typeName);
  const message = { deviceType, payload: readPayload(payload), serial, ksn, client };
  checkReference(reference);
  return message;
}

/** The reference to echo, in answers of every kind: of a longer one, the first 50 characters. */
export function echoedReference(members: Members | undefined): string | undefined {
  const reference = storedText(members?.["reference"]);
  return reference === undefined ? undefined : firstCharacters(reference, REFERENCE_LENGTH_MAX);
}

/** Masked before it is cut: the first digits of a card number are not recognized as one. */
export function journaledReference(members: Members | undefined): string | undefined {
  const reference = storedText(members?.["reference"]);
  if (reference === undefined || reference.length <= REFERENCE_LENGTH_MAX) return reference;
  const masked = maskText(firstCharacters(reference, MASKED_LENGTH));
  return firstCharacters(masked, REFERENCE_LENGTH_MAX);
}

/** The client to echo in errors, exactly as it was sent or not at all. */
export function echoedClient(members: Members | undefined): string | undefined {
  const client = storedText(members?.["clientId"]);
  return client !== undefined && client.length <= CLIENT_LENGTH_MAX ? client : undefined;
}

function storedText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && isStorable(value) ? value : undefined;
}

function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  return [...text.slice(0, 2 * count)].slice(0, count).join("");
}

/** Text that the database can be asked about: neither U+0000 nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** Many clients write null for what they leave out, and an empty member is an absent one. */
function textual(value: unknown, member: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw new RequestError("unreadable_body", member);
  return value;
}

function storable(value: unknown, member: string): string | undefined {
  const text = textual(value, member);
  if (text === undefined || isStorable(text)) return text;
  throw new RequestError("unreadable_body", member);
}

function readDeviceType(name: string | undefined): DeviceType {
  if (name === undefined) throw new RequestError("missing", "deviceType");
  const deviceType = findDeviceType(name);
  if (deviceType === undefined) throw new RequestError("invalid", "deviceType");
  return deviceType;
}

/** Secret: some terminals send clear card data. */
function readPayload(payload: string | undefined): Secret {
  if (payload === undefined) throw new RequestError("missing", "devicePayload");
  if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX) {
    throw new RequestError("too_long", "devicePayload", PAYLOAD_BYTES_MAX);
  }
  if (!payload.isWellFormed()) throw new RequestError("invalid", "devicePayload");
  return new Secret(payload);
}

function checkReference(reference: string | undefined): void {
  if (reference !== undefined && lengthOf(reference) > REFERENCE_LENGTH_MAX) {
    throw new RequestError("too_long", "reference", REFERENCE_LENGTH_MAX);
  }
}

function lengthOf(text: string): number {
  return text.length > REFERENCE_LENGTH_MAX ? [...text].length : text.length;
}
