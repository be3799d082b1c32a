/** Creates one device. */
import { fieldError, reportConstraints } from "../scope/field-errors.ts";
import {
  actOnManagement,
  type ManagementCaller,
  type ManagementNeeds,
} from "../scope/management-act.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore } from "../scope/row-store.ts";
import type { Submitted } from "../scope/submitted.ts";
import { checkSerialFree } from "../scope/uniqueness-store.ts";
import { findNewDevicePlace } from "./device-place.ts";
import { deviceStateId } from "./device-states.ts";
import { deviceTypeId } from "./device-types.ts";
import type { NewDevice } from "./device-values.ts";

/** A: serial number and client are unique per partner; without a client, the serial number is. */
export const DEVICE_CONSTRAINTS = { devices_serial_unique: fieldError("serialNumber", "taken") };

/** Returns the new id. */
export async function createDevice(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { values, errors }: Submitted<NewDevice>,
): Promise<string> {
  const { deviceType, deviceState = "new", partner, client, location, ...stored } = values;
  if (deviceState !== "new") errors.reject("deviceState", "not_new_at_first");
  return actOnManagement(needs, caller, async (management) => {
    const references = new References(management, errors);
    const named = { partner, client, location };
    const place = await findNewDevicePlace({ references, errors }, named, management.callerId);
    await checkSerialFree(management.db, errors, { ...stored, ...place });
    errors.throwIfAny();
    const row = {
      ...stored,
      deviceTypeId: deviceType === undefined ? null : deviceTypeId(deviceType),
      deviceStateId: deviceStateId(deviceState),
      ...place,
      enteredAt: needs.clock.business().toString(),
    };
    const id = await reportConstraints(DEVICE_CONSTRAINTS, () =>
      new ManagementRowStore(management).insertRow("devices", row),
    );
    await management.record({ kind: "device", id, action: "device.create", after: row });
    return id;
  });
}
