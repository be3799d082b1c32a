/** A customer of merchants, as the person who asks for export or erasure names them. */
import type { Secret } from "../../values/secret.ts";

/** Exactly one of them names the customer. */
export type Customer =
  | { readonly kind: "card"; readonly number: Secret }
  | { readonly kind: "bank"; readonly routingNumber: string; readonly accountNumber: Secret }
  | { readonly kind: "email"; readonly address: string };

/** What was found at one account. */
export interface CustomerRecords {
  readonly accountId: string;
  /** Payments, and everything that followed them: captures, refunds, reversals. */
  readonly transactionIds: readonly string[];
  /** Stored cards and bank accounts, also of payments that are purged already. */
  readonly tokenIds: readonly string[];
  /** Sales at the point of sale. */
  readonly saleIds: readonly string[];
  /** Email addresses to which receipts went. */
  readonly emails: readonly string[];
}

export function isEmpty({ transactionIds, tokenIds, saleIds }: CustomerRecords): boolean {
  return transactionIds.length + tokenIds.length + saleIds.length === 0;
}
