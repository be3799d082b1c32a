/** Card data from a card reader or a device. */
import type { DevicePayload } from "../../../core/payments/payment-request.ts";
import { Secret } from "../../../values/secret.ts";
import type { Form } from "../../../wire/form.ts";
import { isSent, variableText } from "./asked.ts";

/** Whether the card was read, as tracks or in a device's payload. */
export function isFromReader(form: Form): boolean {
  return isSent(form, "card_tracks") || isSent(form, "device_payload");
}

/** Undefined: no payload was sent. */
export function readDevicePayload(form: Form): DevicePayload | undefined {
  const payload = variableText(form, "device_payload");
  if (payload === undefined) return undefined;
  return {
    deviceType: variableText(form, "device_type") ?? "",
    payload: new Secret(payload),
    serial: variableText(form, "device_serial"),
    ksn: variableText(form, "ksn"),
  };
}
