/**
 * The second step of reading a payload: gets the terminal's key from key custody, decrypts the data
 * and extracts the card. Keys and clear data are wiped afterwards.
 */
import type { InitialKey, TerminalKeys } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import type { DeviceType } from "../../management/devices/device-types.ts";
import type { CardData } from "./card-data.ts";
import type { EncryptionScheme } from "./dukpt/encryption-scheme.ts";
import { ReadingKeys } from "./dukpt/reading-keys.ts";
import { type ExtractedCard, extractCard } from "./extract-card.ts";
import { fitsAll, type InspectedPayload, type ReadableVersion } from "./inspect-payload.ts";
import type { CipherBlock, DigitsBlock } from "./layouts/layout.ts";
import { PayloadError } from "./payload-error.ts";
import type { PayloadReading } from "./reading.ts";
import { readTrack3 } from "./tracks.ts";

export interface ReadPayloadNeeds {
  readonly keys: TerminalKeys;
  /** The schemes that an operator has set for a base key, if any. */
  readonly findSchemes?: (
    baseKey: string,
    deviceType: DeviceType,
  ) => readonly EncryptionScheme[] | undefined;
}

/** Throws a PayloadError if there is no key or the decrypted data is not a card. */
export async function readPayload(
  needs: ReadPayloadNeeds,
  inspected: InspectedPayload,
): Promise<PayloadReading> {
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
    first ??
    new PayloadError("wrong_layout", `${inspected.parsed.layout}: the payload has no data to read.`)
  );
}

interface VersionWithKey {
  readonly inspected: InspectedPayload;
  readonly version: ReadableVersion;
  readonly initial: InitialKey | undefined;
}

function readVersion(
  { findSchemes }: ReadPayloadNeeds,
  versionWithKey: VersionWithKey,
): PayloadReading {
  const { inspected, version, initial } = versionWithKey;
  if (version.ksn === "") return decryptVersion(inspected, version, { schemes: version.schemes });
  if (initial === undefined) {
    const message = `${inspected.parsed.layout}: there is no base key for this KSN.`;
    throw new PayloadError("no_base_key", message);
  }
  const stated = findSchemes?.(initial.baseKey, inspected.deviceType);
  const schemes = stated?.filter((scheme) => fitsAll(version, scheme)) ?? version.schemes;
  const readingKeys = new ReadingKeys(initial, version.ksn);
  try {
    return decryptVersion(inspected, version, { schemes, keys: readingKeys });
  } finally {
    readingKeys.wipe();
  }
}

interface DecryptionOptions {
  readonly schemes: readonly EncryptionScheme[];
  /** Absent if nothing is encrypted. */
  readonly keys?: ReadingKeys;
}

/** Tries the schemes in order until one yields card data. */
function decryptVersion(
  inspected: InspectedPayload,
  version: ReadableVersion,
  options: DecryptionOptions,
): PayloadReading {
  let first: PayloadError | undefined;
  for (const scheme of options.schemes) {
    const decryptor = new BlockDecryptor(scheme, options.keys);
    try {
      return toReading(inspected, version, decryptor.decrypt(inspected.parsed.layout, version));
    } catch (error) {
      if (!(error instanceof PayloadError)) throw error;
      first ??= error;
    } finally {
      decryptor.wipe();
    }
  }
  throw (
    first ??
    unreadable(
      inspected.parsed.layout,
      "the encrypted data",
      "does not fit the encryption scheme of the base key",
    )
  );
}

/** Decrypts blocks with one scheme, and wipes the clear data at the end. */
class BlockDecryptor {
  readonly #scheme: EncryptionScheme;
  readonly #keys: ReadingKeys | undefined;
  readonly #plains: Buffer[] = [];

  constructor(scheme: EncryptionScheme, keys: ReadingKeys | undefined) {
    this.#scheme = scheme;
    this.#keys = keys;
  }

  decrypt(layout: string, { blocks, checks }: ReadableVersion): CardData {
    let all: CardData | undefined;
    for (const block of blocks) {
      const found =
        block.kind === "cipher" ? this.#decryptCipher(block) : this.#decryptDigits(block);
      if (found === undefined) {
        throw unreadable(layout, block.name, "is not card data under this KSN's key");
      }
      all = all === undefined ? found : mergeCardData(all, found);
    }
    for (const check of checks) {
      const why = check(all ?? {});
      if (why !== undefined) throw unreadable(layout, "the decrypted data", why);
    }
    return all ?? {};
  }

  wipe(): void {
    for (const plain of this.#plains) plain.fill(0);
  }

  #decryptCipher({ data, iv, read }: CipherBlock): CardData | undefined {
    if (this.#keys === undefined) return undefined;
    const plain = this.#keys.decrypt(this.#scheme, data, iv);
    this.#plains.push(plain);
    const found = read(plain);
    if (found !== undefined || this.#scheme.fill === "zeros") return found;
    const cut = withoutPkcs7(plain);
    return cut && read(cut);
  }

  #decryptDigits({ pieces, read }: DigitsBlock): CardData | undefined {
    const clear = pieces.map(({ text, isEncrypted }) =>
      isEncrypted && this.#keys ? this.#keys.decryptDigits(this.#scheme, text) : text,
    );
    return read(clear.join(""));
  }
}

/** RFC 5652, 6.3: every padding byte is the number of padding bytes. */
function withoutPkcs7(plain: Buffer): Buffer | undefined {
  const count = plain.at(-1) ?? 0;
  if (count === 0 || count > 16 || count > plain.length) return undefined;
  const isFill = plain.subarray(-count).every((byte) => byte === count);
  return isFill ? plain.subarray(0, -count) : undefined;
}

function mergeCardData(one: CardData, other: CardData): CardData {
  const tags = [...(one.tags ?? []), ...(other.tags ?? [])];
  const tlv = [one.tlv, other.tlv].flatMap((data) => (data ? [data.decrypted.reveal()] : []));
  return {
    ...one,
    ...other,
    ...(tags.length > 0 && { tags }),
    ...(tlv.length > 0 && { tlv: { decrypted: new Secret(tlv.join("")) } }),
  };
}

function toReading(
  inspected: InspectedPayload,
  version: ReadableVersion,
  found: CardData,
): PayloadReading {
  const { parsed, deviceType, serial } = inspected;
  const { mode, isFallback, fields } = requireCard(parsed.layout, extractCard(found, parsed));
  const clear3 = parsed.clear?.track3;
  const track3 = found.track3 ?? (clear3 === undefined ? undefined : readTrack3(clear3));
  const reading: Writable<PayloadReading> = {
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

function requireCard(layout: string, extraction: ReturnType<typeof extractCard>): ExtractedCard {
  switch (extraction.kind) {
    case "card":
      return extraction.card;
    case "unreadable":
      throw unreadable(layout, "the decrypted data", extraction.why);
    case "no_pan":
      throw new PayloadError("no_pan", `${layout}: the decrypted data has no card number.`);
  }
}

function unreadable(layout: string, what: string, why: string): PayloadError {
  return new PayloadError(
    "unreadable",
    `${layout}: ${what} ${why}. The key is wrong or the payload is damaged.`,
  );
}
