/** The error code for every reason to refuse a payload, in answers and in the journal. */
import type { ParseOutcome } from "./parse-payload.ts";

/** A disabled partner gets the code that the parser's login gives for it. */
export const PARTNER_DISABLED_CODE = 1003;

type Refusal = Extract<ParseOutcome, { readonly kind: "refused" }>;

export const REFUSAL_CODES: Record<Refusal["why"], number> = {
  wrong_layout: 2100,
  nothing_read: 2101,
  broken_frame: 2102,
  broken_tlv: 2103,
  serial_missing: 2200,
  serial_differs: 2201,
  device_not_found: 2201,
  device_inactive: 2202,
  several_devices: 2203,
  bad_ksn: 2400,
  ksn_differs: 2401,
  no_base_key: 2402,
  unreadable: 2600,
  no_pan: 2800,
};
