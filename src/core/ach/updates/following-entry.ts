/** Waiting entries that depend on another one, their leader: a prenote, or the sale that a credit pays back. */
import type { EntryKey } from "./entry-update.ts";

export type FollowingEntry<Leader> = EntryKey & { readonly leader: Leader };

/** A row of a statement that was given the leaders as arrays, with the place of its leader in them. */
export type FollowingRow = EntryKey & { readonly place: string };

export function addLeaders<Leader>(
  rows: readonly FollowingRow[],
  leaders: readonly Leader[],
): FollowingEntry<Leader>[] {
  return rows.flatMap(({ place, ...entry }) => {
    const leader = leaders[Number(place) - 1];
    return leader === undefined ? [] : [{ ...entry, leader }];
  });
}
