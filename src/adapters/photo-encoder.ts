/**
 * Encodes photos with libvips (sharp). An upload may be hostile, so only three loaders may read it,
 * with limits on pixels and time, and the picture is always encoded again.
 */
import type sharp from "sharp";
import {
  PHOTO_TYPES,
  type PhotoEncoder,
  type PhotoType,
  type Picture,
  type PictureError,
  type PictureLimits,
} from "../ports/photos.ts";

/** More than the camera of any phone has. Decoded, this is about 200 MB. */
const PIXELS_MAX = 50_000_000;
/** Large enough for a screen. Photos are not printed. */
const SIDE_MAX = 1_600;
const SECONDS_MAX = 10;
/** Few at the same time, because each needs memory for all its pixels. */
const AT_ONCE_MAX = 2;

const LOADERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
];

/** Called with the first photo, because most installations never get one. */
async function loadSharp(): Promise<typeof sharp> {
  const { default: loaded } = await import("sharp");
  // libvips chooses a loader by content and has dozens, such as for vector graphics and PDF.
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

  async encode(bytes: Uint8Array, limits: PictureLimits = {}): Promise<Picture | PictureError> {
    const mediaType = detectType(bytes);
    const { types = PHOTO_TYPES } = limits;
    if (mediaType === undefined || !types.includes(mediaType)) return "not_a_picture";
    this.#sharp ??= loadSharp();
    const open = await this.#sharp;
    await this.#enter();
    try {
      const { data: content, info } = await encodeAs(open, mediaType, { ...limits, bytes });
      return { mediaType, content, width: info.width, height: info.height };
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

  /** The next waiting call takes over the place. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

const latin1 = (text: string) => Buffer.from(text, "latin1");
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Detects the type by the first bytes. */
function detectType(bytes: Uint8Array): PhotoType | undefined {
  const holds = (signature: Uint8Array, at = 0) =>
    Buffer.compare(signature, bytes.subarray(at, at + signature.length)) === 0;
  if (holds(JPEG)) return "image/jpeg";
  if (holds(PNG)) return "image/png";
  return holds(latin1("RIFF")) && holds(latin1("WEBPVP8"), 8) ? "image/webp" : undefined;
}

/** Rotates the picture by its metadata. sharp then writes no metadata. */
async function encodeAs(
  open: typeof sharp,
  mediaType: PhotoType,
  upload: PictureLimits & { readonly bytes: Uint8Array },
): Promise<{
  readonly data: Uint8Array;
  readonly info: { readonly width: number; readonly height: number };
}> {
  const { bytes, sideMax = SIDE_MAX, pixelsMax = PIXELS_MAX } = upload;
  const whole = { resolveWithObject: true } as const;
  const picture = open(bytes, { limitInputPixels: pixelsMax, failOn: "error", pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .resize(sideMax, sideMax, { fit: "inside", withoutEnlargement: true });
  switch (mediaType) {
    case "image/jpeg":
      return picture.jpeg({ quality: 85, mozjpeg: false }).toBuffer(whole);
    case "image/png":
      return picture.png({ compressionLevel: 6 }).toBuffer(whole);
    case "image/webp":
      return picture.webp({ quality: 85 }).toBuffer(whole);
  }
}
