/**
 * Writes area A's answers. Every member is listed, so that a new column is never published by
 * accident. A member without a value is absent.
 */
import type { Attested } from "../../core/management/attestations/attest-devices.ts";
import type {
  AttestationRecord,
  AttestedDevice,
} from "../../core/management/attestations/attestation-store.ts";
import type { ClientRecord } from "../../core/management/clients/client-store.ts";
import type { DeviceRecord } from "../../core/management/devices/device-register-store.ts";
import { deviceStateById } from "../../core/management/devices/device-states.ts";
import { deviceTypeById } from "../../core/management/devices/device-types.ts";
import type { LocationRecord } from "../../core/management/locations/location-store.ts";
import type { PartnerRecord } from "../../core/management/partners/partner-store.ts";
import type { Named } from "../../core/management/scope/reference-store.ts";
import type { VisiblePage } from "../../core/management/scope/visible-store.ts";
import type { UserRecord } from "../../core/management/users/contact-store.ts";
import { effectiveRole, ownerKind } from "../../core/management/users/user-roles.ts";
import { writeLocationValues, writePersonValues } from "../../wire/management/write-values.ts";

type Written = Readonly<Record<string, unknown>>;

export function writePage<Item>(
  { total, items }: VisiblePage<Item>,
  write: (item: Item) => Written,
) {
  return { total, data: items.map(write) };
}

/** Null becomes undefined, which JSON leaves out. */
function withoutNulls(members: Written): Written {
  const some = Object.entries(members).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(some);
}

/** ISO 8601 with milliseconds. */
export function writeMoment(moment: Temporal.Instant | null): string | undefined {
  return moment?.toString({ smallestUnit: "millisecond" });
}

export function writeNamed(named: Named | null | undefined) {
  return named ? { id: named.id, name: named.name } : undefined;
}

function writeContact(contact: { readonly id: string } | null) {
  return contact ? { id: contact.id } : undefined;
}

/** A single resource has two more members than an element of a list. */
export function writeWhole<Item extends { readonly created: Temporal.Instant }>(
  item: (Item & { readonly modified?: Temporal.Instant }) | undefined,
  write: (item: Item) => Written,
): Written | undefined {
  if (item === undefined) return undefined;
  const { created, modified = created } = item;
  return { ...write(item), created: writeMoment(created), modified: writeMoment(modified) };
}

export function writePartner(partner: PartnerRecord): Written {
  return withoutNulls({
    id: partner.id,
    name: partner.name,
    reference: partner.reference,
    billingId: partner.billingId,
    partnerId: partner.partnerId,
    verificationPhrase: partner.verificationPhrase,
    clientCanOrderEquipment: partner.clientCanOrderEquipment,
    isActive: partner.isActive,
    parent: writeNamed(partner.parent),
    location: writeNamed(partner.location),
    contact: writeContact(partner.contact),
    version: partner.version,
  });
}

export function writeWholePartner(partner: PartnerRecord | undefined): Written | undefined {
  const whole = writeWhole(partner, writePartner);
  return whole && { ...whole, allowList: partner?.allowList };
}

export function writeClient(client: ClientRecord): Written {
  return withoutNulls({
    id: client.id,
    clientNumber: client.clientNumber,
    name: client.name,
    mid: client.mid,
    billingId: client.billingId,
    isActive: client.isActive,
    partner: writeNamed(client.partner),
    directPartner: writeNamed(client.directPartner),
    location: writeNamed(client.location),
    contact: writeContact(client.contact),
    version: client.version,
  });
}

export function writeLocation(location: LocationRecord): Written {
  return withoutNulls({
    id: location.id,
    client: writeNamed(location.client),
    ...writeLocationValues(location),
  });
}

export function writeUser(user: UserRecord): Written {
  const { userRole } = user;
  return withoutNulls({
    ...writePersonValues(user),
    // The role that counts: a client's user with a stored partner role has a client role.
    userRole: effectiveRole(userRole, ownerKind(user)) ?? userRole,
    isActive: user.isActive,
    partner: writeNamed(user.partner),
    client: writeNamed(user.client),
    version: user.version,
  });
}

/** Without the ksi, which is write only. */
export function writeDevice(device: DeviceRecord): Written {
  const { deviceTypeId, deviceStateId } = device;
  return withoutNulls({
    id: device.id,
    serialNumber: device.serialNumber,
    name: device.name,
    notes: device.notes,
    deviceType: { id: String(deviceTypeId), name: deviceTypeById(deviceTypeId) },
    deviceState: { id: String(deviceStateId), name: deviceStateById(deviceStateId) },
    partner: writeNamed(device.partner),
    client: writeNamed(device.client),
    location: writeNamed(device.location),
    activationDate: writeMoment(device.activationDate),
    lastActivityDate: writeMoment(device.lastActivityDate),
    version: device.version,
  });
}

/** A: completeDate is `YYYY-MM-DD HH:MM:SS`, in UTC. */
export function writeAttestation(attestation: AttestationRecord): Written {
  const moment = attestation.completeDate.toZonedDateTimeISO("UTC").toPlainDateTime();
  return withoutNulls({
    id: attestation.id,
    name: attestation.name,
    completeDate: moment.toString({ smallestUnit: "second" }).replace("T", " "),
    client: writeNamed(attestation.client),
    devices: [writeDeviceKey(attestation.device)],
    notes: attestation.notes,
    version: attestation.version,
  });
}

export function writeAttested({ id, device }: Attested): Written {
  return { id, device: writeDeviceKey(device) };
}

export function writeDeviceKey({ id, serialNumber }: AttestedDevice) {
  return { id, serialNumber };
}
