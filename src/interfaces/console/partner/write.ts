/**
 * Writes management data for the console's pages. Every member is listed, so that a new column is
 * never published by accident.
 */
import type {
  AttestationAct,
  AttestationResult,
} from "../../../core/management/attestations/attestation-act-store.ts";
import type { Inspection } from "../../../core/management/attestations/inspection-store.ts";
import type { ClientRecord } from "../../../core/management/clients/client-store.ts";
import type { DeviceRecord } from "../../../core/management/devices/device-register-store.ts";
import {
  DEVICE_STATES,
  deviceStateById,
  mayFollow,
} from "../../../core/management/devices/device-states.ts";
import { deviceTypeById } from "../../../core/management/devices/device-types.ts";
import type { LocationRecord } from "../../../core/management/locations/location-store.ts";
import type { PartnerRecord } from "../../../core/management/partners/partner-store.ts";
import type {
  FoundPartner,
  Branch as StoredBranch,
} from "../../../core/management/partners/tree-store.ts";
import type { StateCount as Counted } from "../../../core/management/scope/management-count-store.ts";
import type { UserRecord } from "../../../core/management/users/contact-store.ts";
import { effectiveRole, ownerKind } from "../../../core/management/users/user-roles.ts";
import { writeLocationValues, writePersonValues } from "../../../wire/management/write-values.ts";
import type { NumberedPage } from "../contract.ts";
import type {
  AttestationRow,
  AttestationView,
  Branch,
  ClientRow,
  ClientView,
  DeviceRow,
  DeviceView,
  DueStage,
  InspectionRow,
  LocationView,
  ManagementFinds,
  Named,
  PartnerView,
  StateCount,
  UserView,
} from "./contract.ts";

export function writePage<Item, Shown>(
  { total, items }: { readonly total: number; readonly items: readonly Item[] },
  write: (item: Item) => Shown,
): NumberedPage<Shown> {
  return { total, items: items.map(write) };
}

export function writeNamed({ id, name }: Named): Named {
  return { id, name };
}

function writeOptional(named: Named | null): Named | null {
  return named && writeNamed(named);
}

function writeTime(moment: Temporal.Instant | null | undefined): string | null {
  return moment?.toString({ smallestUnit: "millisecond" }) ?? null;
}

export function writeChangeTimes(row: {
  readonly created: Temporal.Instant;
  readonly modified: Temporal.Instant;
}) {
  return { created: writeTime(row.created) ?? "", modified: writeTime(row.modified) ?? "" };
}

export function writeStates(counts: readonly Counted[]): readonly StateCount[] {
  return counts.map(({ stateId, devices }) => ({ state: deviceStateById(stateId) ?? "", devices }));
}

export function writeClient(client: ClientRecord): ClientRow {
  const { id, name, clientNumber, mid, isActive } = client;
  return { id, name, clientNumber, mid, isActive, directPartner: writeNamed(client.directPartner) };
}

export function writeLocation(location: LocationRecord): LocationView {
  return {
    id: location.id,
    client: writeOptional(location.client),
    ...writeLocationValues(location),
    modified: writeTime(location.modified) ?? "",
  };
}

export function writeUser(readerId: string) {
  return (user: UserRecord): UserView => ({
    ...writePersonValues(user),
    userRole: effectiveRole(user.userRole, ownerKind(user)) ?? user.userRole,
    isActive: user.isActive,
    partner: writeNamed(user.partner),
    client: writeOptional(user.client),
    isYou: user.id === readerId,
    version: user.version,
    modified: writeTime(user.modified) ?? "",
  });
}

type Inspected = Pick<Inspection, "inspectedAt" | "dueAt">;

/** The inspection data of a device, and the time of the request. */
export interface InspectionState {
  readonly inspection: Inspected | undefined;
  readonly now: Temporal.Instant;
}

export function writeDevice(device: DeviceRecord, { inspection, now }: InspectionState): DeviceRow {
  const { id, serialNumber, name } = device;
  return {
    id,
    serialNumber,
    name,
    type: deviceTypeById(device.deviceTypeId) ?? "",
    state: deviceStateById(device.deviceStateId) ?? "",
    partner: writeNamed(device.partner),
    client: writeOptional(device.client),
    location: writeOptional(device.location),
    lastActivity: writeTime(device.lastActivityDate),
    inspected: writeTime(inspection?.inspectedAt),
    due: writeTime(inspection?.dueAt),
    dueStage: inspection === undefined ? null : dueStage(inspection.dueAt, now),
  };
}

export function writeWholeDevice(device: DeviceRecord, checked: InspectionState): DeviceView {
  const { notes, ksi, version, activationDate } = device;
  return {
    ...writeDevice(device, checked),
    notes,
    ksi,
    activated: writeTime(activationDate),
    nextStates: writeNextStates(device),
    version,
    ...writeChangeTimes(device),
  };
}

function writeNextStates({ deviceStateId }: DeviceRecord): readonly string[] {
  const current = deviceStateById(deviceStateId);
  if (current === undefined) return [];
  return DEVICE_STATES.filter((state) => state !== current && mayFollow(current, state));
}

export function writeInspection(now: Temporal.Instant) {
  return ({ device, partner, client, inspectedAt, dueAt }: Inspection): InspectionRow => ({
    device: { id: device.id, serialNumber: device.serialNumber },
    partner: writeNamed(partner),
    client: writeNamed(client),
    inspected: writeTime(inspectedAt),
    due: writeTime(dueAt) ?? "",
    dueStage: dueStage(dueAt, now),
  });
}

const SOON = Temporal.Duration.from({ hours: 30 * 24 });

function dueStage(dueAt: Temporal.Instant, now: Temporal.Instant): DueStage {
  if (Temporal.Instant.compare(dueAt, now) <= 0) return "overdue";
  return Temporal.Instant.compare(dueAt, now.add(SOON)) <= 0 ? "soon" : "later";
}

export function writeAttestation(act: AttestationAct): AttestationRow {
  const { id, name, client, completeDate, deviceCount, created } = act;
  return {
    id,
    name,
    client: writeNamed(client),
    completed: writeTime(completeDate) ?? "",
    devices: deviceCount,
    created: writeTime(created) ?? "",
  };
}

export function writeResult({ id, device }: AttestationResult): AttestationView["results"][number] {
  const { id: deviceId, serialNumber, name } = device;
  return { id, device: { id: deviceId, serialNumber, name } };
}

export function writeBranch(branch: StoredBranch): Branch {
  const { id, name, reference, isActive, subPartners, clients, devices } = branch;
  return { id, name, reference, isActive, subPartners, clients, devices };
}

export function writeFoundPartner(found: FoundPartner): ManagementFinds["partners"][number] {
  const { id, name, reference, parent } = found;
  return { id, name, reference, parent: writeOptional(parent) };
}

export function writeFoundClient(client: ClientRecord): ManagementFinds["clients"][number] {
  return { ...writeNamed(client), directPartner: writeNamed(client.directPartner) };
}

export function writeFoundDevice(device: DeviceRecord): ManagementFinds["devices"][number] {
  const { id, serialNumber, client } = device;
  return { id, serialNumber, client: writeOptional(client) };
}

export function writeFoundLocation(found: LocationRecord): ManagementFinds["locations"][number] {
  const { partnerId, client, address1, city, postalCode } = found;
  const address = [address1, city, postalCode].filter(Boolean).join(", ");
  return { ...writeNamed(found), partnerId, client: writeOptional(client), address };
}

export function writeFoundUser(found: UserRecord): ManagementFinds["people"][number] {
  const { id, firstName, lastName, email, partner, client } = found;
  const name = `${firstName} ${lastName}`;
  return { id, name, email, partnerId: partner.id, client: writeOptional(client) };
}

/** The partner's own fields, without counts. */
export function writePartner(
  partner: PartnerRecord,
): Omit<PartnerView, "isOwn" | "trail" | "counts"> {
  const { contact } = partner;
  return {
    id: partner.id,
    name: partner.name,
    reference: partner.reference,
    parserName: partner.partnerId,
    billingId: partner.billingId,
    verificationPhrase: partner.verificationPhrase,
    clientCanOrderEquipment: partner.clientCanOrderEquipment,
    isActive: partner.isActive,
    location: writeOptional(partner.location),
    contact: contact && { id: contact.id },
    version: partner.version,
    ...writeChangeTimes(partner),
  };
}

/** The client's own fields, without counts. */
export function writeWholeClient(
  client: ClientRecord,
): Omit<ClientView, "trail" | "counts" | "due"> {
  const { billingId, contact, version } = client;
  return {
    ...writeClient(client),
    billingId,
    location: writeOptional(client.location),
    contact: contact && { id: contact.id },
    version,
    ...writeChangeTimes(client),
  };
}
