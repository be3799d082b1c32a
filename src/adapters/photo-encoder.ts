/**
 * Photos through libvips (sharp). What arrives is hostile until it was decoded and written anew:
 * only three loaders are ever let near it, with limits on pixels and time.
 */
import type sharp from "sharp";
import type { PhotoEncoder, PhotoType, Picture, PictureError } from "../ports/photos.ts";

/** More than any phone's camera makes; decoded, about 200 MB. */
const PIXELS_MAX = 50_000_000;
/** A line's photo is looked at on a screen, not printed. */
const SIDE_MAX = 1_600;
const SECONDS_MAX = 10;
/** Each needs memory for all its pixels. */
const AT_ONCE_MAX = 2;

const LOADERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
];

/** With the first photo: most houses never see one. */
async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import("sharp");
  // libvips chooses a loader by content, and it has dozens: vector graphics, PDF, camera formats.
  loaded.block({ operation: ["VipsForeignLoad"] });
  loaded.unblock({ operation: LOADERS });
  loaded.cache(false);
  loaded.concurrency(1);
  return loaded;
}

export class SharpPhotoEncoder implements PhotoEncoder {
  #sharp: Promise<typeof sharp> | undefined;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async encode(bytes: Uint8Array): Promise<Picture | PictureError> {
    const mediaType = detectType(bytes);
    if (mediaType === undefined) return "not_a_picture";
    this.#sharp ??= loadSharp();
    const open = await this.#sharp;
    await this.#enter();
    try {
      return { mediaType, content: await encodeAs(open, mediaType, bytes) };
    } catch (error) {
      return /pixel limit/i.test((error as Error).message) ? "too_many_pixels" : "not_a_picture";
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < AT_ONCE_MAX) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever waits takes the place over. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

const latin1 = (text: string) => Buffer.from(text, "latin1");
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** By the first bytes, as each format's own standard has them. */
function detectType(bytes: Uint8Array): PhotoType | undefined {
  const holds = (signature: Uint8Array, at = 0) =>
    Buffer.compare(signature, bytes.subarray(at, at + signature.length)) === 0;
  if (holds(JPEG)) return "image/jpeg";
  if (holds(PNG)) return "image/png";
  return holds(latin1("RIFF")) && holds(latin1("WEBPVP8"), 8) ? "image/webp" : undefined;
}

/** Turned as the camera says, then nothing is kept of what it says: sharp writes no metadata. */
async function encodeAs(
  open: typeof sharp,
  mediaType: PhotoType,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const picture = open(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize(SIDE_MAX, SIDE_MAX, { fit: "inside", withoutEnlargement: true });
  switch (mediaType) {
    case "image/jpeg":
      return picture.jpeg({ quality: 85, mozjpeg: false }).toBuffer();
    case "image/png":
      return picture.png({ compressionLevel: 6 }).toBuffer();
    case "image/webp":
      return picture.webp({ quality: 85 }).toBuffer();
  }
}
