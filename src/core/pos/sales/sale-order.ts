/** What is asked for when something is sold, and what can be wrong with it. Types only. */
import type { PictureError } from "../../../ports/photos.ts";
import type { Cents } from "../../../values/money.ts";

export interface OrderedLine {
  /** The number that the caller gave it. */
  readonly place: number;
  /** A version of an item of the catalog, or with its canonical id alone the current one. */
  readonly itemId: string | undefined;
  readonly canonicalId: string | undefined;
  /** Of a custom line; of a catalog line they must be the item's, where they are sent. */
  readonly name: string | undefined;
  readonly priceCents: Cents | undefined;
  readonly taxRateIds: readonly string[] | undefined;
  readonly quantity: number;
  readonly notes: string;
  /** As it was sent. */
  readonly photo: Uint8Array | undefined;
}

export interface SaleOrder {
  readonly lines: readonly OrderedLine[];
  readonly subtotalCents: Cents;
  readonly discountCents: Cents;
  readonly tipCents: Cents;
  readonly totalCents: Cents;
  /** Absent: cash. */
  readonly tokenId: string | undefined;
  readonly customerEmail: string | undefined;
  readonly merchantEmail: string | undefined;
  /** By which the same order is known when it comes again. */
  readonly key: string | undefined;
}

export type LinePart = "item" | "canonical" | "name" | "price" | "tax_rates" | "photo";

export type SaleError =
  | {
      readonly kind: "wrong_figure";
      readonly figure: "subtotal" | "total";
      readonly expectedCents: Cents;
    }
  | { readonly kind: "discount_too_large"; readonly subtotalCents: Cents }
  | {
      readonly kind: "line";
      readonly place: number;
      readonly part: LinePart;
      readonly why: "unknown" | "conflicting" | PictureError | "too_large";
    }
  | { readonly kind: "token"; readonly why: "not_fit" | "no_cards" | "nothing_to_pay" };
