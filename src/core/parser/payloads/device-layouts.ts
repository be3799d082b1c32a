/** For each device type: the function that parses its payloads, and how they are encrypted. */
import type { DeviceType } from "../../management/devices/device-types.ts";
import {
  DIGITS_SCHEME,
  type EncryptionScheme,
  PIN_VARIANT_SCHEME,
  STANDARD_SCHEME,
} from "./dukpt/encryption-scheme.ts";
import { parseGeneric } from "./layouts/generic.ts";
import type { Layout } from "./layouts/layout.ts";
import { parseVendora } from "./layouts/vendora.ts";
import { parseVendorbRa1 } from "./layouts/vendorb-ra1.ts";
import { parseVendorbRba } from "./layouts/vendorb-rba.ts";
import { parseVendorc } from "./layouts/vendorc.ts";
import { parseVendord } from "./layouts/vendord.ts";
import { parseVendore } from "./layouts/vendore.ts";
import { parseVendorf } from "./layouts/vendorf.ts";
import { parseVendorf2 } from "./layouts/vendorf2.ts";

export interface DeviceLayout {
  readonly parse: Layout;
  /** Tried in this order, unless the payload states its own scheme. */
  readonly schemes: readonly EncryptionScheme[];
  /** A prefix of serial numbers in requests that registered serial numbers do not have. */
  readonly serialPrefix?: string;
}

const ANY_FILL_SCHEME: EncryptionScheme = { ...STANDARD_SCHEME, fill: "zeros-or-pkcs7" };

export const DEVICE_LAYOUTS: Readonly<Record<DeviceType, DeviceLayout>> = {
  generic: { parse: parseGeneric, schemes: [ANY_FILL_SCHEME, PIN_VARIANT_SCHEME] },
  vendora: { parse: parseVendora, schemes: [STANDARD_SCHEME] },
  "vendorb-ra1": { parse: parseVendorbRa1, schemes: [DIGITS_SCHEME], serialPrefix: "00" },
  "vendorb-rba": { parse: parseVendorbRba, schemes: [DIGITS_SCHEME] },
  vendorc: { parse: parseVendorc, schemes: [STANDARD_SCHEME] },
  vendord: { parse: parseVendord, schemes: [STANDARD_SCHEME] },
  vendore: { parse: parseVendore, schemes: [{ ...STANDARD_SCHEME, iv: "sent" }] },
  vendorf: { parse: parseVendorf, schemes: [STANDARD_SCHEME] },
  vendorf2: { parse: parseVendorf2, schemes: [ANY_FILL_SCHEME] },
};
