/**
 * From a terminal's payload to a reading: whose device it is, whether it may, what it says. Device
 * rules come before the payload's own (B, order of checks). Who asks is known; how to answer is not.
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
import { askedSerial, type InspectedPayload, inspectPayload } from "./payloads/inspect-payload.ts";
import { PayloadError, type PayloadErrorCode } from "./payloads/payload-error.ts";
import { readPayload } from "./payloads/read-payload.ts";
import type { Reading } from "./payloads/reading.ts";

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

export type DeviceRefusal = "device_not_found" | "device_may_not" | "several_devices";

export type ParseOutcome =
  | { readonly kind: "read"; readonly reading: Reading; readonly device: Device }
  | {
      readonly kind: "refused";
      readonly why: PayloadErrorCode | DeviceRefusal;
      /** What was wrong and where, without the data. */
      readonly message: string;
      /** As far as it was found. */
      readonly device?: Device;
      /** The client that the request names, where no device of it was found. */
      readonly clientId?: string;
    };

type Refusal = Extract<ParseOutcome, { readonly kind: "refused" }>;

export async function parsePayload(
  needs: ParsePayloadNeeds,
  partnerId: string,
  message: TerminalMessage,
): Promise<ParseOutcome> {
  const inspected = inspect(message);
  const asked = { partnerId, client: message.client };
  const serial = serialOf(message, inspected);
  if (typeof serial !== "string") {
    return withNames(needs, { ...asked, serial: inspected.serial }, serial);
  }
  const typeId = deviceTypeId(message.deviceType);
  const finding = await needs.devices.findDevice({ ...asked, serial, typeId });
  if (finding.kind === "none") return notFound(needs, { ...asked, serial });
  if (finding.kind === "several") return withNames(needs, asked, SEVERAL);
  const { device } = finding;
  if (!mayDecrypt(device)) return mayNot(device);
  if (inspected instanceof PayloadError) return refusedBy(inspected, device);
  try {
    const reading = await readPayload(needs, inspected);
    const marking = needs.devices.markUsed(device);
    if (marking !== undefined) await marking;
    return { kind: "read", reading, device };
  } catch (error) {
    return refusedBy(asError(error), device);
  }
}

/** A device is parsed only as its own type. If the type alone is wrong, the message says so. */
async function notFound(needs: ParsePayloadNeeds, question: DeviceQuestion): Promise<Refusal> {
  const finding = await needs.devices.findDevice(question);
  if (finding.kind === "found") return otherType(finding.device);
  return withNames(needs, { ...question, serial: undefined }, NOT_FOUND);
}

/** Whose call it was, as far as that was found. */
export function clientOf(outcome: ParseOutcome): string | undefined {
  if (outcome.kind === "read") return outcome.device.clientId;
  return outcome.device?.clientId ?? outcome.clientId;
}

type Asked = Omit<DeviceQuestion, "serial"> & { readonly serial?: string | undefined };

/** For the journal: the device that the payload itself names, or else the client of the request. */
async function withNames(
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

/** A damaged payload names no device, but the request may: then the device's rules come first. */
function serialOf(
  message: TerminalMessage,
  inspected: InspectedPayload | PayloadError,
): string | Refusal {
  if (!(inspected instanceof PayloadError)) return inspected.serial;
  if (inspected.code === "serial_missing" || inspected.code === "serial_differs") {
    return refusedBy(inspected);
  }
  const { deviceType } = message;
  const asked = inspected.serial ?? askedSerial(message);
  if (asked !== undefined) return asked;
  if (DEVICE_TYPE_TABLE[deviceType].namesItself) return refusedBy(inspected);
  const expected = `deviceSerial is required: ${deviceType} payloads do not name their device.`;
  return { kind: "refused", why: "serial_missing", message: expected };
}

const NOT_FOUND: Refusal = {
  kind: "refused",
  why: "device_not_found",
  message: "There is no such device of this partner and client.",
};
const SEVERAL: Refusal = {
  kind: "refused",
  why: "several_devices",
  message: "Several devices have this serial number: say whose with clientId.",
};

function otherType(device: Device): Refusal {
  const type = deviceTypeById(device.typeId) ?? "another type";
  const message = `The device is registered as ${type}: send this as deviceType.`;
  return { kind: "refused", why: "device_not_found", message, device };
}

function mayNot(device: Device): Refusal {
  const message = device.isClientActive
    ? `The device is ${device.state}: only activating and activated ones may decrypt.`
    : "The device's client is not active: only devices of active clients may decrypt.";
  return { kind: "refused", why: "device_may_not", message, device };
}

function refusedBy({ code, message }: PayloadError, device?: Device): Refusal {
  return { kind: "refused", why: code, message, ...(device && { device }) };
}

function inspect({ deviceType, payload, serial, ksn }: TerminalMessage) {
  try {
    return inspectPayload({ deviceType, payload: payload.reveal(), serial, ksn });
  } catch (error) {
    return asError(error);
  }
}

/** Anything but an error of the payload is ours. */
function asError(error: unknown): PayloadError {
  if (error instanceof PayloadError) return error;
  throw error;
}
