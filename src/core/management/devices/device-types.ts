/**
 * Every device type: its id in the database, the names that requests may use, and how its payloads
 * look. Management, parser, payments, OpenAPI document and documentation follow this table; the
 * functions that read the payloads are in core/parser/payloads/device-layouts.ts. docs/extending.md
 * says how to add a type.
 */

export interface DeviceTypeRow {
  /** The id in device_types. Devices refer to it, so never change or reuse an id. */
  readonly id: number;
  /** The manufacturer's name, which requests may also send. */
  readonly makersName?: string;
  /** The family of layouts, in a few words. */
  readonly layout: string;
  /** Where the key sequence number and the serial number are found. */
  readonly ksnFrom: string;
  readonly serialFrom: string;
  /** A payload can contain the serial number, so the request may omit it. */
  readonly namesItself: boolean;
}

const TYPE_TABLE = {
  generic: {
    id: 1,
    layout: "ciphertext only, in hex or base64",
    ksnFrom: "request",
    serialFrom: "request",
    namesItself: false,
  },
  vendora: {
    id: 2,
    makersName: "idtech",
    layout: "swipe or keyed record, or TLV",
    ksnFrom: "payload",
    serialFrom: "payload",
    namesItself: true,
  },
  "vendorb-ra1": {
    id: 3,
    makersName: "ingenico-ra1",
    layout: "raw track symbols",
    ksnFrom: "payload or request",
    serialFrom: "request",
    namesItself: false,
  },
  "vendorb-rba": {
    id: 4,
    makersName: "ingenico-rba",
    layout: "card-read block, alone or in EMV tag FF1F",
    ksnFrom: "payload",
    serialFrom: "request",
    namesItself: false,
  },
  vendorc: {
    id: 5,
    makersName: "miura",
    layout: "TLV in hex",
    ksnFrom: "payload",
    serialFrom: "request",
    namesItself: false,
  },
  vendord: {
    id: 6,
    makersName: "prima",
    layout: "original swipe record",
    ksnFrom: "payload",
    serialFrom: "request",
    namesItself: false,
  },
  vendore: {
    id: 7,
    makersName: "verifone",
    layout: "TLV in base64",
    ksnFrom: "payload",
    serialFrom: "request",
    namesItself: false,
  },
  vendorf: {
    id: 8,
    makersName: "wisepad",
    layout: "encrypted tracks",
    ksnFrom: "request",
    serialFrom: "KSN, or request",
    namesItself: true,
  },
  vendorf2: {
    id: 9,
    makersName: "wisepad2",
    layout: "TLV (chip), encrypted tracks (swipe)",
    ksnFrom: "payload (chip), request (swipe)",
    serialFrom: "payload, or request",
    namesItself: true,
  },
} as const satisfies Readonly<Record<string, DeviceTypeRow>>;

export type DeviceType = keyof typeof TYPE_TABLE;

export const DEVICE_TYPE_TABLE: Readonly<Record<DeviceType, DeviceTypeRow>> = TYPE_TABLE;

/** In the order of their ids. */
export const DEVICE_TYPES: readonly DeviceType[] = (Object.keys(TYPE_TABLE) as DeviceType[]).sort(
  (one, other) => deviceTypeId(one) - deviceTypeId(other),
);

export const DEVICE_TYPE_ALIASES: ReadonlyMap<string, DeviceType> = new Map(
  DEVICE_TYPES.flatMap((type) => {
    const { makersName } = DEVICE_TYPE_TABLE[type];
    return makersName === undefined ? [] : [[makersName, type] as const];
  }),
);

/** Everything that a request may send as a device type. */
export const DEVICE_TYPE_NAMES: readonly string[] = [
  ...DEVICE_TYPES,
  ...DEVICE_TYPE_ALIASES.keys(),
];

const TYPES_BY_ID = new Map(DEVICE_TYPES.map((type) => [deviceTypeId(type), type]));

export function findDeviceType(name: string): DeviceType | undefined {
  return DEVICE_TYPES.find((type) => type === name) ?? DEVICE_TYPE_ALIASES.get(name);
}

export function deviceTypeId(type: DeviceType): number {
  return DEVICE_TYPE_TABLE[type].id;
}

export function deviceTypeById(id: number): DeviceType | undefined {
  return TYPES_BY_ID.get(id);
}
