/** The terminal types that the parser reads. Makers' own names stand for the neutral ones. */

export const DEVICE_TYPES = [
  "generic",
  "vendora",
  "vendorb-ra1",
  "vendorb-rba",
  "vendorc",
  "vendord",
  "vendore",
  "vendorf",
  "vendorf2",
] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

export const DEVICE_TYPE_ALIASES: ReadonlyMap<string, DeviceType> = new Map([
  ["idtech", "vendora"],
  ["ingenico-ra1", "vendorb-ra1"],
  ["ingenico-rba", "vendorb-rba"],
  ["miura", "vendorc"],
  ["prima", "vendord"],
  ["verifone", "vendore"],
  ["wisepad", "vendorf"],
  ["wisepad2", "vendorf2"],
] as const);

export function findDeviceType(name: string): DeviceType | undefined {
  return DEVICE_TYPES.find((type) => type === name) ?? DEVICE_TYPE_ALIASES.get(name);
}

/** Its number in the database, and the type of a number. */
export function deviceTypeId(type: DeviceType): number {
  return DEVICE_TYPES.indexOf(type) + 1;
}

export function deviceTypeOf(id: number): DeviceType | undefined {
  return DEVICE_TYPES[id - 1];
}
