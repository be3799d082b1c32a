/** Reads a parser request. It checks the format only; the core finds the device. */
import Type from "typebox";
import {
  DEVICE_TYPE_NAMES,
  type DeviceType,
  findDeviceType,
} from "../../core/management/devices/device-types.ts";
import type { TerminalMessage } from "../../core/parser/parse-payload.ts";
import { maskText } from "../../values/masking/mask.ts";
import { Secret } from "../../values/secret.ts";
import { atMost, must } from "../../wire/reader/check.ts";
import { formError } from "../../wire/reader/form-rules.ts";
import { type JsonMembers, takeText } from "../../wire/reader/json-rules.ts";
import { isStorable } from "../../wire/reader/plain-text.ts";
import { INVALID, NOT_TEXT, Problem } from "../../wire/reader/problem.ts";
import { type Rule, textRule } from "../../wire/reader/rule.ts";
import { ruleSet } from "../../wire/reader/rule-set.ts";
import { FirstError } from "../../wire/reader/sink.ts";
import { RequestError } from "../../wire/request-error.ts";

type Members = JsonMembers;

const PAYLOAD_BYTES_MAX = 64 * 1_024;
const REFERENCE_LENGTH_MAX = 50;
/** Enough to recognize a card number that begins within the first 50 characters. */
const MASKED_LENGTH = 4 * REFERENCE_LENGTH_MAX;
/** The longest possible id or mid. */
const CLIENT_LENGTH_MAX = 255;

/** A member that is not text makes the body unreadable. */
const FIRST_ERROR = new FirstError<never>((field, problem) =>
  problem.kind === "not_text"
    ? new RequestError("unreadable_body", field)
    : formError(field, problem),
);

const TEXT = textRule(takeText, []).optional();
const STORABLE = TEXT.with(must(isStorable, NOT_TEXT));

/** Checks the types of the members. */
const TEXTS = {
  partnerId: STORABLE.describe(
    "The login name of the partner, with partnerKey, if you send no Authorization header.",
  ),
  partnerKey: STORABLE.describe("The key of the partner, if you send no Authorization header."),
  deviceType: STORABLE,
  // A payload may contain any byte that a device sends. Its own rule follows.
  devicePayload: TEXT,
  deviceSerial: STORABLE.describe(
    "The serial number of the device. Required if the payload does not contain it.",
  ),
  ksn: STORABLE.describe("The key serial number. Required if the payload does not contain it."),
  reference: STORABLE,
  clientId: STORABLE.describe("The client of the device, by id or mid."),
};

const TOO_LARGE = new Problem("too_long", { max: PAYLOAD_BYTES_MAX });

const DEVICE_TYPE: Rule<DeviceType> = textRule(takeText, [])
  .as(findDeviceType, INVALID)
  .shownAs(Type.Enum([...DEVICE_TYPE_NAMES], { description: "The type of the device." }));

/** Secret, because some devices send clear card data. */
const PAYLOAD: Rule<Secret> = textRule(takeText, [
  must((payload) => Buffer.byteLength(payload) <= PAYLOAD_BYTES_MAX, TOO_LARGE),
  must((payload) => payload.isWellFormed(), INVALID),
])
  .as((payload) => new Secret(payload), INVALID)
  .describe("The data that the device sent, at most 64 KiB.");

const MESSAGE = {
  deviceType: DEVICE_TYPE,
  devicePayload: PAYLOAD,
  reference: textRule(takeText, [atMost(REFERENCE_LENGTH_MAX)])
    .optional()
    .describe("Your own reference, returned in the response and stored in the journal."),
};

/** The body in the OpenAPI document. */
export const MESSAGE_SCHEMA = ruleSet({ ...TEXTS, ...MESSAGE }).schema;

/**
 * The types of all members come first, in the order of the contract's table. Member by member: a loop
 * over a rule set takes three times as long, and every payload comes through here.
 */
export function readMessage(members: Members | undefined): TerminalMessage {
  if (members === undefined) throw new RequestError("unreadable_body", "body");
  TEXTS.partnerId.read(members["partnerId"], "partnerId", FIRST_ERROR);
  TEXTS.partnerKey.read(members["partnerKey"], "partnerKey", FIRST_ERROR);
  const type = TEXTS.deviceType.read(members["deviceType"], "deviceType", FIRST_ERROR);
  const data = TEXTS.devicePayload.read(members["devicePayload"], "devicePayload", FIRST_ERROR);
  const serial = TEXTS.deviceSerial.read(members["deviceSerial"], "deviceSerial", FIRST_ERROR);
  const ksn = TEXTS.ksn.read(members["ksn"], "ksn", FIRST_ERROR);
  const reference = TEXTS.reference.read(members["reference"], "reference", FIRST_ERROR);
  const client = TEXTS.clientId.read(members["clientId"], "clientId", FIRST_ERROR);
  const deviceType = MESSAGE.deviceType.read(type, "deviceType", FIRST_ERROR);
  const payload = MESSAGE.devicePayload.read(data, "devicePayload", FIRST_ERROR);
  MESSAGE.reference.read(reference, "reference", FIRST_ERROR);
  return { deviceType, payload, serial, ksn, client };
}

/** The reference that every answer repeats. A longer one is cut to 50 characters. */
export function echoedReference(members: Members | undefined): string | undefined {
  const reference = storedText(members?.["reference"]);
  return reference === undefined ? undefined : firstCharacters(reference, REFERENCE_LENGTH_MAX);
}

/** Masked before it is cut, because a part of a card number would not be recognized. */
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
