/** Categories, tax rates and items: everybody looks at them, managers and admins manage them. */
import type { FastifyInstance } from "fastify";
import type { Category, Item, TaxRate } from "../../core/till/catalogue/catalogue.ts";
import { CategoryStore } from "../../core/till/catalogue/category-store.ts";
import { ItemStore } from "../../core/till/catalogue/item-store.ts";
import {
  changeItem,
  createItem,
  type ItemOutcome,
  removeItem,
} from "../../core/till/catalogue/manage-items.ts";
import { TaxRateStore } from "../../core/till/catalogue/tax-rate-store.ts";
import { PHOTO_BYTES_MAX } from "../../core/till/photos/keep-photo.ts";
import { storeOf } from "../../core/till/store-of.ts";
import type { TillDoor } from "../../core/till/till.ts";
import { RequestFault } from "../../wire/fault.ts";
import { serveCollection } from "./collection.ts";
import { FieldFault, formOf } from "./form.ts";
import {
  readCategory,
  readCategoryChanges,
  readItem,
  readItemChanges,
  readTaxRate,
  readTaxRateChanges,
} from "./read.ts";
import { CATEGORY_SCHEMAS, ITEM_SCHEMAS, TAX_RATE_SCHEMAS } from "./schema-catalogue.ts";
import { writeCategory, writeItem, writeTaxRate } from "./write.ts";

const ROLES = {
  looks: ["admin", "manager", "cashier"],
  manages: ["admin", "manager"],
} as const;

/** One photo and the fields beside it. */
const ITEM_UPLOADS = { filesMax: 1, bytesMax: PHOTO_BYTES_MAX + 256 * 1024 };

export function serveCategories(scope: FastifyInstance, till: TillDoor): void {
  const within = storeOf(till, CategoryStore);
  serveCollection<Category>(scope, till, {
    ...ROLES,
    name: "categories",
    schemas: CATEGORY_SCHEMAS,
    write: writeCategory,
    list: ({ account }, page) => within(account.id, (store) => store.list(page)),
    find: ({ account }, id) => within(account.id, (store) => store.find(id)),
    create: ({ account }, request) => {
      const { name } = readCategory(formOf(request));
      return within(account.id, (store) => store.add(name, till.clock.wall()));
    },
    change: ({ account }, id, request) => {
      const { name } = readCategoryChanges(formOf(request));
      return within(account.id, (store) => store.update(id, name, till.clock.wall()));
    },
    remove: ({ account }, id) => within(account.id, (store) => store.remove(id)),
  });
}

export function serveTaxRates(scope: FastifyInstance, till: TillDoor): void {
  const within = storeOf(till, TaxRateStore);
  serveCollection<TaxRate>(scope, till, {
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

export function serveItems(scope: FastifyInstance, till: TillDoor): void {
  const within = storeOf(till, ItemStore);
  serveCollection<Item>(scope, till, {
    ...ROLES,
    name: "items",
    schemas: ITEM_SCHEMAS,
    uploads: ITEM_UPLOADS,
    write: writeItem,
    list: ({ account }, page) => within(account.id, (store) => store.list(page)),
    find: ({ account }, id) => within(account.id, (store) => store.find(id)),
    create: async ({ account }, request) =>
      saved(await createItem(till, account.id, readItem(request))),
    change: async ({ account }, id, request) =>
      saved(await changeItem(till, account.id, id, readItemChanges(request))),
    remove: ({ account }, id) => removeItem(till, account.id, id),
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
      throw new FieldFault("category_id", "There is no such category.");
    case "no_such_tax_rate":
      throw new FieldFault("tax_rate_ids", "There is no such tax rate.");
    case "bad_photo":
      if (outcome.why === "too_large") throw new RequestFault("body_too_large", "photo");
      throw new FieldFault("photo", PHOTO_WORDS[outcome.why]);
  }
}
