/** What is answered, in area A's names. A member without a value is absent. */

import type { AttestationRecord } from "../../core/management/attestations/attestation-store.ts";
import type { ClientRecord } from "../../core/management/clients/client-store.ts";
import type { DeviceRecord } from "../../core/management/devices/device-register-store.ts";
import { deviceStateOf } from "../../core/management/devices/device-states.ts";
import { deviceTypeOf } from "../../core/management/devices/device-types.ts";
import type { LocationRecord } from "../../core/management/locations/location-store.ts";
import type { PartnerRecord } from "../../core/management/partners/partner-store.ts";
import type { Page } from "../../core/management/scope/visible-store.ts";
import type { UserRecord } from "../../core/management/users/contact-store.ts";
import { effectiveRole, homeOf } from "../../core/management/users/user-roles.ts";

type Written = Readonly<Record<string, unknown>>;

export function writePage<Item>({ total, items }: Page<Item>, write: (item: Item) => Written) {
  return { total, data: items.map(write) };
}

/** JSON drops what is undefined. */
function present(members: Written): Written {
  const some = Object.entries(members).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(some);
}

/** ISO 8601 with milliseconds. */
export function isoOf(moment: Temporal.Instant | null): string | undefined {
  return moment?.toString({ smallestUnit: "millisecond" });
}

/** A single resource has two more members than an element of a list. */
export function writeWhole<Item extends { readonly created: Temporal.Instant }>(
  item: (Item & { readonly modified?: Temporal.Instant }) | undefined,
  write: (item: Item) => Written,
): Written | undefined {
  if (item === undefined) return undefined;
  const { created, modified = created } = item;
  return { ...write(item), created: isoOf(created), modified: isoOf(modified) };
}

export function writePartner(partner: PartnerRecord): Written {
  const { allowList, created, modified, ...members } = partner;
  return present(members);
}

export function writeWholePartner(partner: PartnerRecord | undefined): Written | undefined {
  const whole = writeWhole(partner, writePartner);
  return whole && { ...whole, allowList: partner?.allowList };
}

export function writeClient({ created, modified, ...members }: ClientRecord): Written {
  return present(members);
}

export function writeLocation(location: LocationRecord): Written {
  const { created, modified, partnerId, countryCode, ...members } = location;
  return present({ ...members, country: { code: countryCode } });
}

/** With the role that counts: a client's user has a client role. */
export function writeUser({ created, modified, ...members }: UserRecord): Written {
  const { userRole } = members;
  return present({ ...members, userRole: effectiveRole(userRole, homeOf(members)) ?? userRole });
}

export function writeDevice(device: DeviceRecord): Written {
  const { created, modified, ksi, deviceTypeId, deviceStateId, ...members } = device;
  return present({
    ...members,
    deviceType: { id: String(deviceTypeId), name: deviceTypeOf(deviceTypeId) },
    deviceState: { id: String(deviceStateId), name: deviceStateOf(deviceStateId) },
    activationDate: isoOf(device.activationDate),
    lastActivityDate: isoOf(device.lastActivityDate),
  });
}

/** A: completeDate is `YYYY-MM-DD HH:MM:SS`, in UTC. */
export function writeAttestation({ created, device, ...members }: AttestationRecord): Written {
  const moment = members.completeDate.toZonedDateTimeISO("UTC").toPlainDateTime();
  const completeDate = moment.toString({ smallestUnit: "second" }).replace("T", " ");
  return present({ ...members, completeDate, devices: [device] });
}
