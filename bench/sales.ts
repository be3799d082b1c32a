/** Card sales as merchants send them, of the first accounts of the certification data. */
import { passesCheckDigit } from "../src/values/card.ts";

export const PAYMENT_PATH = "/api/qsapi/3.8";
export const STATUS_PATH = "/api/tsapi/3.8";
/** A text in every answer to an approved sale. */
export const APPROVED = '"transaction_approved":true';

export const ACCOUNTS = [
  { account_id: "120000000001", api_accesskey: "1".repeat(32) },
  { account_id: "120000000002", api_accesskey: "2".repeat(32) },
] as const;

const EXPIRES_AFTER_YEARS = 2;
const TEST_RANGE = "411111";

export function accountAt(place: number): (typeof ACCOUNTS)[number] {
  return ACCOUNTS[place % ACCOUNTS.length] ?? ACCOUNTS[0];
}

/** Different cards, names and amounts. The simulator approves the amounts. */
export function saleForms(count: number): string[] {
  return Array.from({ length: count }, (_, place) => saleForm(place));
}

function saleForm(place: number): string {
  const year = Temporal.Now.plainDateISO("UTC").year + EXPIRES_AFTER_YEARS;
  return new URLSearchParams({
    ...accountAt(place),
    transaction_type: "SALE",
    tender_type: "CARD",
    transaction_amount: `${10 + (place % 500)}.${String(place % 100).padStart(2, "0")}`,
    card_number: testCard(place),
    card_expiration: `12${String(year).slice(-2)}`,
    card_verification: "123",
    first_name: "Ada",
    last_name: `Buyer ${place}`,
    street_address1: `${1 + (place % 900)} Main Street`,
    city: "Springfield",
    state: "IL",
    zip: String(10_000 + (place % 80_000)),
    email: `buyer${place}@example.com`,
    custom_id: `order-${place}`,
    transaction_description: "Two books and a map",
    cashier: "till 1",
    response_format: "JSON",
  }).toString();
}

/** A number of the published test range with a valid check digit. */
export function testCard(place: number): string {
  const start = TEST_RANGE + String(place).padStart(9, "0");
  const digits = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
  return digits.find(passesCheckDigit) ?? "";
}

/** Takes one sale and returns its transaction id. */
export async function takeSale(productUrl: string, form: string): Promise<string> {
  const response = await fetch(productUrl + PAYMENT_PATH, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form,
  });
  const text = await response.text();
  if (!text.includes(APPROVED)) throw new Error(`a sale was not approved: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { transaction_id: string }).transaction_id;
}
