/** What the shop sells. */
export interface Product {
  readonly id: string;
  readonly name: string;
  /** Decimal text, as the gateway takes it. */
  readonly amount: string;
}

const PRODUCTS: readonly Product[] = [
  { id: "lamp", name: "Desk lamp", amount: "42.00" },
  { id: "notebook", name: "Notebook", amount: "8.50" },
];

/** Amounts that control the simulated card host. */
const TEST_PRODUCTS: readonly Product[] = [
  { id: "declined", name: "A payment that is declined", amount: "1.02" },
  { id: "lost", name: "A payment with a lost answer", amount: "1.90" },
];

export function listProducts(isTest: boolean): readonly Product[] {
  return isTest ? [...PRODUCTS, ...TEST_PRODUCTS] : PRODUCTS;
}
