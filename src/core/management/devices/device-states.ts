/** The states of a device, and which may follow which (A, deviceState). Pure. */

export const DEVICE_STATES = [
  "new",
  "injected",
  "inTransit",
  "stored",
  "assigned",
  "unassigned",
  "activating",
  "activated",
  "damaged",
  "malfunctioning",
  "quarantined",
  "inRepair",
  "rma",
  "doa",
  "lost",
  "tampered",
  "tamperedP2PE",
  "retired",
  "destroyed",
] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

const AFTER_TAMPERING = ["quarantined", "retired", "destroyed"] as const;

/** States that are not here lead to every other. */
const LEADS_ONLY_TO: Readonly<Partial<Record<DeviceState, readonly DeviceState[]>>> = {
  retired: [],
  destroyed: [],
  tampered: AFTER_TAMPERING,
  tamperedP2PE: AFTER_TAMPERING,
  lost: ["stored", "retired", "destroyed"],
};

export function mayFollow(from: DeviceState, to: DeviceState): boolean {
  return from === to || (LEADS_ONLY_TO[from]?.includes(to) ?? true);
}

export function findDeviceState(name: string): DeviceState | undefined {
  return DEVICE_STATES.find((state) => state === name);
}

/** Its number in the database, and the state of a number. */
export function deviceStateId(state: DeviceState): number {
  return DEVICE_STATES.indexOf(state) + 1;
}

export function deviceStateOf(id: number): DeviceState | undefined {
  return DEVICE_STATES[id - 1];
}

/** Those in which a device is at a client's, where somebody can look at it once a year. */
export const INSPECTED_STATES: readonly DeviceState[] = [
  "stored",
  "assigned",
  "unassigned",
  "activating",
  "activated",
  "damaged",
  "malfunctioning",
  "quarantined",
  "inRepair",
];
