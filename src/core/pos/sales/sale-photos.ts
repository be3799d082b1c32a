/** The photos of a sale's lines, each judged and written anew. */
import type { Picture } from "../../../ports/photos.ts";
import { readPhoto } from "../photos/keep-photo.ts";
import type { PosCore } from "../pos.ts";
import type { OrderedLine, SaleError } from "./sale-order.ts";

export type Pictures = ReadonlyMap<number, Picture>;

/** By the place of their line, or all that is wrong with them. */
export async function readPhotos(
  pos: PosCore,
  lines: readonly OrderedLine[],
): Promise<Pictures | SaleError[]> {
  const pictures = new Map<number, Picture>();
  const errors: SaleError[] = [];
  for (const { place, photo } of lines) {
    if (photo === undefined) continue;
    const picture = await readPhoto(pos, photo);
    if ("kind" in picture) errors.push({ kind: "line", place, part: "photo", why: picture.why });
    else pictures.set(place, picture);
  }
  return errors.length > 0 ? errors : pictures;
}
