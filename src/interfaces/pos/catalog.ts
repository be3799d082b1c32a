/** Categories, tax rates and items: everybody looks at them, managers and admins manage them. */
import type { FastifyInstance } from "fastify";
import type { Category, Item, TaxRate } from "../../core/pos/catalog/catalog.ts";
import { CategoryStore } from "../../core/pos/catalog/category-store.ts";
import { ItemStore } from "../../core/pos/catalog/item-store.ts";
import {
  changeItem,
  createItem,
  type ItemOutcome,
  removeItem,
} from "../../core/pos/catalog/manage-items.ts";
import { TaxRateStore } from "../../core/pos/catalog/tax-rate-store.ts";
import { PHOTO_BYTES_MAX } from "../../core/pos/photos/keep-photo.ts";
import type { PosServices } from "../../core/pos/pos.ts";
import { storeOf } from "../../core/pos/store-of.ts";
import { RequestError } from "../../wire/request-error.ts";
import { serveCollection } from "./collection.ts";
import { FieldError, formOf } from "./form.ts";
import {
  readCategory,
  readCategoryChanges,
  readItem,
  readItemChanges,
  readTaxRate,
  readTaxRateChanges,
} from "./read.ts";
import { CATEGORY_SCHEMAS, ITEM_SCHEMAS, TAX_RATE_SCHEMAS } from "./schema-catalog.ts";
import { writeCategory, writeItem, writeTaxRate } from "./write.ts";

const ROLES = {
  looks: ["admin", "manager", "cashier"],
  manages: ["admin", "manager"],
} as const;

/** One photo and the fields beside it. */
const ITEM_UPLOADS = { filesMax: 1, bytesMax: PHOTO_BYTES_MAX + 256 * 1024 };

export function serveCategories(scope: FastifyInstance, pos: PosServices): void {
  const within = storeOf(pos, CategoryStore);
  serveCollection<Category>(scope, pos, {
    ...ROLES,
    name: "categories",
    schemas: CATEGORY_SCHEMAS,
    write: writeCategory,
    list: ({ account }, page) => within(account.id, (store) => store.list(page)),
    find: ({ account }, id) => within(account.id, (store) => store.find(id)),
    create: ({ account }, request) => {
      const { name } = readCategory(formOf(request));
      return within(account.id, (store) => store.add(name, pos.clock.wall()));
    },
    change: ({ account }, id, request) => {
      const { name } = readCategoryChanges(formOf(request));
      return within(account.id, (store) => store.update(id, name, pos.clock.wall()));
    },
    remove: ({ account }, id) => within(account.id, (store) => store.remove(id)),
  });
}

export function serveTaxRates(scope: FastifyInstance, pos: PosServices): void {
  const within = storeOf(pos, TaxRateStore);
  serveCollection<TaxRate>(scope, pos, {
    ...ROLES,
    name: "tax-rates",
    schemas: TAX_RATE_SCHEMAS,
    write: writeTaxRate,
    list: ({ account }, page) => within(account.id, (store) => store.list(page)),
    find: ({ account }, id) => within(account.id, (store) => store.find(id)),
    create: ({ account }, request) => {
      const { name, percent } = readTaxRate(formOf(request));
      return within(account.id, (store) => store.add(name, percent));
    },
    change: ({ account }, id, request) => {
      const { name, percent } = readTaxRateChanges(formOf(request));
      return within(account.id, (store) => store.update(id, name, percent));
    },
    remove: ({ account }, id) => within(account.id, (store) => store.remove(id)),
  });
}

export function serveItems(scope: FastifyInstance, pos: PosServices): void {
  const within = storeOf(pos, ItemStore);
  serveCollection<Item>(scope, pos, {
    ...ROLES,
    name: "items",
    schemas: ITEM_SCHEMAS,
    uploads: ITEM_UPLOADS,
    write: writeItem,
    list: ({ account }, page) => within(account.id, (store) => store.list(page)),
    find: ({ account }, id) => within(account.id, (store) => store.find(id)),
    create: async ({ account }, request) =>
      saved(await createItem(pos, account.id, readItem(request))),
    change: async ({ account }, id, request) =>
      saved(await changeItem(pos, account.id, id, readItemChanges(request))),
    remove: ({ account }, id) => removeItem(pos, account.id, id),
  });
}

const PHOTO_WORDS = {
  not_a_picture: "This is no JPEG, PNG or WebP picture.",
  too_many_pixels: "This picture has too many pixels.",
} as const;

function saved(outcome: ItemOutcome): Item | undefined {
  switch (outcome.kind) {
    case "saved":
      return outcome.item;
    case "not_found":
      return undefined;
    case "no_such_category":
      throw new FieldError("category_id", "There is no such category.");
    case "no_such_tax_rate":
      throw new FieldError("tax_rate_ids", "There is no such tax rate.");
    case "bad_photo":
      if (outcome.why === "too_large") throw new RequestError("body_too_large", "photo");
      throw new FieldError("photo", PHOTO_WORDS[outcome.why]);
  }
}
