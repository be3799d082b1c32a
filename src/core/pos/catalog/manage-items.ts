/** Creates, changes and removes items. A new name or price makes a new version of the item. */
import type { Database } from "../../../db/database.ts";
import type { Cents } from "../../../values/money.ts";
import { encodePhoto, type PhotoError, savePhoto } from "../photos/save-photo.ts";
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
  /** The bytes as sent. */
  readonly photo: Uint8Array | undefined;
}

/** Undefined means no change; null removes the value. */
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
  const picture = photo && (await encodePhoto(pos, photo));
  if (picture !== undefined && "kind" in picture) return picture;
  return pos.database.within({ accountId }, async (db) => {
    const missing = await findMissingLink(db, accountId, order);
    if (missing !== undefined) return missing;
    const photoId = picture ? await savePhoto(pos, db, accountId, picture) : null;
    const items = new ItemStore(db, accountId);
    const id = await items.addItem({ ...order, photoId }, pos.clock.wall());
    return saved(await items.findItem(id));
  });
}

export async function changeItem(
  pos: PosCore,
  accountId: string,
  id: string,
  { photo, ...changes }: ItemChanges,
): Promise<ItemOutcome> {
  const picture = photo && (await encodePhoto(pos, photo));
  if (picture && "kind" in picture) return picture;
  return pos.database.within({ accountId }, async (db) => {
    const items = new ItemStore(db, accountId);
    const before = await items.lockCurrentVersion(id);
    if (before === undefined) return { kind: "not_found" };
    const missing = await findMissingLink(db, accountId, changes);
    if (missing !== undefined) return missing;
    const photoId = picture ? await savePhoto(pos, db, accountId, picture) : picture;
    const next = applyChanges(before, { ...changes, photoId });
    if (next.name === before.name && next.priceCents === before.priceCents) {
      await items.updateItem(before.id, next);
      return saved(await items.findItem(before.id));
    }
    await items.markReplaced(before.id);
    return saved(
      await items.findItem(await items.addItem(next, pos.clock.wall(), before.canonicalId)),
    );
  });
}

export function removeItem(pos: PosCore, accountId: string, id: string): Promise<boolean> {
  return pos.database.within({ accountId }, async (db) => {
    const items = new ItemStore(db, accountId);
    const item = await items.lockCurrentVersion(id);
    if (item !== undefined) await items.removeVersions(item.canonicalId);
    return item !== undefined;
  });
}

type Links = Partial<Pick<ItemChanges, "categoryId" | "taxRateIds">>;

async function findMissingLink(
  db: Database,
  accountId: string,
  { categoryId, taxRateIds = [] }: Links,
): Promise<ItemOutcome | undefined> {
  if (typeof categoryId === "string") {
    const isThere = await new CategoryStore(db, accountId).lockCategory(categoryId);
    if (!isThere) return { kind: "no_such_category" };
  }
  const rates = await new TaxRateStore(db, accountId).lockTaxRates(taxRateIds);
  return rates.length < taxRateIds.length ? { kind: "no_such_tax_rate" } : undefined;
}

type Changed = Omit<ItemChanges, "photo"> & { readonly photoId: string | null | undefined };

function applyChanges(before: Item, changes: Changed): NewItem {
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
