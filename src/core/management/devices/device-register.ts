/** Devices: entered, assigned to clients and led through their states. */
import type { Clock } from "../../../ports/clock.ts";
import { type Difference, differenceOf } from "../scope/difference.ts";
import { fieldError, reportConstraints } from "../scope/field-errors.ts";
import { findHeld } from "../scope/locked-row-store.ts";
import {
  actOnManagement,
  checkVersion,
  type ManagementCaller,
  type ManagementNeeds,
  type ManagementWork,
} from "../scope/management.ts";
import { DEVICE_FIELDS } from "../scope/management-fields.ts";
import type { Members, Reference } from "../scope/members.ts";
import type { OwnedReference, Owner } from "../scope/reference-store.ts";
import { References } from "../scope/resolve-references.ts";
import { ManagementRowStore, type RowValues } from "../scope/row-store.ts";
import { checkSerialFree } from "../scope/uniqueness-store.ts";
import { type DeviceRecord, findDevice } from "./device-register-store.ts";
import { type DeviceState, deviceStateId, deviceStateOf, mayFollow } from "./device-states.ts";
import { readDeviceState, readDeviceType } from "./read-device.ts";

/** A: serial and client together are unique per partner; without a client, the serial alone. */
const CONSTRAINTS = { devices_serial_unique: fieldError("serialNumber", "taken") };

/** A device begins as new, of its client's direct partner, of the partner named, or of the caller's. */
export async function createDevice(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  members: Members,
): Promise<string> {
  const values = members.values(DEVICE_FIELDS);
  const deviceTypeId = readDeviceType(members, true);
  const isTold = members.get("deviceState") !== null;
  const state = (isTold ? readDeviceState(members) : undefined) ?? "new";
  if (state !== "new") members.reject("deviceState", "not_new_at_first");
  return actOnManagement(needs, caller, async (management) => {
    const place = await findPlace(management, members);
    await checkSerialFree(management.db, members.errors, { ...values, ...place });
    members.errors.throwIfAny();
    const row = {
      ...values,
      deviceTypeId: deviceTypeId ?? null,
      deviceStateId: deviceStateId(state),
      ...place,
      enteredAt: needs.clock.business().toString(),
    };
    const id = await reportConstraints(CONSTRAINTS, () =>
      new ManagementRowStore(management).add("devices", row),
    );
    await management.record({ kind: "device", id, action: "device.create", after: row });
    return id;
  });
}

interface Place extends Owner {
  readonly locationId: string | null;
}

async function findPlace(management: ManagementWork, members: Members): Promise<Place> {
  const references = new References(management, members.errors);
  const client = await references.client("client", members.reference("client"));
  const partner = await references.partner("partner", members.reference("partner"));
  const owner = ownerOf(client, partner?.id ?? management.callerId);
  if (partner !== undefined && partner.id !== owner.partnerId) {
    members.reject("partner", "not_the_direct_partner");
  }
  const named = namedLocation(members);
  const location = await references.location("location", named, placesOf(owner));
  return { ...owner, locationId: location?.id ?? null };
}

/** Of an owner that is not known nobody knows the places: it is told alone. */
function namedLocation(members: Members): Reference | null | undefined {
  const named = members.reference("location");
  const { errors } = members;
  return errors.has("client") || errors.has("partner") ? undefined : named;
}

function ownerOf(client: Owner | undefined, partnerId: string): Owner {
  if (client === undefined) return { partnerId, clientId: null };
  return { partnerId: client.partnerId, clientId: client.clientId };
}

/** A device is at one of its client's places, or at one of its partner's own. */
function placesOf(owner: Owner): readonly Owner[] {
  return [owner, { partnerId: owner.partnerId, clientId: null }];
}

/** False: the caller sees no such device. */
export async function updateDevice(
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, members }: { readonly id: string; readonly members: Members },
): Promise<boolean> {
  const changes = members.changes(DEVICE_FIELDS);
  const deviceTypeId = readDeviceType(members, false);
  const state = readDeviceState(members);
  return actOnManagement(needs, caller, async (management) => {
    // Before the device: whoever moves or removes the client holds it first, too.
    const references = new References(management, members.errors);
    const client = await references.client("client", members.reference("client"));
    const device = await findHeld(management, { table: "devices", id }, findDevice);
    if (device === undefined) return false;
    checkVersion(members, device.version);
    const place = await movedPlace(references, members, { device, client });
    await checkSerialFree(management.db, members.errors, {
      ...placeOf(device),
      ...changes,
      ...place,
    });
    const difference = differenceOf(
      { ...rowOf(device) },
      {
        ...changes,
        ...(deviceTypeId === undefined ? {} : { deviceTypeId }),
        ...(state === undefined ? {} : stateChange(needs.clock, members, { device, state })),
        ...place,
      },
    );
    members.errors.throwIfAny();
    if (difference !== undefined) await saveDevice(management, id, difference);
    return true;
  });
}

function rowOf(device: DeviceRecord): RowValues {
  const { partner, client, location, activationDate, lastActivityDate, created, modified, ...row } =
    device;
  return { ...row, ...placeOf(device) };
}

function placeOf({ id, serialNumber, partner, client, location }: DeviceRecord) {
  const [partnerId, clientId] = [partner.id, client?.id ?? null];
  return { id, serialNumber, partnerId, clientId, locationId: location?.id ?? null };
}

interface Step {
  readonly device: DeviceRecord;
  readonly state: DeviceState;
}

/** The first time that it is activated by hand is its activation, too. */
function stateChange(clock: Clock, members: Members, { device, state }: Step): RowValues {
  const from = deviceStateOf(device.deviceStateId);
  if (from === undefined || !mayFollow(from, state)) {
    members.reject("deviceState", { kind: "state_not_reachable", from, to: state });
  }
  const isFirst = state === "activated" && from !== state && device.activationDate === null;
  return {
    deviceStateId: deviceStateId(state),
    ...(isFirst ? { activationDate: clock.business().toString() } : {}),
  };
}

/** Who gets another client is at none of the old one's places any more. */
async function movedPlace(
  references: References,
  members: Members,
  { device, client }: { device: DeviceRecord; client: OwnedReference | undefined },
): Promise<Partial<Place>> {
  const namedClient = members.reference("client");
  const current = { partnerId: device.partner.id, clientId: device.client?.id ?? null };
  const owner = namedClient === undefined ? current : ownerOf(client, device.partner.id);
  const named = namedLocation(members);
  const location = await references.location("location", named, placesOf(owner));
  const isMoved = owner.clientId !== current.clientId;
  const locationId = named === undefined && !isMoved ? {} : { locationId: location?.id ?? null };
  return { ...(isMoved ? owner : {}), ...locationId };
}

async function saveDevice(
  management: ManagementWork,
  id: string,
  { before, after }: Difference,
): Promise<void> {
  await reportConstraints(CONSTRAINTS, () =>
    new ManagementRowStore(management).change("devices", id, after as RowValues),
  );
  await management.record({ kind: "device", id, action: "device.update", before, after });
}
