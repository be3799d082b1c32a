/** The photos of a sale's lines, each judged and written anew. */
import type { Picture } from "../../../ports/photos.ts";
import { readPhoto } from "../photos/keep-photo.ts";
import type { Till } from "../till.ts";
import type { OrderedLine, SaleFault } from "./sale-order.ts";

export type Pictures = ReadonlyMap<number, Picture>;

/** By the place of their line, or all that is wrong with them. */
export async function readPhotos(
  till: Till,
  lines: readonly OrderedLine[],
): Promise<Pictures | SaleFault[]> {
  const pictures = new Map<number, Picture>();
  const faults: SaleFault[] = [];
  for (const { place, photo } of lines) {
    if (photo === undefined) continue;
    const picture = await readPhoto(till, photo);
    if ("kind" in picture) faults.push({ kind: "line", place, part: "photo", why: picture.why });
    else pictures.set(place, picture);
  }
  return faults.length > 0 ? faults : pictures;
}
