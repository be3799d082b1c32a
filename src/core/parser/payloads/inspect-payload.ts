/**
 * The first step of reading a payload: finds its layout, device and KSN without a key. Pure.
 */
import type { DeviceType } from "../../management/devices/device-types.ts";
import { DEVICE_LAYOUTS } from "./device-layouts.ts";
import type { EncryptionScheme } from "./dukpt/encryption-scheme.ts";
import { readKsn } from "./dukpt/ksn.ts";
import { cipherBlockBytes } from "./dukpt/reading-keys.ts";
import type { Block, ParsedLayout, Version } from "./layouts/layout.ts";
import { matchLayout } from "./match-layout.ts";
import { PayloadError, type RequestConflict } from "./payload-error.ts";
import type { PayloadInput } from "./reading.ts";

/** One way to read a payload, with everything except the key. */
export interface ReadableVersion extends Version {
  /** Empty if nothing is encrypted. */
  readonly ksn: string;
  readonly schemes: readonly EncryptionScheme[];
}

/** The input of readPayload. */
export interface InspectedPayload {
  readonly deviceType: DeviceType;
  /** The device to look up, from the payload or else from the request. */
  readonly serial: string;
  /** Upper-case hex, 20 or 24 digits. Empty if the terminal sent its data in clear. */
  readonly ksn: string;
  readonly parsed: ParsedLayout;
  readonly versions: readonly ReadableVersion[];
}

const SERIAL_IN_KSN_DIGITS = 14;

/** Throws a PayloadError if the payload, its serial number or its KSN is not valid. */
export function inspectPayload(input: PayloadInput): InspectedPayload {
  const { deviceType } = input;
  const { parsed } = matchLayout(input);
  const { schemes } = DEVICE_LAYOUTS[deviceType];
  const asked = requestSerial(input);
  if (!parsed.isSerialInKsn) requireSerial(parsed, asked);
  const versions = addSerial(parsed.serial, () =>
    readableVersions(parsed, input.ksn?.trim() || undefined, schemes),
  );
  const ksn = versions[0]?.ksn ?? "";
  const serial = parsed.serial ?? asked ?? ksn.slice(0, SERIAL_IN_KSN_DIGITS);
  return { deviceType, serial, ksn, parsed, versions };
}

const CONFLICT_FACTS = {
  no_serial: ["serial_missing", "neither the payload nor the request contains a serial number"],
  other_serial: ["serial_differs", "the payload and the request have different serial numbers"],
  no_ksn: ["bad_ksn", "neither the payload nor the request contains a KSN"],
  other_ksn: ["ksn_differs", "the payload and the request have different KSNs"],
} as const;

function conflictError(conflict: RequestConflict, serial?: string): PayloadError {
  const [code, fact] = CONFLICT_FACTS[conflict.kind];
  return new PayloadError(code, `${conflict.layout}: ${fact}.`, { conflict, serial });
}

/** Adds the serial number to an error, because errors of the device come before those of the KSN. */
function addSerial<Made>(serial: string | undefined, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PayloadError) || serial === undefined) throw error;
    throw new PayloadError(error.code, error.message, { serial, conflict: error.conflict });
  }
}

/** The request's serial number, without blanks around it and without the prefix of the type. */
export function requestSerial({
  deviceType,
  serial,
}: Pick<PayloadInput, "deviceType" | "serial">): string | undefined {
  const asked = serial?.trim() || undefined;
  const { serialPrefix = "" } = DEVICE_LAYOUTS[deviceType];
  return asked?.startsWith(serialPrefix) ? asked.slice(serialPrefix.length) : asked;
}

function requireSerial({ layout, serial }: ParsedLayout, asked: string | undefined): void {
  if (serial === undefined && asked === undefined) {
    throw conflictError({ kind: "no_serial", layout });
  }
  if (serial === undefined || asked === undefined) return;
  if (serial.toUpperCase() === asked.toUpperCase()) return;
  throw conflictError({ kind: "other_serial", layout }, serial);
}

function readableVersions(
  parsed: ParsedLayout,
  asked: string | undefined,
  schemes: readonly EncryptionScheme[],
): readonly ReadableVersion[] {
  const request = asked === undefined ? undefined : readKsn(asked, "in the request");
  const versions = parsed.versions.map((version) => {
    const { blocks, checks } = version;
    const ksn = versionKsn(parsed.layout, version, request);
    return { blocks, checks, ksn, schemes: fittingSchemes(parsed, { blocks, ksn }, schemes) };
  });
  requireSameKsn(parsed, request);
  return versions;
}

function versionKsn(layout: string, version: Version, request: string | undefined): string {
  if (!version.blocks.some(isEncrypted)) return "";
  if (version.ksn !== undefined) return readKsn(version.ksn, `in the payload (${layout})`);
  if (request !== undefined) return request;
  throw conflictError({ kind: "no_ksn", layout });
}

/** If the data was sent twice, the request may contain either KSN. */
function requireSameKsn({ layout, versions }: ParsedLayout, request: string | undefined): void {
  if (versions.every(({ ksn }) => ksn === undefined)) return;
  const own = versions.flatMap(({ ksn }) => (ksn === undefined ? [] : [readKsn(ksn, "")]));
  if (request === undefined || own.includes(request)) return;
  throw conflictError({ kind: "other_ksn", layout });
}

function isEncrypted(block: Block): boolean {
  return block.kind === "cipher" || block.pieces.some((piece) => piece.isEncrypted);
}

type Encrypted = Pick<ReadableVersion, "blocks" | "ksn">;

/** The schemes that the layout states, or else those of the device type. */
function fittingSchemes(
  { layout, schemes: own }: ParsedLayout,
  version: Encrypted,
  usual: readonly EncryptionScheme[],
): readonly EncryptionScheme[] {
  const fitting = (own ?? usual).filter((scheme) => fitsAll(version, scheme));
  if (fitting.length > 0) return fitting;
  const sizes = version.blocks.flatMap((block) =>
    block.kind === "cipher" ? [block.data.length] : [],
  );
  throw new PayloadError(
    "wrong_layout",
    `${layout}: the encrypted data of ${sizes.join(" and ")} bytes is not a multiple of the cipher's block size, or its initialization vector is not one block.`,
  );
}

/** Whether a scheme could have produced all blocks, by their lengths. */
export function fitsAll({ blocks, ksn }: Encrypted, scheme: EncryptionScheme): boolean {
  return blocks.every((block) => fits(block, scheme, ksn));
}

function fits(block: Block, scheme: EncryptionScheme, ksn: string): boolean {
  if (block.kind === "digits") return true;
  const size = cipherBlockBytes(scheme, ksn);
  const isWhole = block.data.length > 0 && block.data.length % size === 0;
  const isStartable = scheme.iv === "zeros" || block.iv === undefined || block.iv.length === size;
  return isWhole && isStartable;
}
