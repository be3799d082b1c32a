/**
 * The second step of reading a payload: asks key custody for the terminal's key, decrypts, and takes
 * the card out of what appears. It must not know who asks, and keeps neither keys nor clear data.
 */
import type { InitialKey, TerminalKeys } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import type { DeviceType } from "../../management/devices/device-types.ts";
import { ReadingKeys } from "./dukpt/reading-keys.ts";
import type { Recipe } from "./dukpt/recipe.ts";
import { type ExtractedCard, extractCard } from "./extract-card.ts";
import type { Found } from "./found.ts";
import { fitsAll, type InspectedPayload, type ReadableVersion } from "./inspect-payload.ts";
import type { CipherBlock, DigitsBlock } from "./layouts/layout.ts";
import { PayloadError } from "./payload-error.ts";
import type { Reading } from "./reading.ts";
import { readTrack3 } from "./tracks.ts";

export interface ReadPayloadNeeds {
  readonly keys: TerminalKeys;
  /** What an operator has stated of the terminals under a base key, if anything. */
  readonly recipesOf?: (baseKey: string, deviceType: DeviceType) => readonly Recipe[] | undefined;
}

/** Throws a PayloadFault where no key is at hand or what was decrypted is no card. */
export async function readPayload(
  needs: ReadPayloadNeeds,
  inspected: InspectedPayload,
): Promise<Reading> {
  let first: PayloadError | undefined;
  for (const version of inspected.versions) {
    try {
      const initial = version.ksn === "" ? undefined : await needs.keys.initialKey(version.ksn);
      return readVersion(needs, { inspected, version, initial });
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      first ??= error;
    }
  }
  throw (
    first ?? new PayloadError("wrong_layout", `${inspected.laid.layout}: there is nothing to read.`)
  );
}

interface Keyed {
  readonly inspected: InspectedPayload;
  readonly version: ReadableVersion;
  readonly initial: InitialKey | undefined;
}

function readVersion({ recipesOf }: ReadPayloadNeeds, keyed: Keyed): Reading {
  const { inspected, version, initial } = keyed;
  if (version.ksn === "") return openVersion(inspected, version, { recipes: version.recipes });
  if (initial === undefined) {
    const message = `${inspected.laid.layout}: no base key answers for the KSN.`;
    throw new PayloadError("no_base_key", message);
  }
  const stated = recipesOf?.(initial.baseKey, inspected.deviceType);
  const recipes = stated?.filter((recipe) => fitsAll(version, recipe)) ?? version.recipes;
  const readingKeys = new ReadingKeys(initial, version.ksn);
  try {
    return openVersion(inspected, version, { recipes, keys: readingKeys });
  } finally {
    readingKeys.wipe();
  }
}

interface Opening {
  readonly recipes: readonly Recipe[];
  /** Not there where nothing is enciphered. */
  readonly keys?: ReadingKeys;
}

/** The first recipe that makes sense of the blocks. */
function openVersion(
  inspected: InspectedPayload,
  version: ReadableVersion,
  opening: Opening,
): Reading {
  let first: PayloadError | undefined;
  for (const recipe of opening.recipes) {
    const opener = new Opener(recipe, opening.keys);
    try {
      return readingOf(inspected, version, opener.open(inspected.laid.layout, version));
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      first ??= error;
    } finally {
      opener.wipe();
    }
  }
  throw first ?? unreadable(inspected.laid.layout, "the enciphered data", "fits no stated recipe");
}

/** Opens blocks by one recipe, and wipes what it has opened. */
class Opener {
  readonly #recipe: Recipe;
  readonly #keys: ReadingKeys | undefined;
  readonly #plains: Buffer[] = [];

  constructor(recipe: Recipe, keys: ReadingKeys | undefined) {
    this.#recipe = recipe;
    this.#keys = keys;
  }

  open(layout: string, { blocks, doubts }: ReadableVersion): Found {
    let all: Found | undefined;
    for (const block of blocks) {
      const found = block.kind === "cipher" ? this.#openCipher(block) : this.#openDigits(block);
      if (found === undefined) {
        throw unreadable(layout, block.name, "is no card data under this KSN's key");
      }
      all = all === undefined ? found : joined(all, found);
    }
    for (const doubt of doubts) {
      const why = doubt(all ?? {});
      if (why !== undefined) throw unreadable(layout, "what was decrypted", why);
    }
    return all ?? {};
  }

  wipe(): void {
    for (const plain of this.#plains) plain.fill(0);
  }

  #openCipher({ data, iv, read }: CipherBlock): Found | undefined {
    if (this.#keys === undefined) return undefined;
    const plain = this.#keys.decrypt(this.#recipe, data, iv);
    this.#plains.push(plain);
    const found = read(plain);
    if (found !== undefined || this.#recipe.fill === "zeros") return found;
    const cut = withoutPkcs7(plain);
    return cut && read(cut);
  }

  #openDigits({ pieces, read }: DigitsBlock): Found | undefined {
    const clear = pieces.map(({ text, isEnciphered }) =>
      isEnciphered && this.#keys ? this.#keys.decryptDigits(this.#recipe, text) : text,
    );
    return read(clear.join(""));
  }
}

/** RFC 5652, 6.3: as many bytes as each of them says. */
function withoutPkcs7(plain: Buffer): Buffer | undefined {
  const count = plain.at(-1) ?? 0;
  if (count === 0 || count > 16 || count > plain.length) return undefined;
  const isFill = plain.subarray(-count).every((byte) => byte === count);
  return isFill ? plain.subarray(0, -count) : undefined;
}

function joined(one: Found, other: Found): Found {
  const tags = [...(one.tags ?? []), ...(other.tags ?? [])];
  const tlv = [one.tlv, other.tlv].flatMap((data) => (data ? [data.decrypted.reveal()] : []));
  return {
    ...one,
    ...other,
    ...(tags.length > 0 && { tags }),
    ...(tlv.length > 0 && { tlv: { decrypted: new Secret(tlv.join("")) } }),
  };
}

function readingOf(inspected: InspectedPayload, version: ReadableVersion, found: Found): Reading {
  const { laid, deviceType, serial } = inspected;
  const { mode, isFallback, fields } = cardOf(laid.layout, extractCard(found, laid));
  const clear3 = laid.clear?.track3;
  const track3 = found.track3 ?? (clear3 === undefined ? undefined : readTrack3(clear3));
  const reading: Writable<Reading> = {
    mode,
    isFallback,
    device: deviceType,
    serial,
    ksn: version.ksn,
    extracted: fields,
  };
  if (found.track1) reading.track1 = found.track1.data;
  if (found.track2) reading.track2 = found.track2.data;
  if (track3) reading.track3 = track3;
  if (found.equivalent) reading.track2equivalent = found.equivalent.data;
  if (found.keyed) reading.keyed = found.keyed.data;
  if (found.tlv) reading.tlv = found.tlv;
  return reading;
}

type Writable<Shape> = { -readonly [Member in keyof Shape]: Shape[Member] };

function cardOf(layout: string, extraction: ReturnType<typeof extractCard>): ExtractedCard {
  switch (extraction.kind) {
    case "card":
      return extraction.card;
    case "unreadable":
      throw unreadable(layout, "what was decrypted", extraction.why);
    case "no_pan":
      throw new PayloadError("no_pan", `${layout}: what was decrypted holds no card number.`);
  }
}

function unreadable(layout: string, what: string, why: string): PayloadError {
  return new PayloadError("unreadable", `${layout}: ${what} ${why}: wrong key or damaged payload.`);
}
