/** Checks, re-encodes and stores photos. The bytes that were sent are never stored. */
import type { Database } from "../../../db/database.ts";
import type { Picture, PictureError } from "../../../ports/photos.ts";
import type { PosCore } from "../pos.ts";
import { PhotoStore } from "./photo-store.ts";

export const PHOTO_BYTES_MAX = 5 * 1024 * 1024;

export interface PhotoError {
  readonly kind: "bad_photo";
  readonly why: PictureError | "too_large";
}

/** Slow, so no database transaction may be open meanwhile. */
export async function encodePhoto(
  { photos }: Pick<PosCore, "photos">,
  bytes: Uint8Array,
): Promise<Picture | PhotoError> {
  if (bytes.length > PHOTO_BYTES_MAX) return { kind: "bad_photo", why: "too_large" };
  const picture = await photos.encode(bytes);
  return typeof picture === "string" ? { kind: "bad_photo", why: picture } : picture;
}

/** Returns the photo's id. */
export function savePhoto(
  { clock }: Pick<PosCore, "clock">,
  db: Database,
  accountId: string,
  picture: Picture,
): Promise<string> {
  return new PhotoStore(db, accountId).addPhoto(picture, clock.wall());
}
