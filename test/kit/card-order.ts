/** An order to a card host, of which tests change what they need. */
import type { CardOrder } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";

export const CARD_ORDER: CardOrder = {
  reference: "0198f0a0-0000-7000-8000-0000005ab1e5",
  accountId: "120",
  transactionId: "323000000001",
  transactionType: "SALE",
  amount: 1_000 as Cents,
  currency: "USD",
  card: undefined,
  original: undefined,
  authorizationCode: undefined,
  allowsPartial: false,
  entryMode: "KEYED",
  streetAddress: undefined,
  zip: undefined,
};
