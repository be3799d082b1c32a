/** The catalog of a shop: categories, tax rates and versioned items. */
import type { Cents } from "../../../values/money.ts";
import type { PercentE4 } from "../../../values/percent.ts";

export interface Category {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
}

export interface TaxRate {
  readonly id: string;
  readonly name: string;
  readonly percentE4: PercentE4;
}

/** One version of an item. A new name or price makes a new version with the same canonical id. */
export interface Item {
  readonly id: string;
  readonly canonicalId: string;
  readonly name: string;
  readonly priceCents: Cents;
  readonly categoryId: string | null;
  readonly taxRateIds: readonly string[];
  readonly photoId: string | null;
}
