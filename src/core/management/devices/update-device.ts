/** Changes a device: its description, client, location and state. */
import type { Clock } from "../../../ports/clock.ts";
import { findDifference, type RecordDifference } from "../scope/difference.ts";
import { type ErrorCollector, reportConstraints } from "../scope/field-errors.ts";
import { findAndLock } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  checkVersion,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management-act.ts";
import type { OwnedReference } from "../scope/reference-store.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import type { SubmittedChange } from "../scope/submitted.ts";
import { checkSerialFree } from "../scope/uniqueness-store.ts";
import { DEVICE_CONSTRAINTS } from "./create-device.ts";
import { findChangedDevicePlace } from "./device-place.ts";
import { type DeviceRecord, findDevice } from "./device-register-store.ts";
import { type DeviceState, deviceStateById, deviceStateId, mayFollow } from "./device-states.ts";
import { deviceTypeId } from "./device-types.ts";
import type { DeviceChange } from "./device-values.ts";

/** Returns false if the caller cannot see this device. */
export async function updateDevice(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  change: SubmittedChange<DeviceChange>,
): Promise<boolean> {
  return actOnManagement(needs, caller, async (management) => {
    // The client is locked before the device, as when a client is moved or removed.
    const references = new References(management, change.errors);
    const client = await references.resolveClient("client", change.values.client);
    return changeDevice(management, { ...change, client, clock: needs.clock });
  });
}

interface ResolvedChange extends SubmittedChange<DeviceChange> {
  readonly clock: Clock;
  /** The client that the change names. It is locked. */
  readonly client: OwnedReference | undefined;
}

/** Throws the errors of the change. Returns false if the caller cannot see this device. */
export async function changeDevice(
  management: ManagementWork,
  { id, values, errors, client: foundClient, clock }: ResolvedChange,
): Promise<boolean> {
  const { deviceType, deviceState, version, client, location, ...changes } = values;
  const references = new References(management, errors);
  const device = await findAndLock(management, { table: "devices", id }, findDevice);
  if (device === undefined) return false;
  checkVersion(errors, version, device.version);
  const moved = { device, named: { client, location }, client: foundClient };
  const place = await findChangedDevicePlace({ references, errors }, moved);
  const serial = { ...storedPlace(device), ...changes, ...place };
  await checkSerialFree(management.db, errors, serial);
  const difference = findDifference(storedDevice(device), {
    ...changes,
    ...(deviceType === undefined ? {} : { deviceTypeId: deviceTypeId(deviceType) }),
    ...(deviceState === undefined ? {} : stateChange(clock, errors, { device, to: deviceState })),
    ...place,
  });
  errors.throwIfAny();
  if (difference !== undefined) await saveDevice(management, id, difference);
  return true;
}

function storedDevice(device: DeviceRecord): RowValues {
  const { partner, client, location, activationDate, lastActivityDate, created, modified, ...row } =
    device;
  return { ...row, ...storedPlace(device) };
}

function storedPlace({ id, serialNumber, partner, client, location }: DeviceRecord) {
  const [partnerId, clientId] = [partner.id, client?.id ?? null];
  return { id, serialNumber, partnerId, clientId, locationId: location?.id ?? null };
}

/** The first change to "activated" sets the activation date as well. */
function stateChange(
  clock: Clock,
  errors: ErrorCollector,
  { device, to }: { readonly device: DeviceRecord; readonly to: DeviceState },
): RowValues {
  const from = deviceStateById(device.deviceStateId);
  if (from === undefined || !mayFollow(from, to)) {
    errors.reject("deviceState", { kind: "state_not_reachable", from, to });
  }
  const isFirst = to === "activated" && from !== to && device.activationDate === null;
  return {
    deviceStateId: deviceStateId(to),
    ...(isFirst ? { activationDate: clock.business().toString() } : {}),
  };
}

async function saveDevice(
  management: ManagementWork,
  id: string,
  { before, after }: RecordDifference,
): Promise<void> {
  await reportConstraints(DEVICE_CONSTRAINTS, () =>
    new ManagementRowStore(management).updateRow("devices", id, after as RowValues),
  );
  await management.record({ kind: "device", id, action: "device.update", before, after });
}
