/** The first payment of a new user: a card sale of the first test account. */
import type { CertificationSeed } from "../../core/certification/certification-seed.ts";
import { TEST_CARDS } from "../../core/certification/test-values.ts";

export const PAYMENT_PATH = "/api/qsapi/3.8";

export type PaymentFields = Readonly<Record<string, string>>;

/** The fields of the request. */
export function firstPayment(
  { accounts: [account] }: Pick<CertificationSeed, "accounts">,
  now: Temporal.Instant,
): PaymentFields {
  return {
    account_id: account?.account_id ?? "",
    api_accesskey: account?.api_accesskey ?? "",
    transaction_type: "SALE",
    tender_type: "CARD",
    transaction_amount: "12.34",
    card_number: TEST_CARDS[0].number,
    card_expiration: cardExpiration(now),
    response_format: "JSON",
  };
}

/** Two years ahead, so that a copied command still works later. */
function cardExpiration(now: Temporal.Instant): string {
  const year = now.toZonedDateTimeISO("UTC").year + 2;
  return `12${String(year).slice(-2)}`;
}

const LINE_MAX = 100;

/** The command that sends the request. No value needs quotes. */
export function writeCurl(base: string, fields: PaymentFields): string {
  const words = Object.entries(fields).map(([name, value]) => `-d ${name}=${value}`);
  const lines = [`curl -s ${base}${PAYMENT_PATH}`];
  for (const word of words) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length < LINE_MAX) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join(" \\\n");
}
