/** The management data as its pages are told of it. */
import type { AttestationAct } from "../../../core/management/attestations/attestation-act-store.ts";
import type { Inspection } from "../../../core/management/attestations/inspection-store.ts";
import type { ClientRecord } from "../../../core/management/clients/client-store.ts";
import type { DeviceRecord } from "../../../core/management/devices/device-register-store.ts";
import { deviceStateOf } from "../../../core/management/devices/device-states.ts";
import { deviceTypeOf } from "../../../core/management/devices/device-types.ts";
import type { LocationRecord } from "../../../core/management/locations/location-store.ts";
import type { StateCount as Counted } from "../../../core/management/scope/management-count-store.ts";
import type { UserRecord } from "../../../core/management/users/contact-store.ts";
import { effectiveRole, homeOf } from "../../../core/management/users/user-roles.ts";
import type { NumberedPage } from "../contract.ts";
import type {
  AttestationRow,
  ClientRow,
  DeviceRow,
  DeviceView,
  DueStage,
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
    userRole: effectiveRole(user.userRole, homeOf(user)) ?? user.userRole,
    isYou: user.id === readerId,
    modified: momentOf(modified) ?? "",
  });
}

type Inspected = Pick<Inspection, "inspectedAt" | "dueAt">;

/** What is known of a device's inspection, and when that is asked. */
export interface Checked {
  readonly inspection: Inspected | undefined;
  readonly now: Temporal.Instant;
}

export function writeDevice(device: DeviceRecord, { inspection, now }: Checked): DeviceRow {
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
    dueStage: inspection === undefined ? null : stageOf(inspection.dueAt, now),
  };
}

export function writeWholeDevice(device: DeviceRecord, checked: Checked): DeviceView {
  const { notes, ksi, version, activationDate } = device;
  return {
    ...writeDevice(device, checked),
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
    dueStage: stageOf(dueAt, now),
  });
}

const SOON = Temporal.Duration.from({ hours: 30 * 24 });

function stageOf(dueAt: Temporal.Instant, now: Temporal.Instant): DueStage {
  if (Temporal.Instant.compare(dueAt, now) <= 0) return "overdue";
  return Temporal.Instant.compare(dueAt, now.add(SOON)) <= 0 ? "soon" : "later";
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
