/** What the parser says about a refused payload. Contains no data of the payload. */
import type { RefusalReason } from "../../core/parser/parse-payload.ts";
import type { PayloadError, RequestConflict } from "../../core/parser/payloads/payload-error.ts";

/** Errors that another serial number or KSN in the request would correct. */
const CONFLICT_TEXTS: Record<RequestConflict["kind"], string> = {
  no_serial: "the payload contains no serial number. Send deviceSerial.",
  other_serial:
    "the serial number in the payload differs from deviceSerial. Send the device's own serial number or leave deviceSerial out.",
  no_ksn: "the payload contains no KSN. Send ksn.",
  other_ksn:
    "the KSN in the payload differs from ksn. Send the payload's own KSN or leave ksn out.",
};

export function refusalText(reason: RefusalReason): string {
  switch (reason.kind) {
    case "payload":
      return payloadText(reason.error);
    case "serial_required":
      return `deviceSerial is required, because ${reason.deviceType} payloads do not contain it.`;
    case "device_not_found":
      return "Device not found: no device of this partner (and client) has this serial number.";
    case "several_devices":
      return "Several devices have this serial number. Send clientId to choose one.";
    case "other_device_type":
      return `The device is registered as ${reason.registeredAs ?? "another type"}. Send this as deviceType.`;
    case "device_inactive":
      return `The device is ${reason.state}. Payloads are decrypted only for devices in state activating or activated.`;
    case "client_inactive":
      return "The device's client is not active. Only devices of active clients can decrypt.";
  }
}

function payloadText({ conflict, message }: PayloadError): string {
  return conflict === undefined ? message : `${conflict.layout}: ${CONFLICT_TEXTS[conflict.kind]}`;
}
