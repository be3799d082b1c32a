/**
 * Parses a payload for a partner: finds the device, checks that it may decrypt, and reads the card.
 * Errors of the device come before errors of the payload (contract B, order of checks).
 */
import type { TerminalKeys } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import type { Device, DeviceQuestion } from "../management/devices/device-store.ts";
import {
  DEVICE_TYPE_TABLE,
  type DeviceType,
  deviceTypeById,
  deviceTypeId,
} from "../management/devices/device-types.ts";
import { type DeviceFinding, type Devices, mayDecrypt } from "../management/devices/devices.ts";
import {
  type InspectedPayload,
  inspectPayload,
  requestSerial,
} from "./payloads/inspect-payload.ts";
import { PayloadError } from "./payloads/payload-error.ts";
import { readPayload } from "./payloads/read-payload.ts";
import type { PayloadReading } from "./payloads/reading.ts";
import type { TlvNode } from "./payloads/tlv.ts";

export interface ParsePayloadNeeds {
  readonly devices: Devices;
  readonly keys: TerminalKeys;
}

export interface TerminalMessage {
  readonly deviceType: DeviceType;
  readonly payload: Secret;
  readonly serial: string | undefined;
  readonly ksn: string | undefined;
  /** A client's id or mid. */
  readonly client: string | undefined;
}

export type RefusalReason =
  | { readonly kind: "payload"; readonly error: PayloadError }
  /** The payload is damaged, and its type never contains a serial number. */
  | { readonly kind: "serial_required"; readonly deviceType: DeviceType }
  | { readonly kind: "device_not_found" | "several_devices" | "client_inactive" }
  /** Undefined: the program does not know the type any more. */
  | { readonly kind: "other_device_type"; readonly registeredAs: DeviceType | undefined }
  | { readonly kind: "device_inactive"; readonly state: Device["state"] };

export type ParseOutcome =
  | {
      readonly kind: "read";
      readonly reading: PayloadReading;
      readonly device: Device;
      /** What the device sent in clear. */
      readonly clearTags?: readonly TlvNode[] | undefined;
    }
  | {
      readonly kind: "refused";
      readonly reason: RefusalReason;
      /** The device, if it was found. */
      readonly device?: Device;
      /** The client that the request names, if no device was found. */
      readonly clientId?: string;
    };

type Refusal = Extract<ParseOutcome, { readonly kind: "refused" }>;

export async function parsePayload(
  needs: ParsePayloadNeeds,
  partnerId: string,
  message: TerminalMessage,
): Promise<ParseOutcome> {
  const inspected = tryInspect(message);
  const asked = { partnerId, client: message.client };
  const serial = chooseSerial(message, inspected);
  if (typeof serial !== "string") {
    return addDeviceOrClient(needs, { ...asked, serial: inspected.serial }, serial);
  }
  const typeId = deviceTypeId(message.deviceType);
  const finding = await needs.devices.findDevice({ ...asked, serial, typeId });
  if (finding.kind === "none") return refuseUnknownDevice(needs, { ...asked, serial });
  if (finding.kind === "several") return addDeviceOrClient(needs, asked, SEVERAL);
  const { device } = finding;
  if (!mayDecrypt(device)) return refuseInactiveDevice(device);
  if (inspected instanceof PayloadError) return toRefusal(inspected, device);
  try {
    const reading = await readPayload(needs, inspected);
    const marking = needs.devices.markUsed(device);
    if (marking !== undefined) await marking;
    return { kind: "read", reading, device, clearTags: inspected.parsed.clearTags };
  } catch (error) {
    return toRefusal(requirePayloadError(error), device);
  }
}

/** A device is parsed only as its own type. If only the type is wrong, the reason says so. */
async function refuseUnknownDevice(
  needs: ParsePayloadNeeds,
  question: DeviceQuestion,
): Promise<Refusal> {
  const finding = await needs.devices.findDevice(question);
  if (finding.kind === "found") return refuseOtherType(finding.device);
  return addDeviceOrClient(needs, { ...question, serial: undefined }, NOT_FOUND);
}

/** The client that the call is journaled under, if it is known. */
export function outcomeClientId(outcome: ParseOutcome): string | undefined {
  if (outcome.kind === "read") return outcome.device.clientId;
  return outcome.device?.clientId ?? outcome.clientId;
}

type Asked = Omit<DeviceQuestion, "serial"> & { readonly serial?: string | undefined };

/** Adds what the journal needs: the device that the payload names, or else the request's client. */
async function addDeviceOrClient(
  { devices }: ParsePayloadNeeds,
  { partnerId, client, serial }: Asked,
  refusal: Refusal,
): Promise<Refusal> {
  const finding =
    serial === undefined ? NONE : await devices.findDevice({ partnerId, client, serial });
  if (finding.kind === "found") return { ...refusal, device: finding.device };
  const clientId = client === undefined ? client : await devices.findClient(partnerId, client);
  return { ...refusal, ...(clientId !== undefined && { clientId }) };
}

const NONE: DeviceFinding = { kind: "none" };

/** A damaged payload names no device, but the request may name one. Its errors come first then. */
function chooseSerial(
  message: TerminalMessage,
  inspected: InspectedPayload | PayloadError,
): string | Refusal {
  if (!(inspected instanceof PayloadError)) return inspected.serial;
  if (inspected.code === "serial_missing" || inspected.code === "serial_differs") {
    return toRefusal(inspected);
  }
  const { deviceType } = message;
  const asked = inspected.serial ?? requestSerial(message);
  if (asked !== undefined) return asked;
  if (DEVICE_TYPE_TABLE[deviceType].namesItself) return toRefusal(inspected);
  return { kind: "refused", reason: { kind: "serial_required", deviceType } };
}

const NOT_FOUND: Refusal = { kind: "refused", reason: { kind: "device_not_found" } };
const SEVERAL: Refusal = { kind: "refused", reason: { kind: "several_devices" } };

function refuseOtherType(device: Device): Refusal {
  const registeredAs = deviceTypeById(device.typeId);
  return { kind: "refused", reason: { kind: "other_device_type", registeredAs }, device };
}

function refuseInactiveDevice(device: Device): Refusal {
  const { isClientActive, state } = device;
  const reason: RefusalReason = isClientActive
    ? { kind: "device_inactive", state }
    : { kind: "client_inactive" };
  return { kind: "refused", reason, device };
}

function toRefusal(error: PayloadError, device?: Device): Refusal {
  return { kind: "refused", reason: { kind: "payload", error }, ...(device && { device }) };
}

function tryInspect({ deviceType, payload, serial, ksn }: TerminalMessage) {
  try {
    return inspectPayload({ deviceType, payload: payload.reveal(), serial, ksn });
  } catch (error) {
    return requirePayloadError(error);
  }
}

/** Any other error is an internal error and is thrown again. */
function requirePayloadError(error: unknown): PayloadError {
  if (error instanceof PayloadError) return error;
  throw error;
}
