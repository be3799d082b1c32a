/** Resolves the owner and the location of a device from its partner, client and location. */
import type { ErrorCollector } from "../scope/field-errors.ts";
import type { OwnedReference, Owner, Reference } from "../scope/reference-store.ts";
import type { References } from "../scope/resolve-references.ts";
import type { DeviceRecord } from "./device-register-store.ts";
import type { DeviceChange, NewDevice } from "./device-values.ts";

export interface DevicePlace extends Owner {
  readonly locationId: string | null;
}

interface PlaceNeeds {
  readonly references: References;
  readonly errors: ErrorCollector;
}

/** A new device belongs to its client's direct partner, to the partner named, or to the caller's. */
export async function findNewDevicePlace(
  { references, errors }: PlaceNeeds,
  named: Pick<NewDevice, "client" | "partner" | "location">,
  callerId: string,
): Promise<DevicePlace> {
  const client = await references.resolveClient("client", named.client);
  const partner = await references.resolvePartner("partner", named.partner);
  const owner = deviceOwner(client, partner?.id ?? callerId);
  if (partner !== undefined && partner.id !== owner.partnerId) {
    errors.reject("partner", "not_the_direct_partner");
  }
  const location = await references.resolveLocation(
    "location",
    knownOwnersLocation(errors, named.location),
    locationOwners(owner),
  );
  return { ...owner, locationId: location?.id ?? null };
}

interface MovedDevice {
  readonly device: DeviceRecord;
  readonly named: Pick<DeviceChange, "client" | "location">;
  /** The client that was found for the reference. */
  readonly client: OwnedReference | undefined;
}

/** A device that moves to another client leaves the old client's location. */
export async function findChangedDevicePlace(
  { references, errors }: PlaceNeeds,
  { device, named, client }: MovedDevice,
): Promise<Partial<DevicePlace>> {
  const current = { partnerId: device.partner.id, clientId: device.client?.id ?? null };
  const owner = named.client === undefined ? current : deviceOwner(client, device.partner.id);
  const reference = knownOwnersLocation(errors, named.location);
  const location = await references.resolveLocation("location", reference, locationOwners(owner));
  const isMoved = owner.clientId !== current.clientId;
  const locationId =
    reference === undefined && !isMoved ? {} : { locationId: location?.id ?? null };
  return { ...(isMoved ? owner : {}), ...locationId };
}

/** While the owner is unknown, its locations are too. Then only the owner is reported. */
function knownOwnersLocation(
  errors: ErrorCollector,
  location: Reference | null | undefined,
): Reference | null | undefined {
  return errors.has("client") || errors.has("partner") ? undefined : location;
}

export function deviceOwner(client: Owner | undefined, partnerId: string): Owner {
  if (client === undefined) return { partnerId, clientId: null };
  return { partnerId: client.partnerId, clientId: client.clientId };
}

/** A device is at a location of its client or of its partner. */
export function locationOwners(owner: Owner): readonly Owner[] {
  return [owner, { partnerId: owner.partnerId, clientId: null }];
}
