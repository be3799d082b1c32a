/** The estate as its pages are told of it. */
import type { AttestationAct } from "../../../core/estate/attestation-act-store.ts";
import type { ClientRecord } from "../../../core/estate/client-store.ts";
import type { UserRecord } from "../../../core/estate/contact-store.ts";
import type { DeviceRecord } from "../../../core/estate/device-register-store.ts";
import { deviceStateOf } from "../../../core/estate/device-states.ts";
import { deviceTypeOf } from "../../../core/estate/device-types.ts";
import type { StateCount as Counted } from "../../../core/estate/estate-figure-store.ts";
import type { Inspection } from "../../../core/estate/inspection-store.ts";
import type { LocationRecord } from "../../../core/estate/location-store.ts";
import type { NumberedPage } from "../contract.ts";
import type {
  AttestationRow,
  ClientRow,
  DeviceRow,
  DeviceView,
  InspectionRow,
  LocationView,
  StateCount,
  UserView,
} from "./contract.ts";

export function writePage<Item, Shown>(
  { total, items }: { readonly total: number; readonly items: readonly Item[] },
  write: (item: Item) => Shown,
): NumberedPage<Shown> {
  return { total, items: items.map(write) };
}

function momentOf(moment: Temporal.Instant | null | undefined): string | null {
  return moment?.toString({ smallestUnit: "millisecond" }) ?? null;
}

export function writtenAt(row: {
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}) {
  return { created: momentOf(row.created) ?? "", modified: momentOf(row.modified) ?? "" };
}

export function writeStates(counts: readonly Counted[]): readonly StateCount[] {
  return counts.map(({ stateId, devices }) => ({ state: deviceStateOf(stateId) ?? "", devices }));
}

export function writeClient(client: ClientRecord): ClientRow {
  const { id, name, clientNumber, mid, isActive, directPartner } = client;
  return { id, name, clientNumber, mid, isActive, directPartner };
}

export function writeLocation(location: LocationRecord): LocationView {
  const { created, modified, partnerId, countryCode, ...members } = location;
  return { ...members, country: { code: countryCode }, modified: momentOf(modified) ?? "" };
}

export function writeUser(readerId: string) {
  return ({ created, modified, ...user }: UserRecord): UserView => ({
    ...user,
    isYou: user.id === readerId,
    modified: momentOf(modified) ?? "",
  });
}

type Inspected = Pick<Inspection, "inspectedAt" | "dueAt">;

export function writeDevice(device: DeviceRecord, inspection: Inspected | undefined): DeviceRow {
  const { id, serialNumber, name, partner, client, location } = device;
  return {
    id,
    serialNumber,
    name,
    type: deviceTypeOf(device.deviceTypeId) ?? "",
    state: deviceStateOf(device.deviceStateId) ?? "",
    partner,
    client,
    location,
    lastActivity: momentOf(device.lastActivityDate),
    inspected: momentOf(inspection?.inspectedAt),
    due: momentOf(inspection?.dueAt),
  };
}

export function writeWholeDevice(device: DeviceRecord, known: Inspected | undefined): DeviceView {
  const { notes, ksi, version, activationDate } = device;
  return {
    ...writeDevice(device, known),
    notes,
    ksi,
    activated: momentOf(activationDate),
    version,
    ...writtenAt(device),
  };
}

export function writeInspection(now: Temporal.Instant) {
  return ({ device, partner, client, inspectedAt, dueAt }: Inspection): InspectionRow => ({
    device,
    partner,
    client,
    inspected: momentOf(inspectedAt),
    due: momentOf(dueAt) ?? "",
    isOver: Temporal.Instant.compare(dueAt, now) <= 0,
  });
}

export function writeAct(act: AttestationAct): AttestationRow {
  const { id, name, client, completeDate, deviceCount, created } = act;
  return {
    id,
    name,
    client,
    completed: momentOf(completeDate) ?? "",
    devices: deviceCount,
    created: momentOf(created) ?? "",
  };
}
