/** Checks and re-encodes the photos of a sale's lines. */
import type { Picture } from "../../../ports/photos.ts";
import { encodePhoto } from "../photos/save-photo.ts";
import type { PosCore } from "../pos.ts";
import type { OrderedLine, SaleError } from "./sale-order.ts";

export type Pictures = ReadonlyMap<number, Picture>;

/** Returns the photos by the index of their line, or all errors. */
export async function encodePhotos(
  pos: PosCore,
  lines: readonly OrderedLine[],
): Promise<Pictures | SaleError[]> {
  const pictures = new Map<number, Picture>();
  const errors: SaleError[] = [];
  for (const { place, photo } of lines) {
    if (photo === undefined) continue;
    const picture = await encodePhoto(pos, photo);
    if ("kind" in picture) errors.push({ kind: "line", place, part: "photo", why: picture.why });
    else pictures.set(place, picture);
  }
  return errors.length > 0 ? errors : pictures;
}
