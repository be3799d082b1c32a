/** Categories, tax rates and items. Every role may view them; managers and admins change them. */
import type { FastifyInstance } from "fastify";
import { withAccountStore } from "../../core/pos/account-store-runner.ts";
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
import { PHOTO_BYTES_MAX } from "../../core/pos/photos/save-photo.ts";
import type { PosServices } from "../../core/pos/pos.ts";
import { RequestError } from "../../wire/request-error.ts";
import { serveCollection } from "./collection.ts";
import { FieldError, readPosForm } from "./form.ts";
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
  viewers: ["admin", "manager", "cashier"],
  managers: ["admin", "manager"],
} as const;

/** One photo and the other fields. */
const ITEM_UPLOADS = { filesMax: 1, bytesMax: PHOTO_BYTES_MAX + 256 * 1024 };

export function serveCategories(scope: FastifyInstance, pos: PosServices): void {
  const within = withAccountStore(pos, CategoryStore);
  serveCollection<Category>(scope, pos, {
    ...ROLES,
    name: "categories",
    schemas: CATEGORY_SCHEMAS,
    write: writeCategory,
    list: ({ account }, page) => within(account.id, (store) => store.listCategories(page)),
    find: ({ account }, id) => within(account.id, (store) => store.findCategory(id)),
    create: ({ account }, request) => {
      const { name } = readCategory(readPosForm(request));
      return within(account.id, (store) => store.addCategory(name, pos.clock.wall()));
    },
    change: ({ account }, id, request) => {
      const { name } = readCategoryChanges(readPosForm(request));
      return within(account.id, (store) => store.updateCategory(id, name, pos.clock.wall()));
    },
    remove: ({ account }, id) => within(account.id, (store) => store.removeCategory(id)),
  });
}

export function serveTaxRates(scope: FastifyInstance, pos: PosServices): void {
  const within = withAccountStore(pos, TaxRateStore);
  serveCollection<TaxRate>(scope, pos, {
    ...ROLES,
    name: "tax-rates",
    schemas: TAX_RATE_SCHEMAS,
    write: writeTaxRate,
    list: ({ account }, page) => within(account.id, (store) => store.listTaxRates(page)),
    find: ({ account }, id) => within(account.id, (store) => store.findTaxRate(id)),
    create: ({ account }, request) => {
      const { name, percent } = readTaxRate(readPosForm(request));
      return within(account.id, (store) => store.addTaxRate(name, percent));
    },
    change: ({ account }, id, request) => {
      const { name, percent } = readTaxRateChanges(readPosForm(request));
      return within(account.id, (store) => store.updateTaxRate(id, name, percent));
    },
    remove: ({ account }, id) => within(account.id, (store) => store.removeTaxRate(id)),
  });
}

export function serveItems(scope: FastifyInstance, pos: PosServices): void {
  const within = withAccountStore(pos, ItemStore);
  serveCollection<Item>(scope, pos, {
    ...ROLES,
    name: "items",
    schemas: ITEM_SCHEMAS,
    uploads: ITEM_UPLOADS,
    write: writeItem,
    list: ({ account }, page) => within(account.id, (store) => store.listItems(page)),
    find: ({ account }, id) => within(account.id, (store) => store.findItem(id)),
    create: async ({ account }, request) =>
      saved(await createItem(pos, account.id, readItem(request))),
    change: async ({ account }, id, request) =>
      saved(await changeItem(pos, account.id, id, readItemChanges(request))),
    remove: ({ account }, id) => removeItem(pos, account.id, id),
  });
}

const PHOTO_TEXTS = {
  not_a_picture: "This file is not a JPEG, PNG or WebP image.",
  too_many_pixels: "This image has too many pixels. Send a smaller one.",
} as const;

function saved(outcome: ItemOutcome): Item | undefined {
  switch (outcome.kind) {
    case "saved":
      return outcome.item;
    case "not_found":
      return undefined;
    case "no_such_category":
      throw new FieldError(
        "category_id",
        "This category does not exist. List categories with GET /api/json/categories/.",
      );
    case "no_such_tax_rate":
      throw new FieldError(
        "tax_rate_ids",
        "A tax rate does not exist. List tax rates with GET /api/json/tax-rates/.",
      );
    case "bad_photo":
      if (outcome.why === "too_large") throw new RequestError("body_too_large", "photo");
      throw new FieldError("photo", PHOTO_TEXTS[outcome.why]);
  }
}
