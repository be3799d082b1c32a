/** Takes photos in: each is judged and written anew before anything of it is kept. */
import type { Database } from "../../../db/database.ts";
import type { Picture, PictureFault } from "../../../ports/photos.ts";
import type { Till } from "../till.ts";
import { PhotoStore } from "./photo-store.ts";

export const PHOTO_BYTES_MAX = 5 * 1024 * 1024;

export interface PhotoFault {
  readonly kind: "bad_photo";
  readonly why: PictureFault | "too_large";
}

/** No database transaction is open meanwhile: it takes its time. */
export async function readPhoto(
  { photos }: Pick<Till, "photos">,
  bytes: Uint8Array,
): Promise<Picture | PhotoFault> {
  if (bytes.length > PHOTO_BYTES_MAX) return { kind: "bad_photo", why: "too_large" };
  const picture = await photos.encode(bytes);
  return typeof picture === "string" ? { kind: "bad_photo", why: picture } : picture;
}

/** Gives the photo's id. */
export function keepPhoto(
  { clock }: Pick<Till, "clock">,
  db: Database,
  accountId: string,
  picture: Picture,
): Promise<string> {
  return new PhotoStore(db, accountId).add(picture, clock.wall());
}
