/** The order of a sale, and its possible errors. Types only. */
import type { PictureError } from "../../../ports/photos.ts";
import type { Cents } from "../../../values/money.ts";

export interface OrderedLine {
  /** The index that the caller gave the line. */
  readonly place: number;
  /** A version of a catalog item. With only a canonical id, the current version. */
  readonly itemId: string | undefined;
  readonly canonicalId: string | undefined;
  /** Required for a custom line. For a catalog line they must be the item's values, if sent. */
  readonly name: string | undefined;
  readonly priceCents: Cents | undefined;
  readonly taxRateIds: readonly string[] | undefined;
  readonly quantity: number;
  readonly notes: string;
  /** The bytes as sent. */
  readonly photo: Uint8Array | undefined;
}

export interface SaleOrder {
  readonly lines: readonly OrderedLine[];
  readonly subtotalCents: Cents;
  readonly discountCents: Cents;
  readonly tipCents: Cents;
  readonly totalCents: Cents;
  /** Undefined for cash. */
  readonly tokenId: string | undefined;
  readonly customerEmail: string | undefined;
  readonly merchantEmail: string | undefined;
  /** The Idempotency-Key. */
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
