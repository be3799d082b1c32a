/** The states of a device and the allowed changes between them (A, deviceState). Pure. */

/** The ids of device_states. Devices refer to them, so never change or reuse an id. */
const STATE_IDS = {
  new: 1,
  injected: 2,
  inTransit: 3,
  stored: 4,
  assigned: 5,
  unassigned: 6,
  activating: 7,
  activated: 8,
  damaged: 9,
  malfunctioning: 10,
  quarantined: 11,
  inRepair: 12,
  rma: 13,
  doa: 14,
  lost: 15,
  tampered: 16,
  tamperedP2PE: 17,
  retired: 18,
  destroyed: 19,
} as const;

export type DeviceState = keyof typeof STATE_IDS;

/** In the order of their ids. */
export const DEVICE_STATES: readonly DeviceState[] = (Object.keys(STATE_IDS) as DeviceState[]).sort(
  (one, other) => STATE_IDS[one] - STATE_IDS[other],
);

const AFTER_TAMPERING = ["quarantined", "retired", "destroyed"] as const;

/** A state that is not in this table may be followed by any other. */
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

export function deviceStateId(state: DeviceState): number {
  return STATE_IDS[state];
}

export function deviceStateById(id: number): DeviceState | undefined {
  return DEVICE_STATES.find((state) => STATE_IDS[state] === id);
}

/** The states of devices at a client's site, which are inspected once a year. */
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
