/** The error code for every reason to refuse a payload, in answers and in the journal. */
import type { RefusalReason } from "../../core/parser/parse-payload.ts";
import type { PayloadErrorCode } from "../../core/parser/payloads/payload-error.ts";

/** A disabled partner gets the code that the login gives for it. */
const PARTNER_DISABLED_CODE = 1003;

type DeviceReason = Exclude<RefusalReason["kind"], "payload">;

export const REFUSAL_CODES: Record<PayloadErrorCode | DeviceReason, number> = {
  wrong_layout: 2100,
  nothing_read: 2101,
  broken_frame: 2102,
  broken_tlv: 2103,
  serial_missing: 2200,
  serial_required: 2200,
  serial_differs: 2201,
  device_not_found: 2201,
  other_device_type: 2201,
  device_inactive: 2202,
  client_inactive: 2202,
  several_devices: 2203,
  bad_ksn: 2400,
  ksn_differs: 2401,
  no_base_key: 2402,
  unreadable: 2600,
  no_pan: 2800,
};

export function refusalCode(reason: RefusalReason | { readonly kind: "partner_disabled" }): number {
  if (reason.kind === "partner_disabled") return PARTNER_DISABLED_CODE;
  return REFUSAL_CODES[reason.kind === "payload" ? reason.error.code : reason.kind];
}
