/** The function that reads each device type's payloads, and how they are encrypted. */
import type { DeviceType } from "../../management/devices/device-types.ts";
import { DIGITS, PIN_VARIANT, type Recipe, USUAL } from "./dukpt/recipe.ts";
import { layGeneric } from "./layouts/generic.ts";
import type { Layout } from "./layouts/layout.ts";
import { layVendora } from "./layouts/vendora.ts";
import { layVendorbRa1 } from "./layouts/vendorb-ra1.ts";
import { layVendorbRba } from "./layouts/vendorb-rba.ts";
import { layVendorc } from "./layouts/vendorc.ts";
import { layVendord } from "./layouts/vendord.ts";
import { layVendore } from "./layouts/vendore.ts";
import { layVendorf } from "./layouts/vendorf.ts";
import { layVendorf2 } from "./layouts/vendorf2.ts";

export interface DeviceLayout {
  readonly lay: Layout;
  /** Tried in this order. A payload that says how it was encrypted has its own. */
  readonly recipes: readonly Recipe[];
  /** A prefix that requests put before the serial number and the management data does not have. */
  readonly serialPrefix?: string;
}

const ANY_FILL: Recipe = { ...USUAL, fill: "zeros-or-pkcs7" };

export const DEVICE_LAYOUTS: Readonly<Record<DeviceType, DeviceLayout>> = {
  generic: { lay: layGeneric, recipes: [ANY_FILL, PIN_VARIANT] },
  vendora: { lay: layVendora, recipes: [USUAL] },
  "vendorb-ra1": { lay: layVendorbRa1, recipes: [DIGITS], serialPrefix: "00" },
  "vendorb-rba": { lay: layVendorbRba, recipes: [DIGITS] },
  vendorc: { lay: layVendorc, recipes: [USUAL] },
  vendord: { lay: layVendord, recipes: [USUAL] },
  vendore: { lay: layVendore, recipes: [{ ...USUAL, iv: "sent" }] },
  vendorf: { lay: layVendorf, recipes: [USUAL] },
  vendorf2: { lay: layVendorf2, recipes: [ANY_FILL] },
};
