/**
 * The first step of reading a payload: which layout it has, which device and which KSN it names.
 * Nothing is decrypted here, and nothing outside is asked. Pure.
 */
import type { DeviceType } from "../../management/devices/device-types.ts";
import { DEVICE_LAYOUTS } from "./device-layouts.ts";
import { readKsn } from "./dukpt/ksn.ts";
import { blockBytesOf } from "./dukpt/reading-keys.ts";
import type { Recipe } from "./dukpt/recipe.ts";
import { layPayload } from "./lay-payload.ts";
import type { Block, Laid, Version } from "./layouts/layout.ts";
import { PayloadError } from "./payload-error.ts";
import type { PayloadInput } from "./reading.ts";

/** One way to read a payload, with all it takes but the key. */
export interface ReadableVersion extends Version {
  /** Empty where nothing is enciphered. */
  readonly ksn: string;
  readonly recipes: readonly Recipe[];
}

/** A payload taken apart, as readPayload wants it. */
export interface InspectedPayload {
  readonly deviceType: DeviceType;
  /** The device to look up: the payload's own word, or the request's. */
  readonly serial: string;
  /** Upper-case hex, 20 or 24 digits; empty where the terminal sent its data in clear. */
  readonly ksn: string;
  readonly laid: Laid;
  readonly versions: readonly ReadableVersion[];
}

const SERIAL_IN_KSN_DIGITS = 14;

/** Throws a PayloadFault where the payload, its serial or its KSN is not fit to be read. */
export function inspectPayload(input: PayloadInput): InspectedPayload {
  const { deviceType } = input;
  const { laid } = layPayload(input);
  const { recipes } = DEVICE_LAYOUTS[deviceType];
  const asked = askedSerial(input);
  if (!laid.isSerialInKsn) requireSerial(laid, asked);
  const versions = naming(laid.serial, () =>
    versionsOf(laid, input.ksn?.trim() || undefined, recipes),
  );
  const ksn = versions[0]?.ksn ?? "";
  const serial = laid.serial ?? asked ?? ksn.slice(0, SERIAL_IN_KSN_DIGITS);
  return { deviceType, serial, ksn, laid, versions };
}

/** The device's rules come before the KSN's: an error says whose it is. */
function naming<Made>(serial: string | undefined, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof PayloadError) || serial === undefined) throw error;
    throw new PayloadError(error.code, error.message, serial);
  }
}

/** Whom the request names: blanks around a serial and the type's own prefix mean nothing. */
export function askedSerial({
  deviceType,
  serial,
}: Pick<PayloadInput, "deviceType" | "serial">): string | undefined {
  const asked = serial?.trim() || undefined;
  const { serialPrefix = "" } = DEVICE_LAYOUTS[deviceType];
  return asked?.startsWith(serialPrefix) ? asked.slice(serialPrefix.length) : asked;
}

function requireSerial({ layout, serial }: Laid, asked: string | undefined): void {
  if (serial === undefined && asked === undefined) {
    throw new PayloadError(
      "serial_missing",
      `${layout}: the payload names no device, and the request has no deviceSerial.`,
    );
  }
  if (serial === undefined || asked === undefined) return;
  if (serial.toUpperCase() === asked.toUpperCase()) return;
  throw new PayloadError(
    "serial_differs",
    `${layout}: the payload names another device than the request's deviceSerial.`,
    serial,
  );
}

function versionsOf(
  laid: Laid,
  asked: string | undefined,
  recipes: readonly Recipe[],
): readonly ReadableVersion[] {
  const request = asked === undefined ? undefined : readKsn(asked, "of the request");
  const versions = laid.versions.map((version) => {
    const { blocks, doubts } = version;
    const ksn = ksnOf(laid.layout, version, request);
    return { blocks, doubts, ksn, recipes: fittingRecipes(laid, { blocks, ksn }, recipes) };
  });
  requireSameKsn(laid, request);
  return versions;
}

function ksnOf(layout: string, version: Version, request: string | undefined): string {
  if (!version.blocks.some(isEnciphered)) return "";
  if (version.ksn !== undefined) return readKsn(version.ksn, `in the payload (${layout})`);
  if (request !== undefined) return request;
  throw new PayloadError("bad_ksn", `${layout}: neither the payload nor the request has a KSN.`);
}

/** Of data sent twice the request may name either KSN. */
function requireSameKsn({ layout, versions }: Laid, request: string | undefined): void {
  if (versions.every(({ ksn }) => ksn === undefined)) return;
  const own = versions.flatMap(({ ksn }) => (ksn === undefined ? [] : [readKsn(ksn, "")]));
  if (request === undefined || own.includes(request)) return;
  throw new PayloadError("ksn_differs", `${layout}: the request's KSN is not the payload's.`);
}

function isEnciphered(block: Block): boolean {
  return block.kind === "cipher" || block.pieces.some((piece) => piece.isEnciphered);
}

type Enciphered = Pick<ReadableVersion, "blocks" | "ksn">;

/** The layout's own recipes, or else the device type's. */
function fittingRecipes(
  { layout, recipes: own }: Laid,
  version: Enciphered,
  usual: readonly Recipe[],
): readonly Recipe[] {
  const fitting = (own ?? usual).filter((recipe) => fitsAll(version, recipe));
  if (fitting.length > 0) return fitting;
  const sizes = version.blocks.flatMap((block) =>
    block.kind === "cipher" ? [block.data.length] : [],
  );
  throw new PayloadError(
    "wrong_layout",
    `${layout}: enciphered data of ${sizes.join(" and ")} bytes is not whole blocks of the cipher, or its initial value is not one block.`,
  );
}

/** Whether a recipe could have made all of the blocks, by their lengths. */
export function fitsAll({ blocks, ksn }: Enciphered, recipe: Recipe): boolean {
  return blocks.every((block) => fits(block, recipe, ksn));
}

function fits(block: Block, recipe: Recipe, ksn: string): boolean {
  if (block.kind === "digits") return true;
  const size = blockBytesOf(recipe, ksn);
  const isWhole = block.data.length > 0 && block.data.length % size === 0;
  const isStartable = recipe.iv === "zeros" || block.iv === undefined || block.iv.length === size;
  return isWhole && isStartable;
}
