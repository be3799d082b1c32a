/** The numbers of currencies in ISO 4217, for the currencies that have two decimals. */
const NUMBERS: Readonly<Record<string, string>> = {
  AED: "784",
  AUD: "036",
  BRL: "986",
  CAD: "124",
  CHF: "756",
  CNY: "156",
  CZK: "203",
  DKK: "208",
  EUR: "978",
  GBP: "826",
  HKD: "344",
  ILS: "376",
  INR: "356",
  MXN: "484",
  NOK: "578",
  NZD: "554",
  PLN: "985",
  SEK: "752",
  SGD: "702",
  USD: "840",
  ZAR: "710",
};

/** Undefined: an order in this currency cannot be sent. */
export function currencyNumber(currency: string): string | undefined {
  return NUMBERS[currency];
}
