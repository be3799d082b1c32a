/** Makes, changes and removes items. Another name or price is a new version of the same item. */
import type { Database } from "../../../db/database.ts";
import type { Cents } from "../../../values/money.ts";
import { keepPhoto, type PhotoError, readPhoto } from "../photos/keep-photo.ts";
import type { PosCore } from "../pos.ts";
import type { Item } from "./catalog.ts";
import { CategoryStore } from "./category-store.ts";
import { ItemStore, type NewItem } from "./item-store.ts";
import { TaxRateStore } from "./tax-rate-store.ts";

export interface ItemOrder {
  readonly name: string;
  readonly priceCents: Cents;
  readonly categoryId: string | null;
  readonly taxRateIds: readonly string[];
  /** As it was sent. */
  readonly photo: Uint8Array | undefined;
}

/** Undefined leaves as it is; null takes away. */
export interface ItemChanges {
  readonly name: string | undefined;
  readonly priceCents: Cents | undefined;
  readonly categoryId: string | null | undefined;
  readonly taxRateIds: readonly string[] | undefined;
  readonly photo: Uint8Array | null | undefined;
}

export type ItemOutcome =
  | { readonly kind: "saved"; readonly item: Item }
  | { readonly kind: "not_found" }
  | { readonly kind: "no_such_category" }
  | { readonly kind: "no_such_tax_rate" }
  | PhotoError;

export async function createItem(
  pos: PosCore,
  accountId: string,
  { photo, ...order }: ItemOrder,
): Promise<ItemOutcome> {
  const picture = photo && (await readPhoto(pos, photo));
  if (picture !== undefined && "kind" in picture) return picture;
  return pos.database.within({ accountId }, async (db) => {
    const missing = await whatIsMissing(db, accountId, order);
    if (missing !== undefined) return missing;
    const photoId = picture ? await keepPhoto(pos, db, accountId, picture) : null;
    const items = new ItemStore(db, accountId);
    const id = await items.add({ ...order, photoId }, pos.clock.wall());
    return saved(await items.find(id));
  });
}

export async function changeItem(
  pos: PosCore,
  accountId: string,
  id: string,
  { photo, ...changes }: ItemChanges,
): Promise<ItemOutcome> {
  const picture = photo && (await readPhoto(pos, photo));
  if (picture && "kind" in picture) return picture;
  return pos.database.within({ accountId }, async (db) => {
    const items = new ItemStore(db, accountId);
    const before = await items.lockCurrent(id);
    if (before === undefined) return { kind: "not_found" };
    const missing = await whatIsMissing(db, accountId, changes);
    if (missing !== undefined) return missing;
    const photoId = picture ? await keepPhoto(pos, db, accountId, picture) : picture;
    const next = changed(before, { ...changes, photoId });
    if (next.name === before.name && next.priceCents === before.priceCents) {
      await items.update(before.id, next);
      return saved(await items.find(before.id));
    }
    await items.replace(before.id);
    return saved(await items.find(await items.add(next, pos.clock.wall(), before.canonicalId)));
  });
}

export function removeItem(pos: PosCore, accountId: string, id: string): Promise<boolean> {
  return pos.database.within({ accountId }, async (db) => {
    const items = new ItemStore(db, accountId);
    const item = await items.lockCurrent(id);
    if (item !== undefined) await items.removeAll(item.canonicalId);
    return item !== undefined;
  });
}

type Links = Partial<Pick<ItemChanges, "categoryId" | "taxRateIds">>;

async function whatIsMissing(
  db: Database,
  accountId: string,
  { categoryId, taxRateIds = [] }: Links,
): Promise<ItemOutcome | undefined> {
  if (typeof categoryId === "string") {
    const isThere = await new CategoryStore(db, accountId).hold(categoryId);
    if (!isThere) return { kind: "no_such_category" };
  }
  const rates = await new TaxRateStore(db, accountId).hold(taxRateIds);
  return rates.length < taxRateIds.length ? { kind: "no_such_tax_rate" } : undefined;
}

type Changed = Omit<ItemChanges, "photo"> & { readonly photoId: string | null | undefined };

function changed(before: Item, changes: Changed): NewItem {
  const { name, priceCents, categoryId, taxRateIds, photoId } = changes;
  return {
    name: name ?? before.name,
    priceCents: priceCents ?? before.priceCents,
    categoryId: categoryId === undefined ? before.categoryId : categoryId,
    taxRateIds: taxRateIds ?? before.taxRateIds,
    photoId: photoId === undefined ? before.photoId : photoId,
  };
}

function saved(item: Item | undefined): ItemOutcome {
  return item === undefined ? { kind: "not_found" } : { kind: "saved", item };
}
